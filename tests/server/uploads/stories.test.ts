import { expect, it, vi } from "vitest";
import {
  listFilesToDecide,
  applyConflictChoice,
  type UploadFileVersion,
} from "../../../src/contract/conflicts/resolveConflicts.ts";
import { groupBy } from "../../../src/contract/groupBy.ts";
import { endpoints, type Endpoint } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import type { Stage } from "../../../src/server/uploads/pipeline/processUpload.ts";
import { sweepEndedUploads } from "../../../src/server/uploads/sweepUploads.ts";
import { createCorrectionZip, createModelZip, readFilesInZip } from "./createModelZip.ts";
import { onUploadServer } from "./onUploadServer.ts";
import {
  fetchConflicts,
  fetchFiles,
  expireLeases,
  processUploads,
  startDyingWorker,
  fetchStatus,
  fetchZips,
} from "./uploadCalls.ts";
import type { TestUser, UploadServer } from "./uploadServer.ts";

/** One record and its uploads. Every step is a call of a user or a script. */
interface Story {
  server: UploadServer;
  record: StoredRecord;
  /** Upload ids, by version. */
  uploadIds: string[];
}

type Step = (story: Story) => Promise<void>;

/** File contents by name below Model_Files. */
type Files = Record<string, string>;

const addFolder = (files: Files) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`Model_Files/${name}`, content]));

/** Sends the whole model without processing it. */
const sendWhole =
  (files: Files): Step =>
  async ({ server, record, uploadIds }) => {
    uploadIds.push(
      (await server.upload(record, await createModelZip(record, addFolder(files)))).uploadBatchId,
    );
  };

/** Sends a correction of a version without processing it. */
const sendCorrection =
  (version: number, files: Files, removedNames: string[] = []): Step =>
  async ({ server, record, uploadIds }) => {
    const wanted = {
      corrected_upload_batch_id: uploadIds[version - 1],
      left_out_paths: removedNames.map((name) => `Model_Files/${name}`),
    };
    const zip = await createCorrectionZip(record, addFolder(files));
    uploadIds.push((await server.upload(record, zip, "vendor1", wanted)).uploadBatchId);
  };

/** Sends an upload and processes it. */
const thenProcess =
  (sendStep: Step): Step =>
  async (story) => {
    await sendStep(story);
    await processUploads(story.server);
  };

const send = (files: Files) => thenProcess(sendWhole(files));
const correct = (...of: Parameters<typeof sendCorrection>) => thenProcess(sendCorrection(...of));

/** The worker dies after a stage; another one continues when the lease has expired. */
const thenKillWorker =
  (stage: Stage, sendStep: Step): Step =>
  async (story) => {
    await sendStep(story);
    const dead = await startDyingWorker(story.server, stage);
    await expireLeases(story.server);
    await processUploads(story.server);
    await dead.stop();
  };

const call = async (
  { server, record }: Story,
  endpoint: Endpoint,
  body: JsonObject = {},
  { user = "vendor1" as TestUser, headers = {}, expected = 200 } = {},
) => {
  const ids = endpoint.path.includes("resolve")
    ? { [`model_${RECORD_ID_KEY}`]: String(record.id), username: user }
    : { [RECORD_ID_KEY]: String(record.id) };
  const answer = await server.call(user, endpoint, { body: { ...ids, ...body }, headers });
  expect([endpoint.path, answer.status, answer.status === expected ? "" : answer.message]).toEqual([
    endpoint.path,
    expected,
    "",
  ]);
  return answer;
};

/** The current files, as the portal fetches them. */
async function fetchCurrentFiles({ server, record }: Story): Promise<UploadFileVersion[]> {
  return (await fetchFiles(server, record))
    .filter(({ uploadType }) => uploadType === "file")
    .map(({ uploadId, uploadBatchId, path, size, sha256 }) => ({
      ...{ uploadId: uploadId!, uploadBatchId, size, sha256 },
      path: path.slice(path.indexOf("/files/") + "/files/".length),
    }));
}

const getFileIds = (files: UploadFileVersion[]) => files.map(({ uploadId }) => uploadId).sort();

