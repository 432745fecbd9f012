import { Readable } from "node:stream";
import { buffer, json } from "node:stream/consumers";
import type { ModelReport } from "../../contract/generated/entities.ts";
import type { JsonObject } from "../../contract/json.ts";
import { REPORT_VERSION } from "../../contract/models/fileFacts.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";
import { decodeWithEmptyLists, encode } from "../../contract/wire/wire.ts";
import { FairQueue } from "../fairQueue.ts";
import { HttpError } from "../httpError.ts";
import { createBlobAccess, BufferedAccess } from "../processing/randomAccess.ts";
import { readBufferedZipDirectory } from "../processing/zipDirectory.ts";
import type { Services } from "../services.ts";
import type { BlobStorage, StoredBlob } from "../storage/blobStorage.ts";
import { findUpload, type StoredUpload } from "../stores/uploads/uploadStore.ts";
import { loadCorrectedVersion } from "./correction.ts";
import { storedFilePath, recordFolder, reportFolder, storedZipPath } from "./blobPaths.ts";
import { withInheritedFiles, type ReadStoredFile } from "../processing/model-report/inheritedFiles.ts";
import { runReporter } from "../processing/model-report/runReporter.ts";
import { SMALL_ENTRY_BYTES, openZipModel } from "../processing/model-report/zipModelSource.ts";

type ReportedUpload = Pick<
  StoredUpload,
  "id" | "record_id" | "username" | "blob_name" | "corrected_upload_id" | "excluded_paths"
>;

interface ReportOptions {
  coverage?: SpatialExtentArea | undefined;
  /** No earlier report exists. */
  isNew?: boolean;
  signal?: AbortSignal;
}

const MAX_PARALLEL_REPORTS = 2;
const MAX_WAITING_REQUESTS_PER_VENDOR = 5;
const reportQueue = new FairQueue(MAX_PARALLEL_REPORTS);

/** Concurrent callers share one run. */
const runningReports = new Map<string, Promise<ModelReport | undefined>>();

/** Loads the stored model report, or builds it from the extracted files; undefined if it cannot be built. */
export async function loadUploadReport(
  services: Services,
  upload: ReportedUpload,
  options: ReportOptions = {},
): Promise<ModelReport | undefined> {
  const zip = await findStoredZip(services.storage, upload);
  if (!zip) return undefined;
  if (!(await isReportStored(services, upload, zip))) return buildReport(services, upload, zip, options);
  return readReport(services, buildReportPath(upload, zip));
}

async function readReport({ storage }: Services, path: string): Promise<ModelReport | undefined> {
  const report = (await json(await storage.read(path))) as JsonObject | null;
  return report
    ? (decodeWithEmptyLists(getSchema("model-report"), report, "read") as unknown as ModelReport)
    : undefined;
}

/** The stored report as JSON, built first if necessary. @throws HttpError 503 if too many requests are waiting */
export async function openUploadReport(
  services: Services,
  upload: StoredUpload,
): Promise<Readable | undefined> {
  const { storage } = services;
  const zip = await findStoredZip(storage, upload);
  if (!zip) return undefined;
  if (!(await isReportStored(services, upload, zip))) {
    const isRunning = runningReports.has(upload.id);
    if (!isRunning && reportQueue.countWaiting(upload.username) >= MAX_WAITING_REQUESTS_PER_VENDOR)
      throw new HttpError(503, BUSY, undefined, { retryAfter: 10 });
    await buildReport(services, upload, zip);
  }
  const stored = await storage.find(buildReportPath(upload, zip));
  return stored && stored.size > FAILED_REPORT.length ? storage.read(stored.path) : undefined;
}

const BUSY = "Too many model reports are being built. Try again in a few seconds.";

const findStoredZip = (storage: BlobStorage, upload: ReportedUpload) =>
  storage.find(`${recordFolder(upload.record_id)}/${storedZipPath(upload)}`);

/** The ETag is part of the name, because another zip may replace a rejected one. */
const buildReportPath = (
  { id, record_id }: ReportedUpload,
  { etag }: StoredBlob,
  reportVersion = REPORT_VERSION,
) => `${reportFolder(record_id)}/${reportVersion}-${id}-${etag.replace(/\W/g, "")}.json`;

