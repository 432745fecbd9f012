import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import type { RunningServer } from "../../../src/server/runServer.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import { insertRecord, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { hashName, type BlobEntry } from "../../../src/blob-store/blobs/storedEntry.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { signedIn, type Api } from "../../support/apiClient.ts";
import { copyPreparedData } from "../../support/copyPreparedData.ts";
import { startServer } from "../../support/startServer.ts";
import { createCorrectionZip, createModelZip } from "./createModelZip.ts";

let server: RunningServer;
let vendor: Api;
let folder: string;
let record: StoredRecord;
let receipt: JsonObject;
let receiptFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verify-upload-"));
  copyPreparedData("DEMO_DATA", join(folder, "data"));
  server = await startServer({ dataDir: join(folder, "data") });
  vendor = await signedIn(server, "vendor1");
  const metadata = aMetadata() as unknown as JsonObject;
  const { db } = server.services;
  record = await insertRecord(db, { username: "vendor1", metadata, schemaVersion: 1, now: new Date() });
  const zip = await createModelZip(record, { "Model_Files/large.dat": Buffer.alloc(3_000_000, "large") });
  receipt = await sendAndProcess(record, zip);
  receiptFile = join(folder, "receipt.json");
  await writeFile(receiptFile, JSON.stringify(receipt));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends and processes a zip; returns its receipt. */
async function sendAndProcess(
  { id }: StoredRecord,
  zip: Buffer,
  wanted: JsonObject = {},
): Promise<JsonObject> {
  const { body: ticket } = await vendor(endpoints.requestUpload, {
    body: { [RECORD_ID_KEY]: String(id), ...wanted },
  });
  const address = `${String(ticket.prefix)}${String(ticket.blob_name)}?${String(ticket.query)}`;
  await fetch(address, {
    method: "PUT",
    headers: { "x-ms-blob-type": "BlockBlob" },
    body: new Uint8Array(zip),
  });
  await vendor(endpoints.uploadComplete, {
    headers: { "x-upload-token": String(ticket.upload_token) },
    body: {
      file_name: "model.zip",
      size: zip.length,
      sha256: createHash("sha256").update(zip).digest("hex"),
    },
  });
  const params = { recordId: String(id), uploadBatchId: String(ticket.upload_batch_id) };
  return vi.waitFor(
    async () => {
      const { status, body } = await vendor(endpoints.uploadReceipt, { params });
      expect(status).toBe(200);
      return body;
    },
    { timeout: 300_000, interval: 100 },
  );
}