/** The conflict summary equals what the portal lists file by file. */
async function expectSummaryMatches(story: Story): Promise<void> {
  const { server, record } = story;
  const currentZips = (await fetchZips(server, record)).filter(({ archived }) => !archived);
  const newestFirst = currentZips.toSorted((a, b) => b.uploadVersion! - a.uploadVersion!);
  const uploads = newestFirst.map(({ uploadBatchId }) => uploadBatchId);
  const filesToDecide = uploads.length < 2 ? [] : listFilesToDecide(await fetchCurrentFiles(story), uploads);
  const versions = groupBy(await fetchConflicts(server, record), ({ uploadBatchId }) => uploadBatchId);
  const params = { recordId: String(record.id) };
  const { answer } = await server.call("vendor1", endpoints.conflictSummary, { params });
  expect(answer).toEqual({
    contested_files: filesToDecide.filter(({ decisionReason: why }) => why === "contested").length,
    left_out_files: filesToDecide.filter(({ decisionReason: why }) => why === "left out").length,
    uploads: expect.toSatisfy((counts: { uploadBatchId: string; contestedFiles: number }[]) =>
      counts.every(
        ({ uploadBatchId, contestedFiles }) => versions.get(uploadBatchId)?.length === contestedFiles,
      ),
    ),
  });
  expect((answer as { uploads: unknown[] }).uploads).toHaveLength(versions.size);
}

/** Keeps a whole upload, by version, and compares the result with the preview. */
const keep =
  (version: number, expected = 200): Step =>
  async (story) => {
    const uploadBatchId = story.uploadIds[version - 1]!;
    const before = await fetchCurrentFiles(story);
    await call(story, endpoints.resolveBatchConflict, { upload_batch_id: uploadBatchId }, { expected });
    if (expected !== 200) return;
    const after = await fetchCurrentFiles(story);
    const files = after.filter((file) => file.uploadBatchId === uploadBatchId);
    expect(getFileIds(after)).toEqual(getFileIds(applyConflictChoice(before, { files }).currentFiles));
  };

/** By file name: the version to keep, or null to remove the file. Compares the result with the preview. */
const choose =
  (choices: Record<string, number | null>): Step =>
  async (story) => {
    const before = await fetchCurrentFiles(story);
    const [kept, removedNames]: [string[], string[]] = [[], []];
    for (const [name, version] of Object.entries(choices)) {
      const versionsOfFile = before.filter(({ path }) => path === `Model_Files/${name}`);
      const of =
        version === null
          ? versionsOfFile[0]
          : versionsOfFile.find((one) => one.uploadBatchId === story.uploadIds[version - 1]);
      (version === null ? removedNames : kept).push(of!.uploadId);
    }
    await call(story, endpoints.resolveFileConflicts, { upload_ids: kept, left_out_ids: removedNames });
    const outcome = applyConflictChoice(before, {
      keptIds: new Set(kept),
      removedIds: new Set(removedNames),
    });
    expect(getFileIds(await fetchCurrentFiles(story))).toEqual(getFileIds(outcome.currentFiles));
  };

const undo =
  (user: TestUser = "vendor1", expected = 200): Step =>
  async (story) => {
    const undone = expected === 200 && (await findReversal(story, "undo"));
    await call(story, endpoints.undoConflictResolution, { username: user }, { user, expected });
    if (undone) await expectOutcome(story, undone.outcome);
  };

const redo: Step = async (story) => {
  const { id, outcome } = (await findReversal(story, "redo"))!;
  await call(story, endpoints.redoConflictResolution, { username: "vendor1", resolution_id: id });
  await expectOutcome(story, outcome);
};

const cannotRedo: Step = async (story) => expect(await findReversal(story, "redo")).toBeUndefined();

/** The resolution that can be undone or redone next, with the preview of the outcome. */
async function findReversal({ server, record }: Story, reversal: "undo" | "redo") {
  const params = { recordId: String(record.id) };
  const { rows } = await server.call("vendor1", endpoints.listResolutions, { params });
  const id = rows.find((row) => row["reversal"] === reversal)?.["resolution_id"];
  if (id === undefined) return undefined;
  const { answer } = await server.call("vendor1", endpoints.reversalOutcome, {
    params: { ...params, resolutionId: String(id) },
  });
  return { id: String(id), outcome: answer };
}

async function expectOutcome(story: Story, { versions, status }: JsonObject): Promise<void> {
  const currentVersions = (await fetchCurrentFiles(story)).map(
    ({ uploadBatchId }) => story.uploadIds.indexOf(uploadBatchId) + 1,
  );
  expect([...new Set(currentVersions)].sort()).toEqual(versions);
  expect(await fetchStatus(story.server, story.record)).toBe(status);
}

