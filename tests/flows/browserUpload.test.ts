import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import { openChosenModel } from "../../src/portal/browser-upload/worker/chosenModel.ts";
import { runUpload } from "../../src/portal/browser-upload/worker/runUpload.ts";
import type {
  TaskMember,
  UploadEvent,
  UploadTask,
} from "../../src/portal/browser-upload/worker/uploadTask.ts";
import {
  layOutMembers,
  readZipRange,
  computeChecksums,
} from "../../src/portal/browser-upload/worker/zipContent.ts";
import type { PortalDataProvider } from "../../src/portal/providers/dataProvider.ts";
import { loadMetadataYaml } from "../../src/portal/providers/loadMetadataYaml.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import type { RunningServer } from "../../src/server/runServer.ts";
import { buildBlobUrl } from "../../src/server/storage/grants.ts";
import { signInProvider } from "../support/signInProvider.ts";
import { startServer } from "../support/startServer.ts";

const MIB = 1024 * 1024;
const OPTIONS = { blockMiB: 1, retryWaitMs: 5, pollIntervalMs: 50 };
const EVERY_RECORD = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

let server: RunningServer;
let provider: PortalDataProvider;
beforeAll(async () => {
  server = await startServer();
  provider = (await signInProvider(server.url, "vendor1")).provider;
});
afterAll(() => server.close());
beforeEach(() => vi.restoreAllMocks());

const aLargeFile = () => Buffer.alloc(5 * MIB).map((_, index) => (index * 7) % 251);

/** A new record, and the task for a folder without coverage, metadata file and empty folders. */
async function prepare({ isComplete = true } = {}) {
  const { data } = await provider.getList<RecordRow>("records", EVERY_RECORD);
  const recordId = String(await provider.duplicateRecord(data[0]!.id, crypto.randomUUID()));
  const record = (await provider.getOne<RecordRow>("records", { id: recordId })).data;
  const added = {
    metadataFile: new Blob([await loadMetadataYaml(provider, recordId)]),
    coverageFile: isComplete ? await provider.downloadSpatialExtent(recordId) : undefined,
  };
  const files = {
    "my model/Model_Files/terrain.hdf": aLargeFile(),
    "my model/Model_Files/empty.txt": "",
    "my model/Supporting/report.txt": "report",
    "my model/.DS_Store": "junk",
  };
  const items = Object.entries(files).map(([path, content]) => ({
    path,
    file: new File([content], path, { lastModified: Date.UTC(2026, 0, 2) }),
  }));
  const chosen = await openChosenModel(
    {
      items: [...items, { path: "my model/Model_Files/runs", isEmptyFolder: true }],
      hasEmptyFolders: true,
    },
    { recordId, metadata: record.currentMetadata as JsonObject, isCorrection: false },
    added,
  );
  const ticket = await provider.requestUpload(recordId);
  const task: UploadTask = {
    members: chosen.members,
    fileName: ticket.blobName,
    blobUrl: buildBlobUrl(ticket, ticket.blobName),
    uploadToken: ticket.uploadToken,
    checkUrl: `${server.url}/api${endpoints.checkUpload.path}`,
    completeUrl: `${server.url}/api${endpoints.uploadComplete.path}`,
  };
  return { recordId, chosen, ticket, task };
}

async function run(task: UploadTask): Promise<UploadEvent[]> {
  const events: UploadEvent[] = [];
  await runUpload(task, (event) => events.push(event), OPTIONS);
  return events;
}

/** The zip as one buffer. */
async function buildZip(members: TaskMember[]): Promise<Uint8Array> {
  const { checksums } = await computeChecksums(members, () => undefined);
  const layout = layOutMembers(members.map((one) => ({ ...one, crc32: checksums.get(one.path) })));
  return (await readZipRange(layout, 0, layout.size - 1)).bytes;
}

const fetchStatus = async (recordId: string) =>
  (await provider.getOne<RecordRow>("records", { id: recordId })).data.statusInfo.status;

/** Counts the blocks that are sent. Some of them can be answered otherwise. */
function watchBlocks(answerFor: (count: number) => Promise<Response> | undefined = () => undefined) {
  const original = globalThis.fetch;
  const watched = { sent: 0, ids: [] as string[] };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    if (String(url).includes("comp=block&")) {
      watched.sent += 1;
      watched.ids.push(new URL(String(url)).searchParams.get("blockid")!);
      const answer = answerFor(watched.sent);
      if (answer) return answer;
    }
    return original(url, init);
  });
  return watched;
}

it("delivers a folder: adds what is missing, and the record becomes pending", async () => {
  const { recordId, chosen, ticket, task } = await prepare();
  expect(chosen.junkPaths).toEqual(["my model/.DS_Store"]);
  const { events, ids } = await countSent(() => run(task));
  expect(events.at(-1)).toMatchObject({ type: "done" });
  const steps = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
  expect(steps.filter((type) => type !== "waiting")).toEqual(
    expect.arrayContaining(["preparing", "prepared", "prechecking", "sending", "arrived", "done"]),
  );
  expect(events.findLast(({ type }) => type === "sending")).toMatchObject({ files: chosen.fileCount });
  expect(await fetchStatus(recordId)).toBe("pending");
  const zip = await buildZip(chosen.members);
  const receipt = await provider.getUploadReceipt(recordId, ticket.uploadBatchId);
  expect(receipt).toMatchObject({
    sha256: createHash("sha256").update(zip).digest("hex"),
    size: zip.length,
  });
  expect((receipt!["files"] as { path: string }[]).map(({ path }) => path)).toEqual(
    expect.arrayContaining(["Model_Files/empty.txt", "Model_Files/terrain.hdf", `metadata_${recordId}.yml`]),
  );
  const { files } = await provider.listFiles(recordId);
  const folders = files.filter(({ uploadType }) => uploadType === "directory");
  expect(folders.map(({ path }) => path)).toContainEqual(expect.stringMatching(/Model_Files\/runs$/));
  expect(ids.toSorted()).toEqual(buildScriptBlockIds(zip).toSorted());
});

