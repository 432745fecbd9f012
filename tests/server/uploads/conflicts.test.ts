import { describe, expect, it } from "vitest";
import { endpoints, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { metadataFileName } from "../../../src/contract/model-folder/modelFolderNames.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { migrations } from "../../../src/server/database/migrate.ts";
import {
  assignConflictNumbers,
  listOpenConflicts,
} from "../../../src/server/stores/uploads/conflictStore.ts";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { insertModelFiles } from "../../../src/server/stores/uploads/modelFileStore.ts";
import { readBytes } from "../storage/blobContent.ts";
import { createModelZip, type ModelFiles } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import {
  fetchConflicts,
  fetchFiles,
  fetchMessages,
  processUploads,
  fetchStatus,
  fetchZips,
} from "./uploadCalls.ts";
import type { TestUser, UploadServer } from "./uploadServer.ts";

/** Uploads and processes one version of a model; returns the upload id. */
async function uploadVersion(
  server: UploadServer,
  record: StoredRecord,
  changes: ModelFiles = {},
): Promise<string> {
  const { uploadBatchId } = await server.upload(record, await createModelZip(record, changes));
  await processUploads(server);
  return uploadBatchId;
}

const PLAN = "Model_Files/plan.p01";
const STAGES = "Model_Files/Results/stages.csv";
/** Files of each of six uploads. */
const MANY = 5000;

/** As "conflict number: path of upload". */
async function listChoices(server: UploadServer, record: StoredRecord): Promise<string[]> {
  return (await fetchConflicts(server, record)).map(
    ({ conflictNumber, filename, uploadBatchId }) => `${conflictNumber}: ${filename} of ${uploadBatchId}`,
  );
}

async function callResolve(
  server: UploadServer,
  endpoint: Endpoint,
  record: StoredRecord,
  choice: JsonObject = {},
  user: TestUser = "vendor1",
) {
  const body = { username: user, [`model_${RECORD_ID_KEY}`]: String(record.id), ...choice };
  return server.call(user, endpoint, { body });
}

const keepUpload = (server: UploadServer, record: StoredRecord, uploadId: string) =>
  callResolve(server, endpoints.resolveBatchConflict, record, { upload_batch_id: uploadId });

const keepFile = (server: UploadServer, record: StoredRecord, uploadId: string) =>
  callResolve(server, endpoints.resolveFileConflict, record, { upload_id: uploadId });

const undo = (
  server: UploadServer,
  record: StoredRecord,
  choice?: { etag: string },
  user: TestUser = "vendor1",
) =>
  server.call(user, endpoints.undoConflictResolution, {
    body: { username: user, [RECORD_ID_KEY]: String(record.id) },
    ...(choice && { headers: { "if-match": choice.etag } }),
  });

const findFileId = async (server: UploadServer, record: StoredRecord, path: string, uploadId: string) =>
  (await fetchConflicts(server, record)).find(
    ({ filename, uploadBatchId }) => filename === path && uploadBatchId === uploadId,
  )!.uploadId;

/** Uploads whose version of a file is current. */
const listCurrentUploadsOfFile = async (server: UploadServer, record: StoredRecord, path: string) =>
  (await fetchFiles(server, record))
    .filter((file) => file.path.endsWith(`/files/${path}`))
    .map(({ uploadBatchId }) => uploadBatchId);

/** Newest first. */
const fetchResolutions = async (server: UploadServer, record: StoredRecord, user: TestUser = "vendor1") => {
  const params = { recordId: String(record.id) };
  const { status, rows } = await server.call(user, endpoints.listResolutions, { params });
  return status === 200 ? rows : [];
};

/** Uploads with any current file or folder. */
const listCurrentUploads = async (server: UploadServer, record: StoredRecord) => [
  ...new Set((await fetchFiles(server, record)).map(({ uploadBatchId }) => uploadBatchId)),
];

/** The stored content of an upload's file, current or archived. */
async function readStoredFile(
  { services: { db, storage } }: UploadServer,
  record: StoredRecord,
  path: string,
  uploadId: string,
) {
  const { archived, blob_path } = await db
    .selectFrom("model_files")
    .select(["archived", "blob_path"])
    .where("upload_id", "=", uploadId)
    .where("kind", "=", "file")
    .where("path", "=", path)
    .executeTakeFirstOrThrow();
  const content = await readBytes(await storage.read(`records/${record.id}/${blob_path}`));
  return { archived, content: content.toString() };
}

onUploadServer((server) => {
  it("finds exactly the file that differs between two uploads", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    expect(await fetchConflicts(server(), record)).toEqual([]);
    const second = await uploadVersion(server(), record, {
      [PLAN]: "Plan Title=changed\n",
      "Model_Files/new.txt": "new",
    });
    expect(await listChoices(server(), record)).toEqual([
      `1: ${PLAN} of ${first}`,
      `1: ${PLAN} of ${second}`,
    ]);
    expect(await fetchStatus(server(), record)).toBe("pending");
    const [version] = await fetchConflicts(server(), record);
    expect(version).toMatchObject({
      recordId: String(record.id),
      username: "vendor1",
      archived: false,
      size: 35,
    });
  });

  it("replaces the metadata file, which the portal writes, without a conflict", async () => {
    const record = await server().aRecord();
    const path = metadataFileName(String(record.id));
    const first = await uploadVersion(server(), record);
    const corrected = { [path]: `global_attributes:\n  ${RECORD_ID_KEY}: "${record.id}"\n  title: "New"\n` };
    const second = await uploadVersion(server(), record, corrected);
    expect(await fetchConflicts(server(), record)).toEqual([]);
    expect(await listCurrentUploadsOfFile(server(), record, path)).toEqual([second]);
    expect(await readStoredFile(server(), record, path, first)).toMatchObject({ archived: true });
  });

  describe("the metadata file", () => {
    const pathOf = (record: StoredRecord) => metadataFileName(String(record.id));
    const aMetadataFile = (record: StoredRecord, title: string) => ({
      [pathOf(record)]: `global_attributes:\n  ${RECORD_ID_KEY}: "${record.id}"\n  title: "${title}"\n`,
    });
    const uploadWithTitle = (record: StoredRecord, title: string) =>
      uploadVersion(server(), record, { [PLAN]: title, ...aMetadataFile(record, title) });
    const listUploads = (record: StoredRecord) => listCurrentUploadsOfFile(server(), record, pathOf(record));

    it("of an upload comes back when the vendor keeps the whole upload, until the undo", async () => {
      const record = await server().aRecord();
      const first = await uploadWithTitle(record, "One");
      const second = await uploadWithTitle(record, "Two");
      await keepUpload(server(), record, first);
      expect(await listUploads(record)).toEqual([first]);
      await undo(server(), record);
      expect(await listUploads(record)).toEqual([second]);
    });

    it("of the newest upload is the only one after the undo of a resolution before it", async () => {
      const record = await server().aRecord();
      const first = await uploadWithTitle(record, "One");
      const second = await uploadWithTitle(record, "Two");
      await keepUpload(server(), record, first);
      const third = await uploadWithTitle(record, "Three");
      const { rows } = await undo(server(), record);
      expect(rows.map(({ filename }) => filename)).toEqual([PLAN, PLAN, PLAN]);
      expect(await listUploads(record)).toEqual([third]);
      expect(await listCurrentUploads(server(), record)).toEqual([first, second, third]);
    });

    it("of the newest upload replaces those that conflicted before an update of the portal", async () => {
      const record = await server().aRecord();
      await uploadWithTitle(record, "One");
      const second = await uploadWithTitle(record, "Two");
      const files = server().services.db.updateTable("model_files").where("record_id", "=", record.id);
      await files.set({ archived: false, conflict_number: 9 }).where("path", "=", pathOf(record)).execute();
      const listPaths = async () =>
        (await fetchConflicts(server(), record)).map(({ filename }) => filename).sort();
      expect(await listPaths()).toEqual([PLAN, PLAN, pathOf(record), pathOf(record)]);
      await migrations["0011-replaced-metadata-files"]!.up(server().services.db);
      expect(await listPaths()).toEqual([PLAN, PLAN]);
      expect(await listUploads(record)).toEqual([second]);
    });

    it("cannot be removed from the model", async () => {
      const record = await server().aRecord();
      const upload = await uploadWithTitle(record, "One");
      const file = (await fetchFiles(server(), record)).find(({ path }) => path.endsWith(pathOf(record)));
      const choice = { upload_ids: [], left_out_ids: [file!.uploadId] };
      const { status, message } = await callResolve(server(), endpoints.resolveFileConflicts, record, choice);
      expect([status, message]).toEqual([400, expect.stringContaining("metadata file")]);
      expect(await listUploads(record)).toEqual([upload]);
    });
  });

  it("treats paths that differ only in case as the same file, as Windows does", async () => {
    const record = await server().aRecord();
    await uploadVersion(server(), record, { "Model_Files/River.g01": "one", "Model_Files/Same.g01": "same" });
    const other = { "Model_Files/RIVER.G01": "two", "Model_Files/SAME.g01": "same" };
    const second = await uploadVersion(server(), record, other);
    expect(await fetchConflicts(server(), record)).toMatchObject([
      { conflictNumber: 1, filename: "Model_Files/River.g01" },
      { conflictNumber: 1, filename: "Model_Files/RIVER.G01" },
    ]);
    const [zip] = await fetchZips(server(), record);
    expect(zip).toMatchObject({ newFiles: 0, changedFiles: 1, removedFiles: 0 });
    expect((await keepUpload(server(), record, second)).rows).toEqual([]);
    expect(await listCurrentUploadsOfFile(server(), record, "Model_Files/River.g01")).toEqual([]);
  });

  it("finds no conflict between uploads of the same content", async () => {
    const record = await server().aRecord();
    await uploadVersion(server(), record);
    await uploadVersion(server(), record);
    expect(await fetchConflicts(server(), record)).toEqual([]);
  });

  it("lists only the vendor's own conflicts", async () => {
    const record = await server().aRecord("vendor2");
    for (const plan of ["one", "two"]) {
      await server().upload(record, await createModelZip(record, { [PLAN]: plan }), "vendor2");
      await processUploads(server());
    }
    const list = (user: TestUser, username: string) =>
      server().call(user, endpoints.listConflicts, { params: { username } });
    const { answer, rows } = await list("vendor2", "vendor2");
    expect(answer.type).toBe("FeatureCollection");
    expect(rows.map((row) => [row[RECORD_ID_KEY], row.filename])).toEqual([
      [String(record.id), PLAN],
      [String(record.id), PLAN],
    ]);
    expect((await list("vendor1", "vendor2")).status).toBe(403);
    expect((await list("agency1", "vendor2")).status).toBe(403);
    await setStatus(server().services.db, record.id, "rejected", new Date());
    expect((await list("vendor2", "vendor2")).rows).toEqual([]);
  });

  it("rejects undoing a conflict resolution that the record does not have", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    await uploadVersion(server(), record, { [PLAN]: "changed" });
    await keepUpload(server(), record, first);
    const undoById = (resolution_id: string) =>
      server().call("vendor1", endpoints.undoConflictResolution, {
        body: { [RECORD_ID_KEY]: String(record.id), resolution_id },
      });
    for (const id of ["999999", "x"]) expect((await undoById(id)).status).toBe(400);
    expect(await listCurrentUploads(server(), record)).toEqual([first]);
    const [latest] = await fetchResolutions(server(), record);
    expect((await undoById(String(latest!["resolution_id"]))).status).toBe(200);
    expect(await listCurrentUploads(server(), record)).toHaveLength(2);
  });

  it("keeps the files of one upload and restores the others on undo", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "changed", "Model_Files/new.txt": "new" });
    const { rows, status } = await keepUpload(server(), record, first);
    expect([status, rows]).toEqual([200, []]);
    expect(await listCurrentUploads(server(), record)).toEqual([first]);
    expect((await fetchZips(server(), record)).map(({ archived }) => archived)).toEqual([true, false]);

    expect((await keepUpload(server(), record, first)).rows).toEqual([]);
    expect((await undo(server(), record)).rows).toHaveLength(2);
    expect((await undo(server(), record)).rows).toHaveLength(2);
    expect(await listCurrentUploads(server(), record)).toEqual([first, second]);
    expect((await fetchZips(server(), record)).map(({ archived }) => archived)).toEqual([false, false]);
    expect((await keepUpload(server(), record, second)).rows).toEqual([]);
    expect(await listCurrentUploads(server(), record)).toEqual([second]);
    expect(await listCurrentUploadsOfFile(server(), record, "Model_Files/new.txt")).toEqual([second]);
  });

  it("keeps versions of many files as one resolution, or none if one is not open", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "changed", [STAGES]: "changed" });
    const plan = await findFileId(server(), record, PLAN, first);
    const stages = await findFileId(server(), record, STAGES, second);
    const chooseMany = (ids: string[], user: TestUser = "vendor1") =>
      callResolve(server(), endpoints.resolveFileConflicts, record, { upload_ids: ids }, user);
    expect((await chooseMany([plan, "999999"])).status).toBe(409);
    expect((await chooseMany([plan, await findFileId(server(), record, PLAN, second)])).status).toBe(409);
    expect((await chooseMany([plan], "vendor2")).status).toBe(404);
    expect(await fetchConflicts(server(), record)).toHaveLength(4);
    expect((await chooseMany([plan, stages])).rows).toEqual([]);
    expect(await listCurrentUploadsOfFile(server(), record, PLAN)).toEqual([first]);
    expect(await listCurrentUploadsOfFile(server(), record, STAGES)).toEqual([second]);
    expect((await undo(server(), record)).rows).toHaveLength(4);
  });

  it("accepts a repeated choice whose response was lost and refuses to keep an archived version", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "changed", [STAGES]: "changed" });
    const plan = await findFileId(server(), record, PLAN, first);
    const stages = await findFileId(server(), record, STAGES, second);
    const lost = await findFileId(server(), record, STAGES, first);
    const chooseMany = (upload_ids: string[]) =>
      callResolve(server(), endpoints.resolveFileConflicts, record, { upload_ids });
    const { etag } = await chooseMany([plan, stages]);
    const again = await chooseMany([plan, stages]);
    expect([again.status, again.rows]).toEqual([200, []]);
    expect(again.etag).toBe(etag);
    for (const choice of [[plan, lost], [lost], ["x"]]) expect((await chooseMany(choice)).status).toBe(409);
  });

  it("refuses to keep an upload after another was kept and accepts a repeated choice", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "second", [STAGES]: "second" });
    expect((await keepUpload(server(), record, first)).status).toBe(200);
    const { status, message } = await keepUpload(server(), record, second);
    expect([status, message]).toEqual([
      409,
      "Another version of this file was already chosen. Undo that conflict resolution first.",
    ]);
    await undo(server(), record);

    // A file of it that was put aside before comes back: the upload is kept as it was sent.
    await keepFile(server(), record, await findFileId(server(), record, PLAN, first));
    const kept = await keepUpload(server(), record, second);
    const again = await keepUpload(server(), record, second);
    expect([kept.status, again.status]).toEqual([200, 200]);
    expect(again.etag).toBe(kept.etag);
    expect((await keepUpload(server(), record, first)).status).toBe(409);
    expect(await listCurrentUploadsOfFile(server(), record, PLAN)).toEqual([second]);
    await undo(server(), record);
    expect(await listCurrentUploadsOfFile(server(), record, PLAN)).toEqual([first]);
  });

  it("undoes the named resolution once and refuses if a later one exists", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "second", [STAGES]: "second" });
    const plan = await keepFile(server(), record, await findFileId(server(), record, PLAN, first));
    const stages = await keepFile(server(), record, await findFileId(server(), record, STAGES, second));
    const refused = await undo(server(), record, plan);
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringMatching(/later conflict resolution exists/),
    ]);
    expect((await undo(server(), record, stages)).rows).toHaveLength(2);
    const again = await undo(server(), record, stages);
    expect([again.status, again.rows.length]).toEqual([200, 2]);
    expect((await undo(server(), record, plan)).rows).toHaveLength(4);
    expect((await undo(server(), record, plan)).rows).toHaveLength(4);
    const foreign = await server().aRecord();
    expect((await undo(server(), foreign, plan)).status).toBe(409);
    expect((await undo(server(), record, { etag: '"x"' })).status).toBe(409);
  });

  it("archives the files that were not chosen and deletes none", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record, { [PLAN]: "plan one", [STAGES]: "stages one" });
    const second = await uploadVersion(server(), record, { [PLAN]: "plan two", [STAGES]: "stages two" });
    const lost = async (uploadId: string) => [
      await readStoredFile(server(), record, PLAN, uploadId),
      await readStoredFile(server(), record, STAGES, uploadId),
    ];
    const archived = (content: string) => ({ archived: true, content });

    expect((await keepUpload(server(), record, second)).rows).toEqual([]);
    expect(await lost(first)).toEqual([archived("plan one"), archived("stages one")]);
    await undo(server(), record);

    await keepFile(server(), record, await findFileId(server(), record, PLAN, first));
    await keepFile(server(), record, await findFileId(server(), record, STAGES, first));
    expect(await fetchConflicts(server(), record)).toEqual([]);
    expect(await lost(second)).toEqual([archived("plan two"), archived("stages two")]);
    await undo(server(), record);
    await undo(server(), record);

    const upload_ids = [
      await findFileId(server(), record, PLAN, second),
      await findFileId(server(), record, STAGES, second),
    ];
    expect(
      (await callResolve(server(), endpoints.resolveFileConflicts, record, { upload_ids })).rows,
    ).toEqual([]);
    expect(await lost(first)).toEqual([archived("plan one"), archived("stages one")]);
  });

  it("resolves conflicts in which the kept upload lacks the file", async () => {
    const record = await server().aRecord();
    await uploadVersion(server(), record);
    await uploadVersion(server(), record, { [PLAN]: "second", [STAGES]: "second" });
    const third = await uploadVersion(server(), record, { [PLAN]: "third", [STAGES]: undefined });
    expect((await keepUpload(server(), record, third)).rows).toEqual([]);
    expect(await listCurrentUploadsOfFile(server(), record, STAGES)).toEqual([]);
    expect(await listCurrentUploads(server(), record)).toEqual([third]);
  });

  it("removes files from the model, accepts a repeated removal and undoes the removal", async () => {
    const record = await server().aRecord();
    const extra = "Model_Files/extra.txt";
    const first = await uploadVersion(server(), record, { [extra]: "only here" });
    await uploadVersion(server(), record);
    expect(await fetchConflicts(server(), record)).toEqual([]);
    const out = (await fetchFiles(server(), record)).find(({ path }) => path.endsWith(extra))!.uploadId!;
    const leaveOut = (left_out_ids: string[], upload_ids: string[] = []) =>
      callResolve(server(), endpoints.resolveFileConflicts, record, { upload_ids, left_out_ids });
    expect((await leaveOut(["999999"])).status).toBe(409);
    expect((await leaveOut([out], [out])).status).toBe(409);
    expect((await leaveOut([out])).status).toBe(200);
    expect(await listCurrentUploadsOfFile(server(), record, extra)).toEqual([]);
    expect(await readStoredFile(server(), record, extra, first)).toEqual({
      archived: true,
      content: "only here",
    });
    expect((await leaveOut([out])).status).toBe(200);
    expect(await fetchResolutions(server(), record)).toMatchObject([
      {
        chosen: [{ path: extra, version: null }],
        put_aside: [{ path: extra, version: 1 }],
        kept_version: null,
      },
    ]);
    await undo(server(), record);
    expect(await listCurrentUploadsOfFile(server(), record, extra)).toEqual([first]);
  });

  it("lists files missing from the latest upload in the messages, not in the receipt", async () => {
    const record = await server().aRecord();
    await uploadVersion(server(), record, { "Model_Files/extra.txt": "only here" });
    expect(await fetchMessages(server(), record)).toEqual([]);
    const second = await uploadVersion(server(), record);
    const [{ content } = { content: "" }] = await fetchMessages(server(), record);
    expect(content).toContain('This upload does not contain "Model_Files/extra.txt" from earlier uploads.');
    const params = { recordId: String(record.id), uploadBatchId: second };
    expect((await server().call("vendor1", endpoints.uploadReceipt, { params })).answer.warnings).toEqual([]);
  });

  it("refuses a choice of files after the current files have changed", async () => {
    const record = await server().aRecord();
    await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "changed" });
    const params = { recordId: String(record.id) };
    const look = async () => (await server().call("vendor1", endpoints.listFiles, { params })).etag;
    const seen = await look();
    await uploadVersion(server(), record, { "Model_Files/new.txt": "new" });
    const plan = await findFileId(server(), record, PLAN, second);
    const choose = (etag: string) =>
      server().call("vendor1", endpoints.resolveFileConflicts, {
        body: { username: "vendor1", [`model_${RECORD_ID_KEY}`]: String(record.id), upload_ids: [plan] },
        headers: { "if-match": etag },
      });
    expect((await choose(seen)).status).toBe(409);
    const fresh = await look();
    const made = await choose(fresh);
    expect(made.status).toBe(200);
    // The answer was lost: what it changed is no reason to refuse the same choice.
    const again = await choose(fresh);
    expect([again.status, again.etag]).toEqual([200, made.etag]);
  });

  it("logs each choice, its archived files and who undid it", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    await uploadVersion(server(), record, { [PLAN]: "changed", "Model_Files/new.txt": "new" });
    await keepFile(server(), record, await findFileId(server(), record, PLAN, first));
    await keepUpload(server(), record, first);
    const [whole, plan] = await fetchResolutions(server(), record, "agency1");
    expect(plan).toMatchObject({
      username: "vendor1",
      upload_version: 2,
      kept_version: null,
      chosen: [{ path: PLAN, version: 1 }],
      put_aside: [{ path: PLAN, version: 2 }],
      put_aside_count: 1,
      undone: null,
    });
    expect(whole).toMatchObject({
      kept_version: 1,
      put_aside: [{ path: "Model_Files/new.txt", version: 2 }],
      undone: null,
    });
    expect((await fetchResolutions(server(), record, "vendor2")) as unknown).toEqual([]);
    expect((await undo(server(), record, undefined, "vendor2")).status).toBe(404);
    expect(
      (await undo(server(), record, { etag: `"${String(whole!.resolution_id)}"` }, "agency1")).status,
    ).toBe(200);
    expect((await fetchResolutions(server(), record))[0]).toMatchObject({
      undone_by: "agency1",
      undone: expect.any(String),
    });
    await setStatus(server().services.db, record.id, "in progress", new Date());
    expect((await undo(server(), record, undefined, "agency1")).status).toBe(409);
    expect((await undo(server(), record)).rows).toHaveLength(2);
  });

  it("grants download links for current uploads only", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "changed" });
    const get = async (of: string, batch: string) => {
      const params = { recordId: String(record.id) };
      const { answer } = await server().call("agency1", endpoints.downloadLink, { params });
      const uploads = answer.uploads as { uploadBatchId: string; query: string }[];
      const query = uploads.find(({ uploadBatchId }) => uploadBatchId === of)?.query ?? answer.query;
      return (await fetch(`${String(answer.prefix)}${batch}/files/${PLAN}?${String(query)}`)).status;
    };
    expect(await get(first, first)).toBe(200);
    expect(await get(second, first)).toBe(403);
    await keepUpload(server(), record, second);
    expect(await get(second, second)).toBe(200);
    expect(await get(first, first)).toBe(403);
  });

  it("keeps one version of a file and leaves other conflicts open", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "changed", [STAGES]: "changed" });
    const winner = await findFileId(server(), record, PLAN, second);
    const loser = await findFileId(server(), record, PLAN, first);
    const { rows } = await keepFile(server(), record, winner);
    expect(rows.map(({ filename }) => filename)).toEqual([STAGES, STAGES]);
    expect(await listCurrentUploadsOfFile(server(), record, PLAN)).toEqual([second]);
    expect((await keepFile(server(), record, winner)).rows).toHaveLength(2);
    expect((await keepFile(server(), record, loser)).status).toBe(409);

    const other = await findFileId(server(), record, STAGES, first);
    expect((await keepFile(server(), record, other)).rows).toEqual([]);
    expect((await undo(server(), record)).rows.map(({ filename }) => filename)).toEqual([STAGES, STAGES]);
    expect((await undo(server(), record)).rows).toHaveLength(4);
  });

  it("reopens a resolved conflict only when a new upload differs", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    await uploadVersion(server(), record, { [PLAN]: "changed" });
    await keepUpload(server(), record, first);
    const third = await uploadVersion(server(), record);
    expect(await fetchConflicts(server(), record)).toEqual([]);
    const fourth = await uploadVersion(server(), record, { [PLAN]: "changed again", [STAGES]: "changed" });
    expect(await listChoices(server(), record)).toEqual([
      `1: ${PLAN} of ${first}`,
      `1: ${PLAN} of ${third}`,
      `1: ${PLAN} of ${fourth}`,
      `2: ${STAGES} of ${first}`,
      ...(await listChoices(server(), record)).slice(4),
    ]);
  });

  it("includes the files of a later upload in the conflicts that Undo reopens", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    const second = await uploadVersion(server(), record, { [PLAN]: "changed" });
    await keepUpload(server(), record, second);
    const third = await uploadVersion(server(), record, { [PLAN]: "changed" });
    expect((await undo(server(), record)).rows.map(({ upload_batch_id }) => upload_batch_id)).toEqual([
      first,
      second,
      third,
    ]);
  });

  it("lists open conflicts until they are resolved", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    await uploadVersion(server(), record, { [PLAN]: "changed" });
    expect(await listOpenConflicts(server().services.db, [record.id])).toHaveLength(2);
    await keepUpload(server(), record, first);
    expect(await listOpenConflicts(server().services.db, [record.id])).toEqual([]);
  });

  it("refuses other vendors, other user names, unknown choices and decided records", async () => {
    const record = await server().aRecord();
    const first = await uploadVersion(server(), record);
    await uploadVersion(server(), record, { [PLAN]: "changed" });
    const uploadId = await findFileId(server(), record, PLAN, first);
    const foreign = await server().aRecord();
    const foreignBatch = await uploadVersion(server(), foreign);
    const calls: [Endpoint, JsonObject][] = [
      [endpoints.resolveBatchConflict, { upload_batch_id: first }],
      [endpoints.resolveFileConflict, { upload_id: uploadId }],
    ];
    for (const [endpoint, choice] of calls) {
      expect((await callResolve(server(), endpoint, record, choice, "vendor2")).status).toBe(404);
      expect((await callResolve(server(), endpoint, record, choice, "agency1")).status).toBe(404);
      expect((await callResolve(server(), endpoint, record, { ...choice, username: "vendor2" })).status).toBe(
        403,
      );
    }
    expect((await keepUpload(server(), record, foreignBatch)).status).toBe(404);
    expect((await keepUpload(server(), record, "nonsense")).status).toBe(404);
    const { uploadBatchId: unsent } = await server().requestUpload(record);
    expect((await keepUpload(server(), record, unsent)).status).toBe(404);
    expect((await keepFile(server(), record, "999999")).status).toBe(404);
    expect((await keepFile(server(), record, "x")).status).toBe(404);
    expect((await keepFile(server(), foreign, uploadId)).status).toBe(404);

    await setStatus(server().services.db, record.id, "accepted", new Date());
    for (const [endpoint, choice] of calls)
      expect((await callResolve(server(), endpoint, record, choice)).status).toBe(409);
    expect((await undo(server(), record)).status).toBe(409);
    expect(await fetchConflicts(server(), record)).toHaveLength(2);
  });

  it("counts how the files of an upload differ from the previous upload", async () => {
    const record = await server().aRecord();
    await uploadVersion(server(), record);
    await uploadVersion(server(), record, {
      [PLAN]: "changed",
      [STAGES]: undefined,
      "Model_Files/new.txt": "new",
    });
    const [second, first] = await fetchZips(server(), record);
    expect(first).toMatchObject({
      fileCount: 5,
      newFiles: 5,
      changedFiles: 0,
      unchangedFiles: 0,
      removedFiles: 0,
    });
    expect(second).toMatchObject({
      fileCount: 5,
      newFiles: 1,
      changedFiles: 1,
      unchangedFiles: 3,
      removedFiles: 1,
    });
  });

  it(
    "resolves six uploads of thousands of files in one request and undoes the resolution",
    { timeout: 300_000 },
    async () => {
      const { db } = server().services;
      const record = await server().aRecord();
      const batches: string[] = [];
      for (let upload = 0; upload < 6; upload += 1) {
        const { uploadBatchId: id } = await server().requestUpload(record);
        batches.push(id);
        await db.updateTable("uploads").set({ cataloged_at: new Date() }).where("id", "=", id).execute();
        const common = { record_id: record.id, upload_id: id, kind: "file" as const, username: "vendor1" };
        const rows = Array.from({ length: MANY }, (_, index) => ({
          ...common,
          ...{ path: `Model_Files/${index}.dat`, blob_path: `${id}/files/Model_Files/${index}.dat` },
          ...{ mime_type: "text/plain", size: index, sha256: `${upload}-${index}`, uploaded_at: new Date() },
        }));
        await db.transaction().execute((trx) => insertModelFiles(trx, rows));
      }
      await db.transaction().execute((trx) => assignConflictNumbers(trx, record.id));
      expect((await keepUpload(server(), record, batches[3]!)).rows).toEqual([]);
      expect((await keepUpload(server(), record, batches[3]!)).rows).toEqual([]);
      expect(await fetchFiles(server(), record)).toHaveLength(MANY);
      expect((await undo(server(), record)).rows).toHaveLength(6 * MANY);
      expect((await undo(server(), record)).rows).toHaveLength(6 * MANY);
      expect((await keepUpload(server(), record, batches[0]!)).rows).toEqual([]);
    },
  );
});