/** Runs the command; returns its exit code and output. */
async function verify(args: string[], input = "") {
  const node = ["--import", "tsx", "scripts/verify-upload.ts", ...args];
  const running = promisify(execFile)(process.execPath, node);
  running.child.stdin?.end(input);
  return running.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** The file on disk with a blob's bytes, and its index entry. */
async function findOnDisk(path: string) {
  const name = `records/${String(receipt[RECORD_ID_KEY])}/${path}`;
  const root = join(folder, "data", "store", "container-ms2");
  const entryFile = join(root, "blobs", hashName(name).slice(0, 2), `${hashName(name)}.json`);
  const entry = JSON.parse(await readFile(entryFile, "utf8")) as BlobEntry;
  return { entryFile, dataFile: join(root, "data", entry.parts[0]!.file) };
}

it("the receipt contains the zip, every file, the sender, each stage and the metadata hash", async () => {
  expect(receipt).toMatchObject({
    receipt_version: 2,
    username: "vendor1",
    file_name: "model.zip",
    schema_version: 1,
    failed: null,
    faults: [],
  });
  const files = receipt.files as { path: string; sha256: string }[];
  const yaml = files.find(({ path }) => path === `metadata_${String(receipt[RECORD_ID_KEY])}.yml`);
  expect(receipt.metadata_sha256).toBe(yaml?.sha256);
  const times = ["requested", "sent", "received", "checked", "extracted", "catalogued"];
  expect(times.map((stage) => Date.parse(String(receipt[stage])))).not.toContain(NaN);
});

it("confirms through the data folder and the portal that all stored files match the receipt", async () => {
  const total = (receipt.files as unknown[]).length + 1;
  const fromFolder = await verify([receiptFile, "--data-dir", join(folder, "data")]);
  expect(fromFolder.output).toContain(`${total} of ${total} files of upload`);
  expect(fromFolder.code).toBe(0);
  const args = [receiptFile, "--url", server.url, "--username", "vendor1"];
  const fromPortal = await verify(args, `${DEMO_PASSWORD}\n`);
  expect(fromPortal.output).toContain(`${total} of ${total} files of upload`);
  expect(fromPortal.code).toBe(0);
});

it("confirms the current model by its receipt and names a changed file", async () => {
  const params = { recordId: String(receipt[RECORD_ID_KEY]) };
  const { status, body } = await vendor(endpoints.modelReceipt, { params });
  expect(status).toBe(200);
  const files = body.files as { path: string; sha256: string }[];
  const modelFile = join(folder, "model.json");
  await writeFile(modelFile, JSON.stringify(body));
  const dataDir = ["--data-dir", join(folder, "data")];
  expect(await verify([modelFile, ...dataDir])).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${files.length} of ${files.length} files of the model`),
  });
  const forged = files.map((file, at) => (at === 0 ? { ...file, sha256: "0".repeat(64) } : file));
  await writeFile(modelFile, JSON.stringify({ ...body, files: forged }));
  const { code, output } = await verify([modelFile, ...dataDir]);
  expect(code).toBe(1);
  expect(output).toContain(`${files.length - 1} of ${files.length} files of the model`);
});

it("confirms a correction with files kept from an archived version", async () => {
  const zip = await createCorrectionZip(record, { "Model_Files/plan.p01": "Plan Title=mended" });
  const correction = await sendAndProcess(record, zip, {
    corrected_upload_batch_id: receipt.upload_batch_id,
  });
  const file = join(folder, "correction.json");
  await writeFile(file, JSON.stringify(correction));
  const total = (receipt.files as unknown[]).length + 1;
  for (const args of [
    ["--data-dir", join(folder, "data")],
    ["--url", server.url, "--username", "vendor1"],
  ])
    expect(await verify([file, ...args], `${DEMO_PASSWORD}\n`)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${total} of ${total} files of upload`),
    });
});

it("names each changed, truncated or removed file and exits with 1", async () => {
  const at = (path: string) => `${String(receipt.folder)}/${path}`;
  const { dataFile: changed } = await findOnDisk(at("Model_Files/large.dat"));
  const bytes = await readFile(changed);
  bytes[1_000_000]! ^= 1;
  await writeFile(changed, bytes);
  const { dataFile: cut } = await findOnDisk(at("Model_Files/Results/stages.csv"));
  await writeFile(cut, "station");
  await rm((await findOnDisk(at("Model_Files/plan.p01"))).entryFile);
  const { code, output } = await verify([receiptFile, "--data-dir", join(folder, "data")]);
  expect(code).toBe(1);
  expect(output).toMatch(/DIFFERS {2}\S+large\.dat has SHA-256/);
  expect(output).toMatch(/DIFFERS {2}\S+stages\.csv has 7 bytes/);
  expect(output).toMatch(/DIFFERS {2}\S+plan\.p01 is missing/);
  expect(output.match(/DIFFERS/g)).toHaveLength(3);
});

it("explains what it cannot check and exits with 2", async () => {
  expect(await verify([])).toMatchObject({ code: 2, output: expect.stringContaining("RECEIPT.json") });
  const other = join(folder, "other.json");
  await writeFile(other, "{}");
  expect(await verify([other])).toMatchObject({
    code: 2,
    output: expect.stringContaining("This is not a receipt"),
  });
  await writeFile(other, JSON.stringify({ ...receipt, path: null, faults: ["The zip was damaged."] }));
  expect(await verify([other])).toMatchObject({
    code: 2,
    output: expect.stringContaining("was rejected and is not stored. The zip was damaged."),
  });
  expect(await readdir(folder)).toContain("data");
});