/** As upload_script.sh builds them: the content's MD5, the size of blocks and the index. */
const buildScriptBlockIds = (zip: Uint8Array): string[] =>
  Array.from({ length: Math.ceil(zip.length / MIB) }, (_, index) => {
    const block = zip.subarray(index * MIB, (index + 1) * MIB);
    const md5 = createHash("md5").update(block).digest("hex").slice(0, 28);
    return btoa(md5 + String(OPTIONS.blockMiB).padStart(3, "0") + String(index).padStart(5, "0"));
  });

const NEVER = new Promise<Response>(() => undefined);

/** Starts an upload that stops after its first blocks, as when the browser is killed. */
async function interrupt(task: UploadTask, storedBlocks: number) {
  const watched = watchBlocks((count) => (count > storedBlocks ? NEVER : undefined));
  void run(task);
  await vi.waitFor(() => expect(watched.sent).toBe(storedBlocks + 3), { timeout: 30_000 });
  vi.restoreAllMocks();
}

it("sends only what is missing when an interrupted upload is repeated", async () => {
  const { task, recordId, chosen } = await prepare();
  await interrupt(task, 2);
  const { events, sent } = await countSent(() => run(task));
  expect(events.at(-1)).toMatchObject({ type: "done" });
  expect(sent).toBe(Math.ceil((await buildZip(chosen.members)).length / MIB) - 2);
  expect(await fetchStatus(recordId)).toBe("pending");
});

async function countSent(work: () => Promise<UploadEvent[]>) {
  const watched = watchBlocks();
  return { events: await work(), ...watched };
}

it("sends no block again with the new link that follows an expired one", async () => {
  const { task, recordId, ticket, chosen } = await prepare();
  await interrupt(task, 2);
  const { db, now } = server.services;
  const expired = { expires_at: new Date(now().getTime() - 1000) };
  await db.updateTable("uploads").set(expired).where("id", "=", ticket.uploadBatchId).execute();
  expect((await run(task)).at(-1)).toMatchObject({ type: "link expired" });
  const { uploadToken, ...renewed } = await provider.requestUpload(recordId);
  const blobUrl = buildBlobUrl(renewed, renewed.blobName);
  const { events, sent } = await countSent(() => run({ ...task, uploadToken, blobUrl }));
  expect(events.at(-1)).toMatchObject({ type: "done" });
  expect(sent).toBe(Math.ceil((await buildZip(chosen.members)).length / MIB) - 2);
});

it("sends nothing if the portal would reject the model", async () => {
  const { task } = await prepare({ isComplete: false });
  const { events, sent } = await countSent(() => run(task));
  expect(events.at(-1)).toMatchObject({
    type: "rejected",
    hasArrived: false,
    errors: [expect.stringContaining("coverage geodatabase")],
  });
  expect(sent).toBe(0);
});

it("waits while there is no connection and continues by itself", async () => {
  const { task } = await prepare();
  watchBlocks((count) => (count === 1 ? Promise.reject(new TypeError("Failed to fetch")) : undefined));
  const events = await run(task);
  expect(events).toContainEqual({ type: "waiting", reason: expect.stringContaining("No connection") });
  expect(events.at(-1)).toMatchObject({ type: "done" });
});

it("names a file that changes after its checksum was computed", async () => {
  const { task } = await prepare();
  const members = task.members.map((one) => (one.path.endsWith("report.txt") ? { ...one, crc32: 1 } : one));
  expect((await run({ ...task, members })).at(-1)).toEqual({
    type: "changed",
    paths: [expect.stringContaining("Supporting/report.txt")],
  });
});

it("names all files that cannot be read, before anything is sent", async () => {
  const { task } = await prepare();
  const locked = { size: 6, arrayBuffer: () => Promise.reject(new Error("locked")) } as unknown as Blob;
  const members = task.members.map((one) =>
    one.path.endsWith("report.txt") ? { ...one, content: locked } : one,
  );
  const { events, sent } = await countSent(() => run({ ...task, members }));
  expect(events.at(-1)).toEqual({
    type: "unreadable",
    paths: [expect.stringContaining("Supporting/report.txt")],
  });
  expect(sent).toBe(0);
});

it("leaves nothing behind after Cancel, and refuses to cancel what has arrived", async () => {
  const { task, ticket, recordId } = await prepare();
  await interrupt(task, 2);
  await provider.cancelUpload(ticket.uploadToken);
  expect(await provider.getUploadProgress(recordId)).toBeNull();
  expect((await run(task)).at(-1)).toMatchObject({ type: "link expired" });
  const delivered = await prepare();
  await run(delivered.task);
  await expect(provider.cancelUpload(delivered.ticket.uploadToken)).rejects.toThrow(/already received/);
});
