import { LRUCache } from "lru-cache";
import { coverageGeodatabaseName } from "../../../contract/model-folder/modelFolderNames.ts";
import { caseFold, splitPath } from "../../../contract/model-folder/folderEntries.ts";
import { quoteName, createWarning, type Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getFieldText } from "../../../contract/schema/fields.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { LeaseLostError } from "../../jobs/jobHandler.ts";
import { warmUpReporter } from "../../processing/model-report/runReporter.ts";
import { listMissingFileWarnings } from "../../processing/model-report/inheritedFiles.ts";
import { loadUploadReport } from "../uploadReport.ts";
import { extractModel, type ExtractedEntry } from "../../processing/extractModel.ts";
import { createBlobAccess } from "../../processing/randomAccess.ts";
import type { ZipEntry } from "../../../contract/zip/zipDirectory.ts";
import { readGeodatabaseArea, UNREADABLE_AREA_NOTE } from "../../processing/coverage/readGeodatabaseArea.ts";
import { listExtractedFiles, saveExtractedFiles } from "../../stores/uploads/catalogStore.ts";
import type { StoredUpload } from "../../stores/uploads/uploadStore.ts";
import { storedFilePath, recordFolder } from "../blobPaths.ts";
import { catalogUpload, findUploadableRecord } from "./catalogUpload.ts";
import { checkUpload, type CheckedModel } from "./checkUpload.ts";
import { deleteIncomingFolder } from "../deleteBlobs.ts";
import { snapshotUpload } from "./snapshotUpload.ts";
import { saveProgress, type UploadJob } from "./uploadJob.ts";

export type Stage = "claimed" | "snapshotted" | "checked" | "extracted" | "cataloged";

/**
 * Each stage saves its progress, so a repeated call continues after a crash. Tests stop it in `onStageReached`. @throws
 * UploadRejectedError or InvalidZipError if the upload is invalid; other errors are temporary
 */
export async function processUpload(
  job: UploadJob,
  onStageReached: (stage: Stage) => Promise<void> | void = () => undefined,
): Promise<void> {
  await onStageReached("claimed");
  if (job.upload.cataloged_at === null) await runPipeline(job, onStageReached);
  // Delete the incoming zip only after the catalog transaction commits.
  await deleteIncomingFolder(job.services, job.upload, job.signal);
}

async function runPipeline(
  job: UploadJob,
  onStageReached: (stage: Stage) => Promise<void> | void,
): Promise<void> {
  const { metadata } = await findUploadableRecord(job.services.db, job.upload.record_id);
  const zip = await snapshotUpload(job);
  await onStageReached("snapshotted");
  const model = await checkUpload(job, zip, metadata);
  await onStageReached("checked");
  const folders = await extractUpload(job, model);
  await onStageReached("extracted");
  warmUpReporter();
  // The remaining checks only add warnings; they cannot reject the upload.
  const coverage = await readCoverage(job, model, metadata);
  const warnings = [
    ...model.warnings,
    ...coverage.warnings,
    ...(await listReportWarnings(job, model, coverage.area)),
  ];
  await catalogUpload(job, { ...model, warnings }, folders);
  await onStageReached("cataloged");
}

async function listReportWarnings(
  { services, upload, signal, releaseWorker }: UploadJob,
  { entries, corrected }: CheckedModel,
  coverage: SpatialExtentArea | undefined,
) {
  // A report can wait for its turn and take minutes.
  releaseWorker();
  const report = await loadUploadReport(services, upload, { coverage, isNew: true, signal });
  const sent = entries.map(({ path }) => stripRootFolder(path));
  return listMissingFileWarnings(report, corrected, sent);
}

