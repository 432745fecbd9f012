import { extractModel, type CatalogueRow } from "../../processing/extractModel.ts";
import { extractedFiles, rememberExtracted } from "../../stores/uploads/catalogueStore.ts";
import type { StoredBatch } from "../../stores/uploads/uploadBatchStore.ts";
import type { CheckedModel } from "./checkUpload.ts";
import { keepProgress, LeaseLost, type UploadJob } from "./uploadJob.ts";
import { filePath, recordFolder } from "../uploadPlaces.ts";

/**
 * Stores every file of the model at a path of its own and answers the model's folders. Files that an earlier run has
 * stored are not stored again, and what is under way when the job's signal is aborted is given up. Throws a `ZipFault`
 * for a damaged entry, and `LeaseLost` when the upload is in other hands by now.
 */
export async function extractUpload(job: UploadJob, model: CheckedModel): Promise<string[]> {
  const { batch, services, signal } = job;
  const { db, storage } = services;
  const entries = new Map(model.entries.map((entry) => [entry.path, entry]));
  const rows = await extractModel({
    access: model.access,
    entries: model.entries,
    done: await extractedFiles(db, batch.id),
    write: (path, content, about) => {
      signal.throwIfAborted();
      return storage.write(extractedPath(batch, path), content, { ...about, signal });
    },
    async onExtracted(written) {
      if (!(await rememberExtracted(db, batch, written.map(rowOf)))) throw new LeaseLost();
    },
  });
  if (batch.extracted_at === null) await keepProgress(job, { extracted_at: services.now() });
  return rows
    .filter(({ uploadType }) => uploadType === "directory")
    .map(({ path }) => insideModel(path))
    .filter((path) => path !== "");

  function rowOf({ path, mimeType, size, sha256 }: CatalogueRow & { sha256: string }) {
    const { crc32, dosTime } = entries.get(path)!;
    const file = { path: insideModel(path), mime_type: mimeType, size, sha256, crc32, dos_time: dosTime };
    return { batch_id: batch.id, entry: path, ...file };
  }
}

/** Where an entry of the zip is stored once it is extracted. */
export const extractedPath = (batch: Pick<StoredBatch, "id" | "record_id">, path: string): string =>
  `${recordFolder(batch.record_id)}/${filePath(batch.id, insideModel(path))}`;

/** The root folder bears the model's name, which says nothing about its files: paths leave it out. */
export function insideModel(path: string): string {
  const end = path.indexOf("/");
  return end < 0 ? "" : path.slice(end + 1);
}
