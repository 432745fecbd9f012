import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import type { ModelReport } from "../../../src/contract/generated/entities.ts";
import { decode } from "../../../src/contract/wire/wire.ts";
import { MAX_HDF_BYTES, REPORT_VERSION } from "../../../src/contract/models/fileFacts.ts";
import { runReporter } from "../../../src/server/processing/model-report/runReporter.ts";
import { loadUploadReport } from "../../../src/server/uploads/uploadReport.ts";
import { SMALL_ENTRY_BYTES } from "../../../src/server/processing/model-report/zipModelSource.ts";
import { findUpload } from "../../../src/server/stores/uploads/uploadStore.ts";
import { damage, MODEL_FILES } from "../../../scripts/dev/soak/damageModels.ts";
import { modelSource, pecanBranch, pecanWithout } from "../../support/modelTexts.ts";
import { createCorrectionZip, createModelZip, type ModelFiles } from "./createModelZip.ts";
import { fetchMessages, processUploads, fetchStatus, waitForAssertion } from "./uploadCalls.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

let server: UploadServer;
beforeAll(async () => void (server = await startUploadServer()));
afterAll(() => server.stop());

const NO_PLAN = { "Model_Files/plan.p01": undefined, "Model_Files/plan.prj": undefined };

async function delivered(files: ModelFiles) {
  const record = await server.aRecord();
  const { uploadBatchId } = await server.upload(
    record,
    await createModelZip(record, { ...NO_PLAN, ...files }),
  );
  await processUploads(server);
  const params = { recordId: String(record.id), uploadBatchId };
  const { status, answer } = await server.call("vendor1", endpoints.modelReport, { params });
  const other = await server.call("vendor2", endpoints.modelReport, { params });
  const report = decode(getSchema("model-report"), answer, "read") as unknown as ModelReport;
  return { record, uploadBatchId, status, report, refused: other.status };
}

it("stores a report per upload, with the paths of the record's files", async () => {
  const { status, report, refused, record } = await delivered(pecanBranch);
  expect(status).toBe(200);
  expect(refused).toBe(404);
  expect(report.projects.map(({ path }) => path)).toEqual(["Model_Files/Pecan.prj"]);
  expect(report.totals.missing).toBe(0);
  expect(report.coverage).toEqual({ polygons: expect.any(Array) as unknown, counties: ["Denton"] });
  expect(await fetchMessages(server, record)).toEqual([]);
});

it("rebuilds a report of an earlier version and keeps its coverage", async () => {
  const { record, uploadBatchId, report } = await delivered(pecanBranch);
  const { storage, db } = server.services;
  for await (const { path } of storage.list(`model-reports/${record.id}`)) {
    const stored = await json(await storage.read(path));
    const earlier = JSON.stringify({ ...(stored as object), projects: [] });
    await storage.write(path.replace(`/${REPORT_VERSION}-`, "/1-"), Readable.from([earlier]));
    await storage.remove(path);
  }
  const { projects, coverage } = report;
  const upload = (await findUpload(db, uploadBatchId))!;
  expect(await loadUploadReport(server.services, upload)).toMatchObject({ projects, coverage });
});

it("looks up no earlier report of a new upload without coverage", async () => {
  const { record, uploadBatchId } = await delivered(pecanBranch);
  const find = vi.spyOn(server.services.storage, "find");
  const zip = await createCorrectionZip(record, { "Model_Files/notes.txt": "New" });
  await server.upload(record, zip, "vendor1", { corrected_upload_batch_id: uploadBatchId });
  await processUploads(server);
  const looked = find.mock.calls.map(([path]) => path).filter((path) => path.startsWith("model-reports/"));
  find.mockRestore();
  expect(looked.length).toBeGreaterThan(0);
  expect(looked.filter((path) => !path.includes(`/${REPORT_VERSION}-`))).toEqual([]);
});

it("stores non-ASCII letters and redacted absolute paths", async () => {
  const [plan, map] = ["Model_Files/Pecan.p02", "Model_Files/Pecan.rasmap"] as const;
  const { status, report } = await delivered({
    ...pecanBranch,
    [plan]: pecanBranch[plan].replace("May 2015", "خطة النهر"),
    [map]: pecanBranch[map].replace(".\\Terrain\\Terrain", "C:\\Users\\jdoe\\Old\\Terrain"),
  });
  expect(status).toBe(200);
  expect(report.plans.map(({ title }) => title)).toContain("خطة النهر");
  expect(report.references.map(({ target }) => target)).toContain("…\\Old\\Terrain.hdf");
});

it("reads adjacent small files with one request", async () => {
  const read = vi.spyOn(server.services.storage, "read");
  const { report } = await delivered(pecanBranch);
  const reads = read.mock.calls.map(([path]) => path);
  read.mockRestore();
  expect(report.totals.read).toBeGreaterThan(5);
  expect(reads.filter((path) => path.includes("/Model_Files/Pecan."))).toEqual([]);
});

