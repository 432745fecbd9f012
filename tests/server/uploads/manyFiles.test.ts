import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createModelZip, createModelEntries } from "./createModelZip.ts";
import { fetchFiles, processUploads, waitForAssertion, fetchStatus, fetchZips } from "./uploadCalls.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

const FILE_COUNT = 10_000;
const FILES_BEFORE_POWER_CUT = 4000;

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.stop());

it(`accepts an upload of ${FILE_COUNT} files and stores none of them twice after a crash`, async () => {
  const record = await server.aRecord();
  const names = Array.from(
    { length: FILE_COUNT },
    (_, index) => `Model_Files/part-${index % 40}/${index}.txt`,
  );
  await server.upload(
    record,
    await createModelZip(record, Object.fromEntries(names.map((name) => [name, name]))),
  );
  const { stored, failures } = await processWithPowerCut();
  expect(failures).toBe(1);
  expect(await fetchStatus(server, record)).toBe("pending");
  const count = createModelEntries(record).filter(({ path }) => !path.endsWith("/")).length + names.length;
  // The model report is stored beside the files.
  expect(stored).toHaveLength(count + 1);
  expect(new Set(stored).size).toBe(count + 1);
  const files = (await fetchFiles(server, record)).filter(({ uploadType }) => uploadType === "file");
  expect(files).toHaveLength(count);
  expect(await fetchZips(server, record)).toMatchObject([
    { fileCount: count, newFiles: count, removedFiles: 0 },
  ]);
});

/** Processes the upload with one power cut on the way. Returns the stored paths in order, and the number of failures. */
async function processWithPowerCut() {
  const { storage } = server.services;
  const { write } = storage;
  const stored: string[] = [];
  let isCut = false;
  const writing = vi.spyOn(storage, "write").mockImplementation(async (path, ...rest) => {
    if (!isCut && stored.length >= FILES_BEFORE_POWER_CUT) {
      isCut = true;
      throw new Error("power cut");
    }
    await write(path, ...rest);
    stored.push(path);
  });
  const failed = vi.fn();
  try {
    const first = server.processing({ logError: failed });
    await waitForAssertion(() => expect(failed).toHaveBeenCalled());
    await first.stop();
    expect(stored.length).toBeLessThan(FILE_COUNT);
    server.advance(60_000);
    await processUploads(server, { logError: failed });
  } finally {
    writing.mockRestore();
  }
  return { stored, failures: failed.mock.calls.length };
}