const hasStatus =
  (status: string): Step =>
  async ({ server, record }) =>
    expect(await fetchStatus(server, record)).toBe(status);

const conflicts =
  (...names: string[]): Step =>
  async ({ server, record }) => {
    const found = new Set((await fetchConflicts(server, record)).map(({ filename }) => filename));
    expect([...found].sort()).toEqual(names.map((name) => `Model_Files/${name}`).sort());
  };

const asReviewer =
  (endpoint: Endpoint, body: JsonObject = {}) =>
  (expected = 200): Step =>
  async (story) =>
    void (await call(story, endpoint, body, { user: "agency1", expected }));

const accept = asReviewer(endpoints.acceptRecord);
const reject = asReviewer(endpoints.rejectRecord, { reason: "Please mend it." });
const reopen: Step = async (story) => void (await call(story, endpoints.reopenRecord));
const withdraw: Step = async (story) => void (await call(story, endpoints.withdrawRecord));

/** Runs steps at the same time, in any order. */
const inParallel =
  (...steps: Step[]): Step =>
  async (story) =>
    void (await Promise.allSettled(steps.map((step) => step(story))));

/** A decision based on files that were loaded before another step is refused. */
async function expectRefusedAfter(
  story: Story,
  otherStep: Step,
  endpoint: Endpoint,
  body: JsonObject,
  user?: TestUser,
) {
  const params = { recordId: String(story.record.id) };
  const { etag } = await story.server.call("vendor1", endpoints.listFiles, { params });
  await otherStep(story);
  const options = { ...(user && { user }), headers: { "if-match": String(etag) }, expected: 409 };
  await call(story, endpoint, body, options);
}

const staleKeep =
  (version: number, otherStep: Step): Step =>
  (story) =>
    expectRefusedAfter(story, otherStep, endpoints.resolveBatchConflict, {
      upload_batch_id: story.uploadIds[version - 1],
    });

const staleAccept =
  (otherStep: Step): Step =>
  (story) =>
    expectRefusedAfter(story, otherStep, endpoints.acceptRecord, {}, "agency1");

const staleChoose =
  (choice: Record<string, number>, otherStep: Step): Step =>
  async (story) => {
    const { uploadIds } = story;
    const before = await fetchCurrentFiles(story);
    const upload_ids = Object.entries(choice).map(
      ([name, version]) =>
        before.find(
          ({ path, uploadBatchId }) =>
            path === `Model_Files/${name}` && uploadBatchId === uploadIds[version - 1],
        )!.uploadId,
    );
    await expectRefusedAfter(story, otherStep, endpoints.resolveFileConflicts, { upload_ids });
  };

/** File contents of the downloaded model zip, or the status of a refusal. */
async function downloadModelFiles({ server, record }: Story): Promise<Files | number> {
  const params = { recordId: String(record.id) };
  const { answer } = await server.call("agency1", endpoints.downloadLink, { params });
  const url = `/api${endpoints.modelZip.path.replace(":recordId", params.recordId)}`;
  const query = { grant: String(answer.model_grant) };
  const response = await server.app.inject({ url, query });
  if (response.statusCode !== 200) return response.statusCode;
  return readFilesInZip(response.rawPayload);
}

interface Told {
  story: string;
  steps: Step[];
  /** Files of the model at the end, or the status if it cannot be downloaded. */
  ends: Files | number;
  status?: string;
  versions?: number;
}

