import { beforeAll, beforeEach, expect, it } from "vitest";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { listAuditEntries } from "../../../src/server/stores/auditStore.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { signedIn, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";
import { storeRecord } from "../../support/storeRecord.ts";

const REASON = "The datum is wrong.";

withDemoServer("Accepted records", (server) => {
  const db = () => server().services.db;
  let [agency, vendor] = [] as unknown as [Api, Api];
  let record: StoredRecord;

  beforeAll(async () => {
    agency = await signedIn(server(), "agency1");
    vendor = await signedIn(server(), "vendor1");
  });
  beforeEach(async () => {
    await db().deleteFrom("outbox").execute();
    record = await storeRecord(db(), "accepted");
  });

  const ofRecord = () => ({ params: { recordId: String(record.id) } });
  const reopen = (api: Api, reason: string) =>
    api(endpoints.reopenAccepted, { body: { [RECORD_ID_KEY]: String(record.id), reason } });

  it("are reopened by the agency with a reason for the vendor", async () => {
    const { status, rows } = await reopen(agency, ` ${REASON} `);
    expect([status, rows[0]?.["status"], rows[0]?.["data_is_available"]]).toEqual([
      200,
      "in progress",
      false,
    ]);
    const messages = (await vendor(endpoints.listMessages, ofRecord())).rows;
    expect(messages).toMatchObject([
      { username: "agency1", msg_content: expect.stringContaining(`accepted model: ${REASON}\n`) },
    ]);
    const notifications = (await vendor(endpoints.listNotifications, ofRecord())).rows;
    expect(notifications.at(-1)).toMatchObject({
      status: "in progress",
      content: REASON,
      username: "agency1",
    });
    const mails = await db()
      .selectFrom("outbox")
      .innerJoin("accounts", "accounts.id", "outbox.account_id")
      .select(["username", "sentence", "details"])
      .execute();
    expect(mails).toEqual([
      {
        username: "vendor1",
        sentence: "The agency reopened this accepted model for the reason below.",
        details: REASON,
      },
    ]);
    const [entry] = await listAuditEntries(db(), { limit: 1 });
    expect(entry).toMatchObject({
      event: "record reopened",
      username: "agency1",
      record_id: record.id,
      detail: { from: "accepted", reason: REASON },
    });
    const again = await reopen(agency, REASON);
    expect([again.status, again.message]).toEqual([409, expect.stringContaining("in progress")]);
  });

  it("are not reopened without a reason or by a vendor", async () => {
    expect((await reopen(agency, " \n")).status).toBe(400);
    expect((await reopen(vendor, REASON)).status).toBe(403);
    expect((await vendor(endpoints.getRecord, ofRecord())).rows[0]).toMatchObject({ status: "accepted" });
  });

  it("lists the reviewers for agency admins only", async () => {
    expect((await agency(endpoints.listReviewers)).rows).toEqual([{ username: "agency1" }]);
    expect((await vendor(endpoints.listReviewers)).status).toBe(403);
  });
});
