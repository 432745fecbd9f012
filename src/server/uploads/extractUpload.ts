import { extractModel, type CatalogueRow } from "../processing/extractModel.ts";
import { extractedFiles, rememberExtracted, type ExtractedFile } from "../stores/extractedFileStore.ts";
import type { CheckedModel } from "./checkUpload.ts";
import { keepProgress, type UploadJob } from "./uploadJob.ts";
import { filePath, recordFolder } from "./uploadPlaces.ts";

/** So many files at most, and those of so many milliseconds, are stored once more after a crash. */
const REMEMBERED_TOGETHER = 200;
const REMEMBERED_WITHIN = 1000;

/**
 * Stores every file of the model at a path of its own and answers the model's folders. Files that an earlier run has
 * stored are not stored again. Throws a `ZipFault` for a damaged entry.
 */
export async function extractUpload(job: UploadJob, model: CheckedModel): Promise<string[]> {
  const { batch, services, signal } = job;
  const folder = recordFolder(batch.record_id);
  const notebook = createNotebook(job);
  const rows = await extractModel({
    access: model.access,
    entries: model.entries,
    done: await extractedFiles(services.db, batch.id),
    write: (path, content, about) => {
      signal.throwIfAborted();
      return services.storage.write(`${folder}/${filePath(batch.id, insideModel(path))}`, content, about);
    },
    onExtracted: notebook.note,
  });
  await notebook.flush();
  if (batch.extracted_at === null) await keepProgress(job, { extracted_at: services.now() });
  return rows
    .filter(({ uploadType }) => uploadType === "directory")
    .map(({ path }) => insideModel(path))
    .filter((path) => path !== "");
}

/** The root folder bears the model's name, which says nothing about its files: paths leave it out. */
function insideModel(path: string): string {
  const end = path.indexOf("/");
  return end < 0 ? "" : path.slice(end + 1);
}

/** Remembers extracted files in the database, many in one statement. */
function createNotebook({ batch, services }: UploadJob) {
  let pages: ExtractedFile[] = [];
  let flushed = Date.now();

  async function flush(): Promise<void> {
    await rememberExtracted(services.db, pages);
    pages = [];
    flushed = Date.now();
  }

  async function note({ path, mimeType, size, sha256 }: CatalogueRow & { sha256: string }): Promise<void> {
    const file = { entry: path, path: insideModel(path), mime_type: mimeType, size, sha256 };
    pages.push({ batch_id: batch.id, ...file });
    if (pages.length >= REMEMBERED_TOGETHER || Date.now() - flushed >= REMEMBERED_WITHIN) await flush();
  }

  return { note, flush };
}
