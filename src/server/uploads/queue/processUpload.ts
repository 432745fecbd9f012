import { coverageGeodatabaseName } from "../../../contract/model-folder/modelFolderNames.ts";
import { caseFold, splitPath } from "../../../contract/model-folder/folderEntries.ts";
import { quoteName, createWarning, type Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getTextByRole } from "../../../contract/schema/fields.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { prepareReporter } from "../../models/makeReport.ts";
import { missedIn, uploadReport } from "../../models/uploadReport.ts";
import { extractModel, type CatalogueRow } from "../../processing/extractModel.ts";
import { blobAccess } from "../../processing/randomAccess.ts";
import type { ZipEntry } from "../../processing/zipDirectory.ts";
import { readArea } from "../../spatial-extents/readArea.ts";
import { listExtractedFiles, saveExtractedFiles } from "../../stores/uploads/catalogStore.ts";
import type { StoredUpload } from "../../stores/uploads/uploadStore.ts";
import { storedFilePath, recordFolder } from "../blobPaths.ts";
import { catalogUpload, findUploadableRecord } from "./catalogUpload.ts";
import { checkUpload, type CheckedModel } from "./checkUpload.ts";
import { deleteIncomingFolder } from "./deleteBlobs.ts";
import { snapshotUpload } from "./snapshotUpload.ts";
import { saveProgress, LeaseLostError, type UploadJob } from "./uploadJob.ts";

export type Stage = "claimed" | "sealed" | "checked" | "extracted" | "catalogued";

/**
 * Brings a claimed upload from its arrival into its record's catalogue, and then drops the copy that was sent. Each
 * stage keeps what it has done, so that after a crash the same call goes on from there. Throws an `UploadRejectedError` or a
 * `ZipFault` when the upload is at fault, which it can be until it is catalogued; anything else may pass.
 *
 * @param reached awaited after each stage; tests stop the work there
 */
export async function processUpload(
  job: UploadJob,
  reached: (stage: Stage) => Promise<void> | void = () => undefined,
): Promise<void> {
  await reached("claimed");
  if (job.batch.cataloged_at === null) await take(job, reached);
  // Not before the catalogue is kept: an upload refused at the last moment must still lie where it was sent.
  await deleteIncomingFolder(job.services, job.batch, job.signal);
  await saveProgress(job, { due_at: null, leased_until: null });
}

async function take(job: UploadJob, reached: (stage: Stage) => Promise<void> | void): Promise<void> {
  const { metadata } = await findUploadableRecord(job.services.db, job.batch.record_id);
  const zip = await snapshotUpload(job);
  await reached("sealed");
  const model = await checkUpload(job, zip, metadata);
  await reached("checked");
  const folders = await extractUpload(job, model);
  await reached("extracted");
  prepareReporter();
  // What is looked for in the extracted files only adds warnings: it cannot refuse the upload.
  const coverage = await openCoverage(job, model, metadata);
  const warnings = [...model.warnings, ...coverage.warnings, ...(await missedOf(job, model, coverage.area))];
  await catalogUpload(job, { ...model, warnings }, folders);
  await reached("catalogued");
}

/**
 * Has the report of an extracted model made and kept, and answers what of it the vendor is told in the thread. None of
 * it stops the upload.
 */
async function missedOf(
  { services, batch, signal }: UploadJob,
  { entries, corrected }: CheckedModel,
  coverage: SpatialExtentArea | undefined,
) {
  const report = await uploadReport(services, batch, { coverage, signal });
  const sent = entries.map(({ path }) => insideModel(path));
  return missedIn(report, corrected, sent);
}

/**
 * Stores every file of the model at a path of its own and answers the model's folders. Files that an earlier run has
 * stored are not stored again, and what is under way when the job's signal is aborted is given up. Throws a `ZipFault`
 * for a damaged entry, and `LeaseLostError` when the upload is in other hands by now.
 */
