import { expect, it, onTestFinished, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getFieldNameByRole, getSchema } from "../../../src/contract/schema/fields.ts";
import type { NewReason } from "../../../src/contract/review/reasonState.ts";
import { countFindings } from "../../../src/server/background/countFindings.ts";
import { answerReason, withdrawRecord } from "../../../src/server/records/decideRecord.ts";
import { listFindings } from "../../../src/server/records/listFindings.ts";
import { saveRecord } from "../../../src/server/records/saveRecord.ts";
import { deleteRecord } from "../../../src/server/records/trash.ts";
import { requestFindingCount } from "../../../src/server/stores/records/findingStore.ts";
import { insertNotification, insertReasons } from "../../../src/server/stores/records/notificationStore.ts";
import { listReviewActivity } from "../../../src/server/stores/records/recordActivityStore.ts";
import { loadReferences } from "../../../src/server/stores/referenceStore.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { createModelZip, type ModelFiles } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import { processUploads } from "./uploadCalls.ts";

const DOCUMENTS = getFieldNameByRole(getSchema("metadata"), "documents");

const agency1 = { id: "3", username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] };
const vendor1 = { id: "1", username: "vendor1", roles: ["ROLE_EDITOR"] };

onUploadServer((server) => {
  const services = () => server().services;

  let identifiers = 0;
  /** A model whose counties are those of its area. */
  async function uploadRecord(metadata: JsonObject = {}): Promise<StoredRecord> {
    const modelIdentifier = `0300000100${String((identifiers += 1)).padStart(2, "0")}`;
    const record = await server().aRecord("vendor1", {
      ...{ modelIdentifier, county: ["Denton"], [DOCUMENTS]: [], ...metadata },
    });
    await sendVersion(record);
    return record;
  }

  async function sendVersion(record: StoredRecord, files: ModelFiles = {}) {
    await server().upload(record, await createModelZip(record, files));
    await processUploads(server());
  }

  const readCount = async ({ id }: StoredRecord) => {
    const query = services().db.selectFrom("records").select("finding_count").where("id", "=", id);
    return (await query.executeTakeFirstOrThrow()).finding_count;
  };
  const count = async (record: StoredRecord) => {
    await countFindings(services(), new AbortController().signal);
    return readCount(record);
  };
  /** As if the agency had requested it before the last upload. */
  async function request({ id: recordId }: StoredRecord, reason: NewReason) {
    const { db } = services();
    const rejection = { recordId, status: "rejected", content: "x", username: "agency1" } as const;
    await insertReasons(db, await insertNotification(db, { ...rejection, now: new Date() }), [reason]);
    await requestFindingCount(db, recordId, new Date());
  }
  const save = async (record: StoredRecord, metadata: JsonObject) =>
    saveRecord(services(), {
      ...{ id: record.id, user: agency1, metadata: { ...record.metadata, ...metadata } },
      references: await loadReferences(services().db),
      ifMatch: undefined,
    });

  it("counts the findings that the review shows, and the queue lists the count", async () => {
    const fine = await uploadRecord();
    const incomplete = await uploadRecord({ [DOCUMENTS]: ["Report.pdf"], county: ["Denton", "Wise"] });
    expect(await count(fine)).toBe(0);
    expect(await count(incomplete)).toBe(2);
    const listed = await listReviewActivity(services().db, [fine, incomplete], "agency1");
    expect([fine, incomplete].map(({ id }) => listed.get(id)?.findings)).toEqual([0, 2]);
  });

  it("are counted at once after an upload, without waiting for the repeated task", async () => {
    const { db } = services();
    const nextHour = new Date(Date.now() + 3_600_000);
    await db.updateTable("jobs").set({ due_at: nextHour }).where("kind", "=", "count-findings").execute();
    const record = await server().aRecord("vendor1", { [DOCUMENTS]: ["Report.pdf"], county: ["Denton"] });
    await server().upload(record, await createModelZip(record));
    const processing = server().processing();
    onTestFinished(() => processing.stop());
    await vi.waitFor(async () => expect(await readCount(record)).toBe(1), 20_000);
  });

  it("counts again after an agency admin saved the record", async () => {
    const record = await uploadRecord({ [DOCUMENTS]: ["Report.pdf"] });
    expect(await count(record)).toBe(1);
    await save(record, { [DOCUMENTS]: [] });
    expect(await count(record)).toBe(0);
  });

  it("counts again after a newer upload of a pending record", async () => {
    const record = await uploadRecord({ [DOCUMENTS]: ["Report.pdf"] });
    expect(await count(record)).toBe(1);
    await sendVersion(record, { "Supporting/Report.pdf": "%PDF-1.7" });
    expect(await count(record)).toBe(0);
  });

  it("counts an earlier finding until the vendor has corrected it, and one that was answered in words", async () => {
    const record = await uploadRecord();
    await request(record, { text: "The reach ends too early." });
    expect(await count(record)).toBe(1);
    const { id } = await services().db.selectFrom("rejection_reasons").select("id").executeTakeFirstOrThrow();
    const answer = (text: string) =>
      answerReason(services(), record.id, { reasonId: String(id), isAnswered: true, answer: text });
    await answer("It ends at the county line.");
    expect(await count(record)).toBe(1);
    await answer("");
    expect(await count(record)).toBe(0);
  });

  it("counts a requested finding once, and no longer when a newer upload has corrected it", async () => {
    const record = await uploadRecord({ [DOCUMENTS]: ["Report.pdf"] });
    const [finding] = await listFindings(services(), record);
    await request(record, { kind: "field", name: DOCUMENTS, text: "Send the report.", finding: finding! });
    expect(await count(record)).toBe(1);
    await sendVersion(record, { "Supporting/Report.pdf": "%PDF-1.7" });
    expect(await count(record)).toBe(0);
  });

  it("counts a record with the same identifier until that record is deleted", async () => {
    const record = await uploadRecord();
    expect(await count(record)).toBe(0);
    const other = await server().aRecord("vendor1");
    const renamed = await save(other, { modelIdentifier: record.identifier });
    expect(await count(record)).toBe(1);
    await deleteRecord(services(), { user: vendor1, ip: "" }, String(renamed.id));
    expect(await count(record)).toBe(0);
  });

  it("counts again once the rules of the schema have changed", async () => {
    const record = await uploadRecord({
      modelLastUpdatedDate: "2020-01-01",
      modelCreationDate: "2024-01-01",
    });
    expect(await count(record)).toBe(1);
    const field = getSchema("metadata").properties["modelLastUpdatedDate"]!;
    const rules = field["x-rules"];
    onTestFinished(() => void (field["x-rules"] = rules));
    field["x-rules"] = [];
    expect(await count(record)).toBe(0);
  });

  it("has no count for a record that is no longer pending", async () => {
    const record = await uploadRecord({ [DOCUMENTS]: ["Report.pdf"] });
    expect(await count(record)).toBe(1);
    await withdrawRecord(services(), vendor1, record.id);
    expect(await count(record)).toBeNull();
    const requests = await services().db.selectFrom("finding_count_requests").selectAll().execute();
    expect(requests).toEqual([]);
  });
});