/** Returns the model's folders. Skips files that an earlier run has stored. */
async function extractUpload(job: UploadJob, model: CheckedModel): Promise<string[]> {
  const { upload, services, signal } = job;
  const { db, storage } = services;
  const entries = new Map(model.entries.map((entry) => [entry.path, entry]));
  const rows = await extractModel({
    access: model.access,
    entries: model.entries,
    storedFiles: await listExtractedFiles(db, upload.id),
    write: (path, content, about) => {
      signal.throwIfAborted();
      return storage.write(extractedBlobPath(upload, path), content, { ...about, signal });
    },
    async onExtracted(written) {
      if (!(await saveExtractedFiles(db, job.claim, written.map(toExtractedFileRow))))
        throw new LeaseLostError();
    },
  });
  if (upload.extracted_at === null) await saveProgress(job, { extracted_at: services.now() });
  return rows
    .filter(({ uploadType }) => uploadType === "directory")
    .map(({ path }) => stripRootFolder(path))
    .filter((path) => path !== "");

  function toExtractedFileRow({ path, mimeType, size, sha256 }: ExtractedEntry & { sha256: string }) {
    const { crc32, dosTime } = entries.get(path)!;
    const file = { path: stripRootFolder(path), mime_type: mimeType, size, sha256, crc32, dos_time: dosTime };
    return { upload_id: upload.id, path_in_zip: path, ...file };
  }
}

const extractedBlobPath = (upload: Pick<StoredUpload, "id" | "record_id">, path: string): string =>
  `${recordFolder(upload.record_id)}/${storedFilePath(upload.id, stripRootFolder(path))}`;

function stripRootFolder(path: string): string {
  const end = path.indexOf("/");
  return end < 0 ? "" : path.slice(end + 1);
}

interface Coverage {
  area?: SpatialExtentArea;
  warnings: Diagnostic[];
}

/** An invalid or unreadable coverage is a warning; a zip without a coverage is not. */
async function readCoverage(job: UploadJob, model: CheckedModel, metadata: JsonObject): Promise<Coverage> {
  const name = coverageGeodatabaseName(getFieldText(getSchema("metadata"), metadata, "identifier"));
  const entries = model.entries.filter(
    ({ path, isDirectory }) => !isDirectory && isCoverageEntry(path, name),
  );
  const [first] = entries;
  if (!first) return { warnings: [] };
  const area = await readCachedArea(job, model, entries);
  if (area.geometry) return { area, warnings: [] };
  const path = splitPath(first.path).slice(0, 2).join("/");
  const text = `${quoteName(path)}: ${area.properties.note ?? UNREADABLE_AREA_NOTE}`;
  return { warnings: [createWarning(text, path)] };
}

function isCoverageEntry(path: string, name: string): boolean {
  const [, inRoot = ""] = splitPath(path);
  return [caseFold(name), caseFold(`${name}.zip`)].includes(caseFold(inRoot));
}

/** Most uploads of a record contain the same coverage, so areas are cached by the hashes of its files. */
const areaCache = new LRUCache<string, SpatialExtentArea>({ max: 100 });

async function readCachedArea(
  job: UploadJob,
  model: CheckedModel,
  entries: ZipEntry[],
): Promise<SpatialExtentArea> {
  const stored = await listExtractedFiles(job.services.db, job.upload.id);
  const files = entries.map(({ path }) => [splitPath(path).slice(2), stored.get(path)?.sha256]);
  const key = JSON.stringify(files);
  const cached = areaCache.get(key);
  if (cached) return cached;
  const area = await readCoverageArea(job, model, entries);
  if (area.geometry) areaCache.set(key, area);
  return area;
}

/** A zipped geodatabase is read from its extracted blob; a geodatabase folder is read from the model's zip. */
function readCoverageArea(
  { upload, services, signal }: UploadJob,
  { access }: CheckedModel,
  entries: ZipEntry[],
): Promise<SpatialExtentArea> {
  const zipped = entries.find(({ path }) => splitPath(path).length === 2);
  if (zipped)
    return readGeodatabaseArea(
      createBlobAccess(
        services.storage,
        { path: extractedBlobPath(upload, zipped.path), size: zipped.size },
        signal,
      ),
    );
  return readGeodatabaseArea(access, { within: `${splitPath(entries[0]!.path).slice(0, 2).join("/")}/` });
}