it("reads a large result file in ranges from its blob", async () => {
  const path = "Model_Files/Pecan.p01.hdf";
  const large = Buffer.alloc(MAX_HDF_BYTES + 1);
  readFileSync("tests/fixtures/models/Pecan.p01.hdf").copy(large);
  const { report } = await delivered({ ...pecanBranch, [path]: large });
  expect(report.files.find((file) => file.path === path)).toMatchObject({ state: "read", version: "6.5" });
  expect(report.plans.find(({ resultFile }) => resultFile === path)).toMatchObject({ result: "finished" });
});

it("warns about a missing project file in the thread and accepts the upload", async () => {
  const { record } = await delivered(pecanWithout("Model_Files/Pecan.prj"));
  expect(await fetchStatus(server, record)).toBe("pending");
  const [message] = await fetchMessages(server, record);
  expect(message!.content).toContain(
    'Send the missing project file "Model_Files/Pecan.prj". Without it, HEC-RAS cannot open "Model_Files/Pecan.p01".',
  );
});

/** The seed of a file of which the HDF reader rejects a promise of its own. */
const FAILING = 843;

it("returns no report after a timeout and throws store errors", async () => {
  const source = modelSource({ "a.prj": "Proj Title=a" });
  expect(await runReporter({ ...source, read: () => new Promise(() => undefined) }, 300)).toBeUndefined();
  await expect(runReporter({ ...source, read: () => Promise.reject(new Error("store")) })).rejects.toThrow(
    "store",
  );
});

it("survives an unhandled rejection of the HDF reader and reports the next model", async () => {
  const bytes = damage(MODEL_FILES["a.g01.hdf"]!, FAILING);
  const forged = modelSource({ "Forged.g01.hdf": { bytes, size: MAX_HDF_BYTES + 1 } });
  expect((await runReporter(forged))?.files).toMatchObject([{ state: "unreadable" }]);
  expect((await runReporter(modelSource(pecanBranch)))?.projects).toHaveLength(1);
});

it("returns each model its own report, in sequence, in parallel and after a failure", async () => {
  const whole = modelSource(pecanBranch);
  const without = modelSource(pecanWithout("Model_Files/Pecan.prj"));
  const projectsOf = async (source: typeof whole) => (await runReporter(source))?.projects.length;
  const [first, second] = [await projectsOf(whole), await projectsOf(without)];
  expect([first, second]).toEqual([1, 0]);
  expect(await Promise.all([without, whole, without].map(projectsOf))).toEqual([0, 1, 0]);
  expect(await runReporter({ ...whole, read: () => new Promise(() => undefined) }, 300)).toBeUndefined();
  expect(await projectsOf(whole)).toBe(1);
});

it("processes other uploads while a report is being built", async () => {
  const [slow, other] = [await server.aRecord(), await server.aRecord("vendor2")];
  const { storage } = server.services;
  const { read } = storage;
  let continueReading = () => {};
  const isHeld = new Promise<void>((resolve) => (continueReading = resolve));
  const LARGE = "Model_Files/Large.hdf";
  const held = vi.spyOn(storage, "read").mockImplementation(async (path, range) => {
    if (path.endsWith(`/files/${LARGE}`)) await isHeld;
    return read(path, range);
  });
  const processing = server.processing();
  try {
    const large = Buffer.alloc(SMALL_ENTRY_BYTES + 1, "x");
    const first = await server.upload(slow, await createModelZip(slow, { [LARGE]: large }));
    const second = await server.upload(other, await createModelZip(other), "vendor2");
    const findCatalogTime = async (id: string) => (await findUpload(server.services.db, id))!.cataloged_at;
    await waitForAssertion(async () => expect(await findCatalogTime(second.uploadBatchId)).not.toBeNull());
    expect(await findCatalogTime(first.uploadBatchId)).toBeNull();
    continueReading();
    await waitForAssertion(async () => expect(await findCatalogTime(first.uploadBatchId)).not.toBeNull());
  } finally {
    continueReading();
    await processing.stop();
    held.mockRestore();
  }
});

it("does not build a report again that could not be built", async () => {
  const record = await server.aRecord();
  const { uploadBatchId } = await server.upload(record, await createModelZip(record));
  const { storage, db } = server.services;
  await processUploads(server);
  try {
    const upload = (await findUpload(db, uploadBatchId))!;
    for await (const { path } of storage.list("model-reports"))
      if (path.includes(uploadBatchId)) await storage.write(path, Readable.from(["null"]));
    const reads = vi.spyOn(storage, "read");
    expect(await loadUploadReport(server.services, upload)).toBeUndefined();
    expect(reads.mock.calls.filter(([path]) => path.startsWith("records/"))).toEqual([]);
    reads.mockRestore();
    server.advance(24 * 60 * 60_000);
    expect(await loadUploadReport(server.services, upload)).toBeDefined();
  } finally {
    server.advance(-24 * 60 * 60_000);
  }
});