const STORIES: Told[] = [
  { story: "one upload", steps: [send({ a: "1" })], ends: { a: "1" } },
  {
    story: "an upload that only adds",
    steps: [send({ a: "1" }), send({ a: "1", b: "2" })],
    ends: { a: "1", b: "2" },
  },
  {
    story: "an upload that lacks a file",
    steps: [send({ a: "1", b: "1" }), send({ a: "1" })],
    ends: { a: "1", b: "1" },
  },
  {
    story: "removing the missing file",
    steps: [send({ a: "1", b: "1" }), send({ a: "1" }), choose({ b: null })],
    ends: { a: "1" },
  },
  {
    story: "a conflicting file that the newest upload lacks",
    steps: [
      send({ a: "1", b: "1" }),
      send({ a: "2", b: "1" }),
      send({ b: "1" }),
      conflicts("a"),
      choose({ a: null }),
      undo(),
      choose({ a: 1 }),
    ],
    ends: { a: "1", b: "1" },
  },
  {
    story: "an unresolved conflict",
    steps: [send({ a: "1" }), send({ a: "2" }), conflicts("a"), accept(409)],
    ends: 401,
  },
  {
    story: "the newer upload as a whole",
    steps: [send({ a: "1", b: "1" }), send({ a: "2", c: "2" }), keep(2), accept()],
    ends: { a: "2", c: "2" },
    status: "accepted",
  },
  {
    story: "the older upload as a whole",
    steps: [send({ a: "1", b: "1" }), send({ a: "2", c: "2" }), keep(1)],
    ends: { a: "1", b: "1" },
  },
  {
    story: "a choice and its undo",
    steps: [send({ a: "1" }), send({ a: "2" }), keep(1), undo(), conflicts("a"), keep(2)],
    ends: { a: "2" },
  },
  {
    story: "a reviewer undoes a choice",
    steps: [
      send({ a: "1" }),
      send({ a: "2" }),
      keep(1),
      undo("agency1"),
      conflicts("a"),
      undo("vendor2", 404),
    ],
    ends: 401,
  },
  {
    story: "file by file",
    steps: [
      send({ a: "1", b: "1", c: "1" }),
      send({ a: "2", b: "2", d: "2" }),
      choose({ a: 1, b: 2, c: null, d: 2 }),
    ],
    ends: { a: "1", b: "2", d: "2" },
  },
  {
    story: "file by file in two steps, and the second undone",
    steps: [
      send({ a: "1", b: "1" }),
      send({ a: "2", b: "2" }),
      choose({ a: 1 }),
      conflicts("b"),
      choose({ b: 2 }),
      undo(),
      conflicts("b"),
      choose({ b: 1 }),
    ],
    ends: { a: "1", b: "1" },
  },
  {
    story: "a second conflict",
    steps: [
      send({ a: "1" }),
      send({ a: "2" }),
      keep(2),
      send({ a: "3", b: "3" }),
      conflicts("a"),
      choose({ a: 2, b: 3 }),
    ],
    ends: { a: "2", b: "3" },
  },
  {
    story: "a file by file choice, then a whole upload that restores its archived files",
    steps: [send({ a: "1", b: "1" }), send({ a: "2", b: "2" }), choose({ a: 1 }), keep(2)],
    ends: { a: "2", b: "2" },
  },
  {
    story: "the same, and its undo",
    steps: [
      send({ a: "1", b: "1" }),
      send({ a: "2", b: "2" }),
      choose({ a: 1 }),
      keep(2),
      undo(),
      choose({ b: 1 }),
    ],
    ends: { a: "1", b: "1" },
  },
  {
    story: "a rejection, a reopening and a corrected version",
    steps: [send({ a: "1" }), reject(), reopen, send({ a: "2" }), keep(2), accept()],
    ends: { a: "2" },
    status: "accepted",
  },
  {
    story: "nothing changes after acceptance",
    steps: [
      send({ a: "1" }),
      send({ a: "2" }),
      keep(2),
      accept(),
      undo("vendor1", 409),
      undo("agency1", 409),
      keep(1, 409),
    ],
    ends: { a: "2" },
    status: "accepted",
  },
  {
    story: "two tabs: the other upload was kept first",
    steps: [send({ a: "1" }), send({ a: "2" }), keep(1), keep(2, 409)],
    ends: { a: "1" },
  },
  {
    story: "two tabs: an upload arrived after the page was loaded",
    steps: [
      send({ a: "1" }),
      send({ a: "2" }),
      staleChoose({ a: 1 }, send({ a: "2", b: "3" })),
      conflicts("a"),
      keep(3),
    ],
    ends: { a: "2", b: "3" },
  },
  {
    story: "two tabs: an upload arrived after the page was loaded, and a whole one is kept",
    steps: [
      send({ a: "1" }),
      send({ a: "2" }),
      staleKeep(1, send({ a: "2", b: "3" })),
      conflicts("a"),
      keep(1),
    ],
    ends: { a: "1" },
  },
  {
    story: "a reviewer accepts only the version that was shown",
    steps: [send({ a: "1" }), staleAccept(send({ a: "1", b: "2" }))],
    ends: { a: "1", b: "2" },
  },
  {
    story: "two reviewers at once: one decides, and the vendor can no longer undo",
    steps: [
      send({ a: "1" }),
      send({ a: "2" }),
      keep(2),
      inParallel(accept(), accept()),
      undo("vendor1", 409),
    ],
    ends: { a: "2" },
    status: "accepted",
  },
  ...(["snapshotted", "checked", "extracted", "cataloged"] as const).map((stage) => ({
    story: `a worker that dies once the second upload is ${stage}`,
    steps: [
      send({ a: "1", b: "1" }),
      thenKillWorker(stage, sendWhole({ a: "2" })),
      conflicts("a"),
      choose({ a: 2, b: null }),
    ],
    ends: { a: "2" },
  })),
  {
    story: "a correction of the only version",
    steps: [send({ a: "1", b: "1" }), correct(1, { a: "2", c: "2" }), conflicts(), accept()],
    ends: { a: "2", b: "1", c: "2" },
    status: "accepted",
  },
  {
    story: "a correction that removes a file and a folder",
    steps: [
      send({ a: "1", b: "1", "old/c": "1", "old/d": "1" }),
      correct(1, { a: "2" }, ["b", "old"]),
      conflicts(),
    ],
    ends: { a: "2" },
  },
  {
    story: "a correction of a correction",
    steps: [
      send({ a: "1", b: "1", c: "1" }),
      correct(1, { a: "2" }),
      correct(2, { b: "3" }, ["c"]),
      conflicts(),
    ],
    ends: { a: "2", b: "3" },
  },
  {
    story: "an undone correction",
    steps: [send({ a: "1", b: "1" }), correct(1, { a: "2", c: "2" }, ["b"]), undo(), conflicts()],
    ends: { a: "1", b: "1" },
  },
  {
    story: "an undone and redone correction",
    steps: [send({ a: "1", b: "1" }), correct(1, { a: "2" }, ["b"]), undo(), redo, cannotRedo],
    ends: { a: "2" },
  },
  {
    story: "a correction of a rejected version, undone: the rejected version is not in review again",
    steps: [send({ a: "1" }), reject(), reopen, correct(1, { a: "2" }), undo()],
    ends: { a: "1" },
    status: "in progress",
  },
  {
    story: "a correction of a rejected version, undone and redone: it is in review again",
    steps: [send({ a: "1" }), reject(), reopen, correct(1, { a: "2" }), undo(), redo],
    ends: { a: "2" },
  },
  {
    story: "a rejected version chosen again: it is not in review again, until the choice is undone",
    steps: [send({ a: "1" }), reject(), reopen, send({ a: "2" }), keep(1), hasStatus("in progress"), undo()],
    ends: 401,
  },
  {
    story: "the files of a rejected version chosen one by one",
    steps: [send({ a: "1" }), reject(), reopen, send({ a: "2" }), choose({ a: 1 })],
    ends: { a: "1" },
    status: "in progress",
  },
  {
    story:
      "the archived files of a rejected version, uploaded again and chosen: they are not in review again",
    steps: [send({ a: "1" }), reject(), reopen, send({ a: "2" }), keep(2), send({ a: "1" }), keep(3)],
    ends: { a: "1" },
    status: "in progress",
  },
  {
    story: "a record withdrawn after a new upload: undoing an older choice does not return it to review",
    steps: [
      ...[send({ a: "1" }), reject(), reopen, send({ a: "2" }), keep(1), hasStatus("in progress")],
      ...[send({ a: "3" }), hasStatus("pending"), withdraw, undo()],
    ],
    ends: 401,
    status: "in progress",
  },
  {
    story: "a choice after a rejection that keeps new files stays in review",
    steps: [send({ a: "1", b: "1" }), reject(), reopen, send({ a: "2", b: "2" }), choose({ a: 1, b: 2 })],
    ends: { a: "1", b: "2" },
  },
  {
    story: "two choices undone and redone in order",
    steps: [
      ...[send({ a: "1", b: "1" }), send({ a: "2", b: "2" }), choose({ a: 1 }), choose({ b: 2 })],
      ...[undo(), undo(), conflicts("a", "b"), redo, conflicts("b"), redo, cannotRedo],
    ],
    ends: { a: "1", b: "2" },
  },
  {
    story: "an undone choice that another choice replaces",
    steps: [send({ a: "1" }), send({ a: "2" }), keep(1), undo(), keep(2), cannotRedo],
    ends: { a: "2" },
  },
  {
    story: "an undone choice followed by an upload",
    steps: [send({ a: "1" }), send({ a: "2" }), keep(1), undo(), send({ a: "3" }), cannotRedo, keep(3)],
    ends: { a: "3" },
  },
  {
    story: "a correction that only adds, undone by a reviewer, and another one",
    steps: [
      send({ a: "1", b: "1" }),
      correct(1, { c: "2" }),
      undo("agency1"),
      conflicts(),
      correct(1, { d: "3" }, ["b"]),
    ],
    ends: { a: "1", d: "3" },
  },
  {
    story: "a correction, then a conflict, a choice and its undo",
    steps: [
      send({ a: "1", b: "1" }),
      correct(1, { a: "2" }),
      send({ a: "3", b: "1" }),
      conflicts("a"),
      keep(2),
      undo(),
      conflicts("a"),
      choose({ a: 3 }),
    ],
    ends: { a: "3", b: "1" },
  },
  {
    story: "a correction of a version with a newer current version",
    steps: [
      send({ a: "1", b: "1" }),
      send({ a: "2", b: "1" }),
      keep(2),
      correct(1, { b: "3" }),
      conflicts("a", "b"),
      choose({ a: 2, b: 3 }),
    ],
    ends: { a: "2", b: "3" },
  },
  {
    story: "a correction leaves an older conflict open",
    steps: [
      send({ a: "1", b: "1" }),
      send({ a: "2", b: "1" }),
      correct(2, { b: "3" }),
      conflicts("a", "b"),
      accept(409),
      keep(3),
    ],
    ends: { a: "2", b: "3" },
  },
  {
    story: "a correction of a version with a current file of an older version",
    steps: [
      send({ a: "1", b: "1", x: "1" }),
      send({ a: "1", b: "1" }),
      correct(2, { a: "2" }),
      conflicts("a"),
      choose({ a: 3, x: null }),
    ],
    ends: { a: "2", b: "1" },
  },
  {
    story: "a rejection, a reopening and a correction",
    steps: [send({ a: "1", b: "1" }), reject(), reopen, correct(1, { a: "2" }, ["b"]), accept()],
    ends: { a: "2" },
    status: "accepted",
  },
  ...(["claimed", "snapshotted", "checked", "extracted", "cataloged"] as const).map((stage) => ({
    story: `a worker that dies once a correction is ${stage}`,
    steps: [
      send({ a: "1", b: "1", c: "1" }),
      thenKillWorker(stage, sendCorrection(1, { a: "2" }, ["b"])),
      conflicts(),
    ],
    ends: { a: "2", c: "1" },
  })),
];