/** Stored instead of a report that cannot be built, so that not every request tries again. */
const FAILED_REPORT = "null";
const RETRY_FAILED_AFTER_MS = 6 * 60 * 60_000;

async function isReportStored(
  { storage, now }: Services,
  upload: ReportedUpload,
  zip: StoredBlob,
): Promise<boolean> {
  const stored = await storage.find(buildReportPath(upload, zip));
  if (!stored) return false;
  const hasFailed = stored.size <= FAILED_REPORT.length;
  return !hasFailed || now().getTime() - stored.modified.getTime() < RETRY_FAILED_AFTER_MS;
}

function buildReport(
  services: Services,
  upload: ReportedUpload,
  zip: StoredBlob,
  options: ReportOptions = {},
): Promise<ModelReport | undefined> {
  const running = runningReports.get(upload.id);
  if (running) return running;
  const report = reportQueue
    .run(upload.username, () => readModel(services, upload, zip, options.signal), options.signal)
    .then((model) => storeReport(services, upload, zip, model, options))
    .finally(() => runningReports.delete(upload.id));
  runningReports.set(upload.id, report);
  return report;
}

async function readModel(
  { db, storage }: Services,
  upload: ReportedUpload,
  zip: StoredBlob,
  signal?: AbortSignal,
): Promise<ModelReport | undefined> {
  const access = createBlobAccess(storage, zip, signal);
  const { entries, errors } = await readBufferedZipDirectory(access);
  if (errors.length > 0) return undefined;
  const zipSource = openZipModel(new BufferedAccess(access, SMALL_ENTRY_BYTES), entries);
  const readStoredFile: ReadStoredFile = async (path, length, offset = 0) =>
    buffer(await storage.read(`${recordFolder(upload.record_id)}/${path}`, { offset, length }));
  const extractedSource = {
    // Small files are read from the zip, where they lie next to each other; large ones from the extracted blobs.
    files: zipSource.files.map((file) => ({ ...file, isPacked: false })),
    read: (path: string, length: number, offset?: number) =>
      !offset && length <= SMALL_ENTRY_BYTES
        ? zipSource.read(path, length)
        : readStoredFile(storedFilePath(upload.id, path), length, offset),
  };
  const corrected = await loadCorrectedVersion(db, upload);
  return runReporter(withInheritedFiles(extractedSource, corrected, readStoredFile));
}

async function storeReport(
  services: Services,
  upload: ReportedUpload,
  zip: StoredBlob,
  model: ModelReport | undefined,
  options: ReportOptions,
): Promise<ModelReport | undefined> {
  const report = model && { ...model, ...(await resolveCoverage(services, upload, zip, options)) };
  const document = report
    ? JSON.stringify(encode(getSchema("model-report"), { ...report }, "read"))
    : FAILED_REPORT;
  await services.storage.write(buildReportPath(upload, zip), Readable.from([document]), JSON_CONTENT);
  return report;
}

/** Without an area, the coverage is that of the report before, else that of the corrected version. */
async function resolveCoverage(
  services: Services,
  upload: ReportedUpload,
  zip: StoredBlob,
  { coverage: area, isNew }: ReportOptions,
): Promise<Pick<ModelReport, "coverage">> {
  const { geometry, properties } = area ?? {};
  if (geometry) return { coverage: { polygons: geometry.coordinates, counties: properties!.counties } };
  const { corrected_upload_id: correctedUploadId } = upload;
  const corrected = correctedUploadId ? await findUpload(services.db, correctedUploadId) : undefined;
  const earlier = isNew ? undefined : await readEarlierReport(services, upload, zip);
  const coverage =
    earlier?.coverage ?? (corrected && (await loadUploadReport(services, corrected))?.coverage);
  return coverage ? { coverage } : {};
}

async function readEarlierReport(
  services: Services,
  upload: ReportedUpload,
  zip: StoredBlob,
): Promise<ModelReport | undefined> {
  for (let version = REPORT_VERSION - 1; version > 0; version--) {
    const path = buildReportPath(upload, zip, version);
    if (await services.storage.find(path)) return readReport(services, path);
  }
  return undefined;
}

const JSON_CONTENT = { contentType: "application/json" };