async function extractUpload(job: UploadJob, model: CheckedModel): Promise<string[]> {
  const { batch, services, signal } = job;
  const { db, storage } = services;
  const entries = new Map(model.entries.map((entry) => [entry.path, entry]));
  const rows = await extractModel({
    access: model.access,
    entries: model.entries,
    done: await listExtractedFiles(db, batch.id),
    write: (path, content, about) => {
      signal.throwIfAborted();
      return storage.write(extractedPath(batch, path), content, { ...about, signal });
    },
    async onExtracted(written) {
      if (!(await saveExtractedFiles(db, batch, written.map(rowOf)))) throw new LeaseLostError();
    },
  });
  if (batch.extracted_at === null) await saveProgress(job, { extracted_at: services.now() });
  return rows
    .filter(({ uploadType }) => uploadType === "directory")
    .map(({ path }) => insideModel(path))
    .filter((path) => path !== "");

  function rowOf({ path, mimeType, size, sha256 }: CatalogueRow & { sha256: string }) {
    const { crc32, dosTime } = entries.get(path)!;
    const file = { path: insideModel(path), mime_type: mimeType, size, sha256, crc32, dos_time: dosTime };
    return { upload_id: batch.id, path_in_zip: path, ...file };
  }
}

/** Where an entry of the zip is stored once it is extracted. */
const extractedPath = (batch: Pick<StoredUpload, "id" | "record_id">, path: string): string =>
  `${recordFolder(batch.record_id)}/${storedFilePath(batch.id, insideModel(path))}`;

/** The root folder bears the model's name, which says nothing about its files: paths leave it out. */
function insideModel(path: string): string {
  const end = path.indexOf("/");
  return end < 0 ? "" : path.slice(end + 1);
}

/** What came of opening the coverage geodatabase of a model: its area, or a warning. */
interface Coverage {
  area?: SpatialExtentArea;
  warnings: Diagnostic[];
}

/**
 * Opens the coverage geodatabase of an extracted model. A file of that name that is no geodatabase, one without an area,
 * or one that cannot be opened here is a warning: nothing is refused for it. Neither where the zip holds none.
 */
async function openCoverage(job: UploadJob, model: CheckedModel, metadata: JsonObject): Promise<Coverage> {
  const name = coverageGeodatabaseName(getTextByRole(getSchema("metadata"), metadata, "identifier"));
  const entries = model.entries.filter(({ path, isDirectory }) => !isDirectory && isOfCoverage(path, name));
  const [first] = entries;
  if (!first) return { warnings: [] };
  const area = await areaOf(job, model, entries);
  if (area.geometry) return { area, warnings: [] };
  const path = splitPath(first.path).slice(0, 2).join("/");
  const text = `${quoteName(path)}: ${area.properties.note ?? "It could not be checked."}`;
  return { warnings: [createWarning(text, path)] };
}

function isOfCoverage(path: string, name: string): boolean {
  const [, inRoot = ""] = splitPath(path);
  return [caseFold(name), caseFold(`${name}.zip`)].includes(caseFold(inRoot));
}

/** Areas that were read lately, by what the zip says of their files: most uploads of a model bring the same coverage. */
const read = new Map<string, SpatialExtentArea>();
const MOST_KEPT = 100;

async function areaOf(job: UploadJob, model: CheckedModel, entries: ZipEntry[]): Promise<SpatialExtentArea> {
  const key = JSON.stringify(
    entries.map(({ path, crc32, size }) => [splitPath(path).slice(2), crc32, size]),
  );
  const known = read.get(key);
  if (known) return known;
  const area = await readCoverage(job, model, entries);
  if (area.geometry) read.set(key, area);
  const [oldest] = read.keys();
  if (read.size > MOST_KEPT && oldest !== undefined) read.delete(oldest);
  return area;
}

/** A zipped geodatabase is read from where it was extracted to; the files of one in a folder from the model's zip. */
function readCoverage(
  { batch, services, signal }: UploadJob,
  { access }: CheckedModel,
  entries: ZipEntry[],
): Promise<SpatialExtentArea> {
  const zipped = entries.find(({ path }) => splitPath(path).length === 2);
  if (zipped)
    return readArea(
      blobAccess(services.storage, { path: extractedPath(batch, zipped.path), size: zipped.size }, signal),
    );
  return readArea(access, { within: `${splitPath(entries[0]!.path).slice(0, 2).join("/")}/` });
}
