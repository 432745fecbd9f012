import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { CONTACT_ID_KEY, RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { updateUserAccount } from "../../../src/server/auth/accounts.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import { listAuditEntries } from "../../../src/server/stores/auditStore.ts";
import { insertNotification } from "../../../src/server/stores/records/notificationStore.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { addReviewer } from "../../support/addReviewer.ts";
import { signedIn, type Api } from "../../support/apiClient.ts";
import { withDemoServer } from "../../support/database.ts";
import { fillPathParams } from "../../support/pathParams.ts";
import { storeRecord } from "../../support/storeRecord.ts";

const REVIEWER = "second.reviewer";
const SECRET_NOTE = "Ask the lawyers about this vendor";

withDemoServer("Assignment and notes", (server) => {
  const db = () => server().services.db;
  let [agency, reviewer, vendor] = [] as unknown as [Api, Api, Api];
  let record: StoredRecord;

  beforeAll(async () => {
    agency = await signedIn(server(), "agency1");
    reviewer = await addReviewer(server(), REVIEWER, "ROLE_ADMIN-ADVANCED");
    vendor = await signedIn(server(), "vendor1");
  });
  beforeEach(async () => {
    await db().deleteFrom("outbox").execute();
    record = await storeRecord(db(), "pending");
  });

  const about = (body: JsonObject = {}) => ({ body: { [RECORD_ID_KEY]: String(record.id), ...body } });
  const readDesk = (api: Api) => api(endpoints.getReviewDesk, { params: { recordId: String(record.id) } });
  const assign = (api: Api, assignee: string | null, previous: string | null = null) =>
    api(endpoints.assignRecord, about({ assigned_to: assignee, previous }));
  const addNote = (api: Api, content: string, headers: Record<string, string> = {}) =>
    api(endpoints.addNote, { ...about({ content }), headers });
  const listMails = () =>
    db()
      .selectFrom("outbox")
      .innerJoin("accounts", "accounts.id", "outbox.account_id")
      .select(["username", "sentence"])
      .orderBy("outbox.id")
      .execute();

  it("assigns a record, mails its reviewer and shows it in the review list", async () => {
    expect((await assign(agency, REVIEWER)).body).toMatchObject({ assigned_to: REVIEWER });
    expect(await listMails()).toEqual([
      { username: REVIEWER, sentence: "agency1 assigned this model to you." },
    ]);
    const { rows } = await agency(endpoints.listReviews);
    expect(rows.find((row) => row[RECORD_ID_KEY] === String(record.id))).toMatchObject({
      assigned_to: REVIEWER,
    });
    expect((await assign(reviewer, null, REVIEWER)).body).toMatchObject({ assigned_to: null });
  });

  it("sends no mail to reviewers who take a record themselves", async () => {
    expect((await assign(agency, "agency1")).status).toBe(200);
    expect(await listMails()).toEqual([]);
  });

  it("rejects an assignment that another reviewer changed since, and users who cannot review", async () => {
    await assign(reviewer, REVIEWER);
    const refused = await assign(agency, "agency1");
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining(REVIEWER)]);
    expect((await assign(agency, "vendor1", REVIEWER)).status).toBe(400);
    expect((await readDesk(agency)).body).toMatchObject({ assigned_to: REVIEWER });
  });

  it("mails the vendor's messages only to the assigned reviewer, if there is one", async () => {
    const send = () => vendor(endpoints.sendMessage, about({ msg_content: "Hello" }));
    await send();
    expect((await listMails()).map(({ username }) => username).sort()).toEqual(["agency1", REVIEWER]);
    await assign(reviewer, REVIEWER);
    await db().deleteFrom("outbox").execute();
    await send();
    expect((await listMails()).map(({ username }) => username)).toEqual([REVIEWER]);
  });

  it("returns the records of a reviewer who is disabled or loses the admin role", async () => {
    const leaving = "leaving.reviewer";
    await addReviewer(server(), leaving);
    const changeAccount = async (change: Parameters<typeof updateUserAccount>[2]) => {
      await updateUserAccount(server().services, leaving, change);
      return (await readDesk(agency)).body["assigned_to"];
    };
    await assign(agency, leaving);
    expect(await changeAccount({ password: `${DEMO_PASSWORD}X` })).toBe(leaving);
    expect(await changeAccount({ roles: ["ROLE_ADMIN-ADVANCED"] })).toBe(leaving);
    expect(await changeAccount({ isDisabled: true })).toBeNull();
    expect(await changeAccount({ isDisabled: false })).toBeNull();
    await assign(agency, leaving);
    expect(await changeAccount({ roles: ["ROLE_EDITOR"] })).toBeNull();
    const entries = await listAuditEntries(db(), { limit: 100 });
    expect(
      entries.filter(({ record_id }) => record_id === record.id).map(({ event, detail }) => [event, detail]),
    ).toEqual([
      ["record assigned", { assignedTo: null }],
      ["record assigned", { assignedTo: leaving }],
      ["record assigned", { assignedTo: null }],
      ["record assigned", { assignedTo: leaving }],
    ]);
  });

  it("sends nothing about others' records to a reviewer who becomes a vendor", async () => {
    const former = "former.reviewer";
    const api = await addReviewer(server(), former);
    await api(endpoints.updateMailSettings, { body: { frequency: "daily" } });
    await assign(agency, former);
    await updateUserAccount(server().services, former, { roles: ["ROLE_EDITOR"] });
    await vendor(endpoints.sendMessage, about({ msg_content: "Hello" }));
    const mails = db()
      .selectFrom("outbox")
      .innerJoin("accounts", "accounts.id", "outbox.account_id")
      .select(["sentence", "state"])
      .where("username", "=", former);
    expect(await mails.execute()).toEqual([
      { sentence: "agency1 assigned this model to you.", state: "failed" },
    ]);
    expect((await listMails()).map(({ username }) => username)).toContain("agency1");
  });

  it("adds a note once and mails the reviewers that it mentions", async () => {
    const headers = { "idempotency-key": `note of ${record.id}` };
    const text = `@${REVIEWER}, @vendor1 and me@agency1.example: see the geometry.`;
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await addNote(agency, text, headers)).status).toBe(200);
    expect((await readDesk(agency)).body).toMatchObject({
      notes: [{ username: "agency1", content: text, date: expect.any(String) }],
    });
    expect(await listMails()).toEqual([{ username: REVIEWER, sentence: "agency1 mentioned you in a note." }]);
    expect((await addNote(agency, " \n")).status).toBe(400);
  });

  it("names other reviewers who have the record open", async () => {
    // Assigning a record in the review list does not open it.
    expect((await assign(reviewer, REVIEWER)).status).toBe(200);
    expect((await readDesk(agency)).body).toMatchObject({ viewers: [] });
    expect((await readDesk(reviewer)).body).toMatchObject({ viewers: ["agency1"] });
    await db()
      .updateTable("record_viewers")
      .set({ seen_at: new Date(Date.now() - 61_000) })
      .where("username", "=", "agency1")
      .execute();
    expect((await readDesk(reviewer)).body).toMatchObject({ viewers: [] });
  });

  describe("are hidden from vendors", () => {
    beforeEach(async () => {
      await assign(agency, REVIEWER);
      await addNote(reviewer, SECRET_NOTE);
      const unsentTexts = { ...aTextsDraft(), content: { values: { note: SECRET_NOTE } } };
      expect((await reviewer(endpoints.saveDraft, about(unsentTexts))).status).toBe(200);
      const decision = {
        recordId: record.id,
        status: "rejected",
        content: "No.",
        username: "agency1",
      } as const;
      const checklist = { checkNotes: SECRET_NOTE };
      await insertNotification(db(), { ...decision, now: new Date(), checklist });
    });

    const aTextsDraft = () => ({
      ...{ key: `texts-${record.id}`, revision: 0, window_id: "a", summary: {}, content: { values: {} } },
    });

    /** Calls everything as this user, with values that fit the record, and returns the answers. */
    async function callEverything(
      api: Api,
      username: string,
    ): Promise<[name: string, status: number, text: string][]> {
      const params = fillPathParams({
        ...{ username, recordId: String(record.id), identifier: "030000000001", key: aTextsDraft().key },
        ...{ uploadBatchId: "6f1f3a0e-9c1b-4f0a-8a55-0d0d3c5f7b11", storedName: "none.gdb.zip" },
      });
      const body = {
        ...about().body,
        ...{ username, content: "x", assigned_to: null, previous: REVIEWER, frequency: "at once" },
        ...{ [CONTACT_ID_KEY]: "1", msg_content: "x", reason: "x", reason_id: "1", answered: true },
      };
      // Deleting comes last: a deleted record hides everything.
      const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
      const ordered = names.toSorted((a, b) => Number(a === "deleteRecord") - Number(b === "deleteRecord"));
      const answers: [string, number, string][] = [];
      for (const name of ordered) {
        const draft = about(aTextsDraft()).body;
        const sent = name === "saveDraft" || name === "deleteDraft" ? draft : body;
        const options = { params, ...(endpoints[name].method === "POST" && { body: sent }) };
        const { status, headers, body: answer } = await api(endpoints[name], options);
        answers.push([name, status, JSON.stringify([headers, answer])]);
      }
      return answers;
    }

    it.each(["vendor1", "vendor2"])("in every call of %s", async (username) => {
      const etagOf = async () =>
        (await vendor(endpoints.getRecord, { params: { recordId: String(record.id) } })).headers["etag"];
      const before = await etagOf();
      await assign(agency, null, REVIEWER);
      await assign(agency, REVIEWER);
      expect(await etagOf()).toBe(before);
      const answers = await callEverything(await signedIn(server(), username), username);
      expect(answers.filter(([, , text]) => text.includes(SECRET_NOTE) || text.includes(REVIEWER))).toEqual(
        [],
      );
      const internal = [
        ...["getReviewDesk", "assignRecord", "addNote", "listOutgoingMail", "listReviewers"],
        ...["reviewFigures", "groupedFigures", "acceptWithoutFindings", "reopenAccepted"],
      ];
      expect(answers.filter(([name]) => internal.includes(name)).map(([, status]) => status)).toEqual(
        internal.map(() => 403),
      );
      expect(answers.filter(([, status]) => status >= 500)).toEqual([]);
      const { rows } = await vendor(endpoints.listRecords, { params: { username: "vendor1" } });
      expect(JSON.stringify(rows)).not.toContain(REVIEWER);
    });

    it("in every mail", async () => {
      await addNote(agency, `@vendor1 ${SECRET_NOTE}`);
      await agency(endpoints.rejectRecord, about({ reason: "The hydrographs are missing." }));
      const mails = await db()
        .selectFrom("outbox")
        .innerJoin("accounts", "accounts.id", "outbox.account_id")
        .selectAll("outbox")
        .where("username", "=", "vendor1")
        .execute();
      expect(mails).toHaveLength(1);
      expect(JSON.stringify(mails)).not.toMatch(new RegExp(`${SECRET_NOTE}|${REVIEWER}`));
    });
  });
});
