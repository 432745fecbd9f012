import { rm } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { findFreePort } from "../../../scripts/dev/lib/freePort.ts";
import { createTemporaryFolder } from "../storage/embeddedStore.ts";
import { spawnStore } from "../storage/spawnStore.ts";
import { findUpload, UPLOAD_JOB } from "../../../src/server/stores/uploads/uploadStore.ts";
import { createModelZip } from "./createModelZip.ts";
import { fetchFiles, fetchMessages, findJob, processUploads, fetchStatus } from "./uploadCalls.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

async function runFailingAttempt(server: UploadServer, batchId: string) {
  const errors: unknown[] = [];
  const processing = server.processing({
    logError: (text, error) => text.includes(UPLOAD_JOB) && errors.push(error),
  });
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), { timeout: 300_000 });
  await processing.stop();
  const { due_at, leased_until } = await findJob(server, batchId);
  expect([(await findUpload(server.services.db, batchId))!.failed_at, leased_until]).toEqual([null, null]);
  expect(due_at.getTime()).toBeGreaterThan(server.services.now().getTime());
  return errors;
}

it(
  "retries while the store is full or unreachable, then continues without notifying the vendor",
  { timeout: 300_000 },
  async () => {
    const folder = await createTemporaryFolder();
    const port = await findFreePort();
    // This store can write at most 1 MB, like a full disk.
    let store = await spawnStore(folder, 1024, port);
    const server = await startUploadServer({ storageConnectionString: store.connectionString });
    try {
      const record = await server.aRecord();
      const large = Buffer.alloc(5_000_000, "zips well ");
      const zip = await createModelZip(record, { "Model_Files/large.hdf": large });
      expect(zip.length).toBeLessThan(1_000_000);
      const { uploadBatchId } = await server.upload(record, zip);
      expect(await runFailingAttempt(server, uploadBatchId)).toMatchObject([{ statusCode: 507 }]);

      await store.kill();
      server.advance(60_000);
      await runFailingAttempt(server, uploadBatchId);
      expect(await fetchMessages(server, record)).toEqual([]);
      expect(await fetchStatus(server, record)).toBe("in progress");

      store = await spawnStore(folder, undefined, port);
      server.advance(60_000);
      await processUploads(server);
      expect(await fetchStatus(server, record)).toBe("pending");
      // On a busy machine, a check of the model can time out, which the portal reports as a warning.
      const messages = (await fetchMessages(server, record)).map(({ content }) => content).join("\n");
      expect(messages).not.toContain("delayed");
      const stored = (await fetchFiles(server, record)).find(({ path }) => path.endsWith("large.hdf"));
      expect(stored?.size).toBe(large.length);
    } finally {
      await server.stop();
      await store.kill();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
