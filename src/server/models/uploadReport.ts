import { Readable } from "node:stream";
import { buffer, json } from "node:stream/consumers";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { quoteName, createWarning, type Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import {
  modelFolderMessages as texts,
  formatMessage,
} from "../../contract/model-folder/modelFolderMessages.ts";
import type { ModelSource } from "../../contract/models/readModelFiles.ts";
import type { SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";
import { listInheritedEntries, type CorrectedEntries } from "../../contract/uploads/correction.ts";
import { REPORT_VERSION } from "../../contract/models/fileFacts.ts";
import { HttpError } from "../httpError.ts";
import { createBlobAccess, BufferedAccess } from "../processing/randomAccess.ts";
import { readBufferedZipDirectory } from "../processing/zipDirectory.ts";
import type { Services } from "../services.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";
import { findUpload, type StoredUpload } from "../stores/uploads/uploadStore.ts";
import { loadCorrectedVersion, type CorrectedVersion } from "../uploads/correction.ts";
import { storedFilePath, recordFolder, storedZipPath } from "../uploads/blobPaths.ts";
import { runReporter } from "./runReporter.ts";
import { SMALL_ENTRY_BYTES, openZipModel } from "./zipModelSource.ts";

/** Loads the stored model report, or builds it from the extracted files; undefined if it cannot be built. */
export async function loadUploadReport(
  services: Services,
  upload: Pick<StoredUpload, "id" | "record_id" | "blob_name" | "corrected_upload_id" | "excluded_paths">,
  { coverage, signal }: { coverage?: SpatialExtentArea | undefined; signal?: AbortSignal } = {},
): Promise<ModelReport | undefined> {
  const { storage } = services;
  const zip = await storage.find(`${recordFolder(upload.record_id)}/${storedZipPath(upload)}`);
  if (!zip) return undefined;
  // The ETag is part of the name, because another zip may replace a rejected one.
  const reportPath = `model-reports/${REPORT_VERSION}-${upload.id}-${zip.etag.replace(/\W/g, "")}.json`;
  if (await storage.find(reportPath)) return (await json(await storage.read(reportPath))) as ModelReport;
  const access = createBlobAccess(storage, zip, signal);
  const { entries, errors } = await readBufferedZipDirectory(access);
  if (errors.length > 0) return undefined;
  const corrected = await loadCorrectedVersion(services.db, upload);
  const zipSource = openZipModel(new BufferedAccess(access, SMALL_ENTRY_BYTES), entries);
  const extractedSource = {
    // Small files are read from the zip, where they lie next to each other; large ones from the extracted blobs.
    files: zipSource.files.map((file) => ({ ...file, isPacked: false })),
    read: (path: string, length: number, offset?: number) =>
      !offset && length <= SMALL_ENTRY_BYTES
        ? zipSource.read(path, length)
        : readStoredFile(storage, upload.record_id, storedFilePath(upload.id, path), length, offset),
  };
  const model = withInheritedFiles(storage, upload.record_id, extractedSource, corrected);
  const report = await runReporter(model);
  if (!report) return undefined;
  const reportWithCoverage = {
    ...report,
    ...(await resolveCoverage(services, corrected && upload.corrected_upload_id, coverage)),
  };
  await storage.write(reportPath, Readable.from([JSON.stringify(reportWithCoverage)]), JSON_CONTENT);
  return reportWithCoverage;
}

const runningReports = new Map<string, ReturnType<typeof loadUploadReport>>();

const MAX_PARALLEL_REPORTS = 4;

/** Concurrent requests for an upload share one run. Throws 503 if too many reports are being built. */
export function loadSharedUploadReport(
  services: Services,
  upload: StoredUpload,
): ReturnType<typeof loadUploadReport> {
  const running = runningReports.get(upload.id);
  if (running) return running;
  if (runningReports.size >= MAX_PARALLEL_REPORTS)
    throw new HttpError(503, BUSY, undefined, { retryAfter: 10 });
  const report = loadUploadReport(services, upload).finally(() => runningReports.delete(upload.id));
  runningReports.set(upload.id, report);
  return report;
}

const BUSY = "Too many model reports are being built. Try again in a few seconds.";

/** A correction without a coverage keeps the coverage of the version it corrects. */
async function resolveCoverage(
  services: Services,
  correctedUploadId: string | null | undefined,
  area: SpatialExtentArea | undefined,
): Promise<Pick<ModelReport, "coverage">> {
  const { geometry, properties } = area ?? {};
  if (geometry) return { coverage: { polygons: geometry.coordinates, counties: properties!.counties } };
  const corrected = correctedUploadId ? await findUpload(services.db, correctedUploadId) : undefined;
  const coverage = corrected && (await loadUploadReport(services, corrected))?.coverage;
  return coverage ? { coverage } : {};
}

/** For a kept file of a correction, the warning tells where to correct it. */
export function listMissingFileWarnings(
  report: ModelReport | undefined,
  corrected?: CorrectedEntries<{ path: string }>,
  sentPaths: string[] = [],
): Diagnostic[] {
  const keptPaths = new Set(corrected && listInheritedEntries(corrected, sentPaths).map(({ path }) => path));
  const missing = report?.findings.filter(({ severity }) => severity === "missing") ?? [];
  return missing.map(({ text, path }) => {
    const isKept = path !== undefined && keptPaths.has(path);
    return createWarning(
      isKept ? `${text} ${formatMessage(texts.takenOver, { entry: quoteName(path) })}` : text,
      path,
    );
  });
}

export function withInheritedFiles(
  storage: BlobStorage,
  recordId: number,
  source: ModelSource,
  corrected: CorrectedVersion,
): ModelSource {
  if (!corrected) return source;
  const entries = listInheritedEntries(
    corrected,
    source.files.map(({ path }) => path),
  ).filter(({ kind }) => kind === "file");
  const stored = new Map(entries.map(({ path, blob_path }) => [path, blob_path]));
  return {
    files: [
      ...source.files,
      ...entries.map(({ path, size, crc32, sha256 }) => ({
        path,
        size,
        contentKey: String(crc32 ?? sha256),
      })),
    ],
    read(path, length, offset) {
      const blobPath = stored.get(path);
      return blobPath
        ? readStoredFile(storage, recordId, blobPath, length, offset)
        : source.read(path, length, offset);
    },
  };
}

const readStoredFile = async (
  storage: BlobStorage,
  recordId: number,
  path: string,
  length: number,
  offset = 0,
) => buffer(await storage.read(`${recordFolder(recordId)}/${path}`, { offset, length }));

const JSON_CONTENT = { contentType: "application/json" };
