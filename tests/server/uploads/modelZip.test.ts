import { afterAll, beforeAll, expect, it } from "vitest";
import { loadModelZip } from "../../../src/server/uploads/modelZip.ts";
import { createModelZip } from "./createModelZip.ts";
import { processUploads } from "./uploadCalls.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

let server: UploadServer;
beforeAll(async () => void (server = await startUploadServer()));
afterAll(() => server.stop());

it("lays the zip of a model out once, until its files or its record change", async () => {
  const { services } = server;
  const record = await server.aRecord();
  const { uploadBatchId } = await server.upload(record, await createModelZip(record));
  await processUploads(server);
  const [first, second] = await Promise.all([1, 2].map(() => loadModelZip(services, record)));
  expect(second).toBe(first);
  expect(await loadModelZip(services, record)).toBe(first);
  expect(await loadModelZip(services, { ...record, revision: record.revision + 1 })).not.toBe(first);
  const plan = services.db
    .updateTable("model_files")
    .set({ archived: true })
    .where("path", "like", "%plan.p01");
  await plan.where("upload_id", "=", uploadBatchId).execute();
  const changed = await loadModelZip(services, record);
  expect(changed.model.files).toHaveLength(first!.model.files.length - 1);
});