onUploadServer((server) => {
  it.each(STORIES)("$story", async ({ steps, ends, status = "pending", versions }) => {
    const record = await server().aRecord();
    const story: Story = { server: server(), record, uploadIds: [] };
    for (const step of steps) {
      await step(story);
      await expectSummaryMatches(story);
    }
    expect(await downloadModelFiles(story)).toEqual(ends);
    expect(await fetchStatus(server(), record)).toBe(status);
    expect(await fetchZips(server(), record)).toHaveLength(versions ?? story.uploadIds.length);
    // Archived files keep their blobs, also after a sweep.
    const { db, storage } = server().services;
    await sweepEndedUploads(server().services, new AbortController().signal);
    const rows = await db
      .selectFrom("model_files")
      .select("blob_path")
      .where("record_id", "=", record.id)
      .where("kind", "=", "file")
      .execute();
    for (const { blob_path } of rows)
      expect(await storage.find(`records/${record.id}/${blob_path}`)).toBeDefined();
  });

  it("audits and mails that an Undo ends a review and a Redo resumes it; only the agency's Undo counts as unread", async () => {
    const record = await server().aRecord();
    const story: Story = { server: server(), record, uploadIds: [] };
    const { db } = server().services;
    const listNews = async () => {
      const events = await db
        .selectFrom("audit_log")
        .select(["event", "username"])
        .where("record_id", "=", record.id)
        .where("event", "like", "%review")
        .orderBy("id")
        .execute();
      const mails = await db
        .selectFrom("outbox")
        .innerJoin("accounts", "accounts.id", "outbox.account_id")
        .select(["username", "sentence", "details"])
        .where("record_id", "=", record.id)
        .where("sentence", "like", "%in review%")
        .orderBy("outbox.id")
        .execute();
      const { rows } = await server().call("vendor1", endpoints.listRecords, {
        params: { username: "vendor1" },
      });
      const row = rows.find((listed) => listed[RECORD_ID_KEY] === String(record.id));
      return { events, mails, unread: row?.["unread_messages"] };
    };
    for (const step of [send({ a: "1" }), reject(), reopen, correct(1, { a: "2" })]) await step(story);
    const { unread: unreadBefore } = await listNews();
    await undo("agency1")(story);
    await redo(story);
    expect(await listNews()).toEqual({
      events: [
        { event: "record left review", username: "agency1" },
        { event: "record returned to review", username: "vendor1" },
      ],
      mails: [
        {
          username: "vendor1",
          sentence: "This model is no longer in review.",
          details:
            "agency1 undid a conflict resolution. The model becomes v1, which was rejected. The record goes back to in progress: correct it and upload it again.",
        },
        {
          username: "agency1",
          sentence: "This model is in review again.",
          details:
            "vendor1 redid a conflict resolution. The model becomes v2. The record is pending admin acceptance again.",
        },
      ],
      unread: Number(unreadBefore) + 1,
    });
  });

  it("resumes a download of the model, restarts it if the model changed and refuses other vendors", async () => {
    const record = await server().aRecord();
    const story: Story = { server: server(), record, uploadIds: [] };
    await send({ a: "first" })(story);
    const params = { recordId: String(record.id) };
    const link = async () =>
      String((await server().call("vendor1", endpoints.downloadLink, { params })).answer.model_grant);
    const get = (grant: string, headers: Record<string, string> = {}, id = params.recordId) =>
      server().app.inject({
        url: `/api${endpoints.modelZip.path.replace(":recordId", id)}`,
        query: { grant },
        headers,
      });
    const grant = await link();
    const sendWhole = await get(grant);
    expect(sendWhole.headers).toMatchObject({
      "content-type": "application/zip",
      "accept-ranges": "bytes",
      "content-length": String(sendWhole.rawPayload.length),
    });
    const read = vi.spyOn(server().services.storage, "read");
    const head = await server().app.inject({
      method: "HEAD",
      url: `/api${endpoints.modelZip.path.replace(":recordId", params.recordId)}`,
      query: { grant },
    });
    expect(head.headers).toMatchObject({ "content-length": String(sendWhole.rawPayload.length) });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    const etag = String(sendWhole.headers.etag);
    const rest = await get(grant, { range: "bytes=500-", "if-range": etag });
    expect([rest.statusCode, rest.rawPayload.equals(sendWhole.rawPayload.subarray(500))]).toEqual([
      206,
      true,
    ]);
    expect(rest.headers["content-range"]).toBe(
      `bytes 500-${sendWhole.rawPayload.length - 1}/${sendWhole.rawPayload.length}`,
    );
    expect((await get(grant, { range: "bytes=99999999-" })).statusCode).toBe(416);
    // A missing checksum is computed, and the zip stays the same.
    await server()
      .services.db.updateTable("model_files")
      .set({ crc32: null })
      .where("record_id", "=", record.id)
      .execute();
    expect((await get(grant)).rawPayload.equals(sendWhole.rawPayload)).toBe(true);
    await send({ a: "first", b: "more" })(story);
    expect((await get(grant, { range: "bytes=500-", "if-range": etag })).statusCode).toBe(200);
    const other = await server().aRecord();
    expect((await get(grant, {}, String(other.id))).statusCode).toBe(401);
    expect((await get(server().tokens.vendor1)).statusCode).toBe(401);
    server().advance(2 * 60 * 60_000);
    expect((await get(grant)).statusCode).toBe(401);
  });

  it("returns one receipt of the current model, which no longer changes after acceptance", async () => {
    const record = await server().aRecord();
    const story: Story = { server: server(), record, uploadIds: [] };
    for (const step of [send({ a: "1" }), send({ a: "2" })]) await step(story);
    const params = { recordId: String(record.id) };
    const receipt = (user: TestUser) => server().call(user, endpoints.modelReceipt, { params });
    expect((await receipt("vendor1")).status).toBe(409);
    for (const step of [keep(2), accept()]) await step(story);
    const { answer } = await receipt("agency1");
    expect(answer).toMatchObject({ receipt_version: 1, status: "accepted" });
    const files = answer.files as { path: string; version: number; stored: string }[];
    expect(files.find(({ path }) => path === "Model_Files/a")).toMatchObject({
      version: 2,
      stored: `${story.uploadIds[1]}/files/Model_Files/a`,
    });
    expect((await receipt("vendor2")).status).toBe(404);
  });
});
