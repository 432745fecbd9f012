import { expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import { acceptWithoutFindings } from "../../../src/server/records/acceptWithoutFindings.ts";
import { insertNotification, insertReasons } from "../../../src/server/stores/records/notificationStore.ts";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { createModelZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { fetchNotifications, fetchStatus, processUploads } from "./uploadCalls.ts";

const DOCUMENTS = getFieldNameByRole(getSchema("metadata"), "documents");

const agency1 = { id: "3", username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] };

onUploadServer((server) => {
  const db = () => server().services.db;

  async function uploadRecord(metadata: JsonObject): Promise<StoredRecord> {
    const record = await server().aRecord("vendor1", { [DOCUMENTS]: [], ...metadata });
    await server().upload(record, await createModelZip(record));
    await processUploads(server());
    expect(await fetchStatus(server(), record)).toBe("pending");
    return record;
  }

  const accept = ({ id }: StoredRecord) => acceptWithoutFindings(server().services, agency1, String(id));

  it("accepts a model without findings as a single acceptance does: notification, audit and mail", async () => {
    const record = await uploadRecord({ modelIdentifier: "030000000011", county: ["Denton"] });
    await db().deleteFrom("outbox").execute();
    expect(await accept(record)).toMatchObject({ status: "accepted" });
    expect((await fetchNotifications(server(), record)).at(-1)).toEqual({
      username: "agency1",
      status: "accepted",
      content: "The model was accepted.",
    });
    const mails = await db().selectFrom("outbox").select("sentence").execute();
    expect(mails).toEqual([{ sentence: "The agency accepted this model." }]);
    const audit = db()
      .selectFrom("audit_log")
      .select(["event", "username"])
      .where("record_id", "=", record.id);
    expect(await audit.where("event", "=", "record accepted").execute()).toHaveLength(1);
  });

  it("refuses every model if the review checklist has required fields", async () => {
    const schema = getSchema("review-checklist");
    schema.required = Object.keys(schema.properties);
    onTestFinished(() => void delete schema.required);
    const record = await server().aRecord("vendor1");
    await setStatus(db(), record.id, "pending", new Date());
    await expect(accept(record)).rejects.toMatchObject({
      status: 409,
      message: "Open this record and fill in its review checklist to accept it.",
    });
  });

  it("refuses a model with a hydrologic unit outside its region, as the review shows it", async () => {
    const record = await server().aRecord("vendor1", {
      modelIdentifier: "030000000014",
      hydrologicUnitCode: ["121002010101"],
    });
    await setStatus(db(), record.id, "pending", new Date());
    await expect(accept(record)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(
        "Correct this or the flood planning region: 121002010101 is outside it.",
      ),
    });
  });

  it("refuses a model without a document that its record names", async () => {
    const named = { modelIdentifier: "030000000015", county: ["Denton"], [DOCUMENTS]: ["Report.pdf"] };
    await expect(accept(await uploadRecord(named))).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("Send these missing files, or remove their names: Report.pdf."),
    });
  });

  it("refuses a model with a finding about its area, or with an uncorrected reason of its last rejection", async () => {
    const outside = await uploadRecord({ modelIdentifier: "030000000012", county: ["Denton", "Wise"] });
    await expect(accept(outside)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("Wise"),
    });
    expect(await fetchStatus(server(), outside)).toBe("pending");

    const rejected = await uploadRecord({ modelIdentifier: "030000000013", county: ["Denton"] });
    const rejection = {
      recordId: rejected.id,
      status: "rejected",
      content: "x",
      username: "agency1",
    } as const;
    const id = await insertNotification(db(), { ...rejection, now: new Date() });
    await insertReasons(db(), id, [{ kind: "file", name: "a.g01", text: "The reach ends too early." }]);
    await expect(accept(rejected)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("The reach ends too early."),
    });
    const answer = (text: string) =>
      db().updateTable("rejection_reasons").set({ answered_at: new Date(), answer: text }).execute();
    await answer("It ends at the county line.");
    await expect(accept(rejected)).rejects.toMatchObject({ status: 409 });
    await answer("");
    expect(await accept(rejected)).toMatchObject({ status: "accepted" });
  });
});
