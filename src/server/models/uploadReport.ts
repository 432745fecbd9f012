import { Readable } from "node:stream";
import { buffer, json } from "node:stream/consumers";
import type { ModelReport } from "../../contract/generated/entities.ts";
import { quoteName, createWarning, type Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import { modelFolderMessages as texts, formatMessage } from "../../contract/model-folder/modelFolderMessages.ts";
import type { ModelSource } from "../../contract/models/readModelFiles.ts";
import type { SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";
import { listInheritedEntries, type CorrectedEntries } from "../../contract/uploads/correction.ts";
import { REPORT_VERSION } from "../../contract/models/fileFacts.ts";
import { HttpError } from "../httpError.ts";
import { blobAccess, BufferedAccess } from "../processing/randomAccess.ts";
import { readZipDirectory } from "../processing/zipDirectory.ts";
import type { Services } from "../services.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";
import { findUpload, type StoredUpload } from "../stores/uploads/uploadStore.ts";
import { loadCorrectedVersion, type CorrectedVersion } from "../uploads/correction.ts";
import { storedFilePath, recordFolder, storedZipPath } from "../uploads/blobPaths.ts";
import { makeReport } from "./makeReport.ts";
import { SMALL, zipModel } from "./zipModel.ts";

/**
 * The report of one upload version. It is made of the files that the zip lists, as they lie unpacked in the store, and of
 * what a correction takes over; once, and kept. A report that could not be made is not kept, and undefined.
 *
 * @param coverage the area of the delivered coverage geodatabase, where it was just read
 * @throws when the store fails
 */
export async function uploadReport(
  services: Services,
  batch: Pick<StoredUpload, "id" | "record_id" | "blob_name" | "corrected_upload_id" | "excluded_paths">,
  { coverage, signal }: { coverage?: SpatialExtentArea | undefined; signal?: AbortSignal } = {},
): Promise<ModelReport | undefined> {
  const { storage } = services;
  const zip = await storage.find(`${recordFolder(batch.record_id)}/${storedZipPath(batch)}`);
  if (!zip) return undefined;
  // Another zip may be sent in the place of a refused one.
  const kept = `model-reports/${REPORT_VERSION}-${batch.id}-${zip.etag.replace(/\W/g, "")}.json`;
  if (await storage.find(kept)) return (await json(await storage.read(kept))) as ModelReport;
  const access = blobAccess(storage, zip, signal);
  const { entries, faults } = await readZipDirectory(access);
  if (faults.length > 0) return undefined;
  const corrected = await loadCorrectedVersion(services.db, batch);
  const packed = zipModel(new BufferedAccess(access, SMALL), entries);
  const extracted = {
    // As the zip lists them, with the days of their last change. Many small ones lie side by side in the zip; the content
    // of the others is read where it lies unpacked.
    files: packed.files.map((file) => ({ ...file, isPacked: false })),
    read: (path: string, length: number, offset?: number) =>
      !offset && length <= SMALL
        ? packed.read(path, length)
        : readStored(storage, batch.record_id, storedFilePath(batch.id, path), length, offset),
  };
  const model = wholeModel(storage, batch.record_id, extracted, corrected);
  const report = await makeReport(model);
  if (!report) return undefined;
  const whole = { ...report, ...(await coverageOf(services, corrected && batch.corrected_upload_id, coverage)) };
  await storage.write(kept, Readable.from([JSON.stringify(whole)]), JSON_CONTENT);
  return whole;
}

/** Reports that are being made because somebody looks at them, by upload. */
const asked = new Map<string, ReturnType<typeof uploadReport>>();

/** Each is read by a process of its own. */
const MOST_ASKED = 4;

/**
 * The same for whoever looks at it: whoever asks for one that is being made waits for that.
 *
 * @throws Refusal 503 while many are being made
 */
export function askedReport(services: Services, batch: StoredUpload): ReturnType<typeof uploadReport> {
  const known = asked.get(batch.id);
  if (known) return known;
  if (asked.size >= MOST_ASKED) throw new HttpError(503, BUSY, undefined, { retryAfter: 10 });
  const made = uploadReport(services, batch).finally(() => asked.delete(batch.id));
  asked.set(batch.id, made);
  return made;
}

const BUSY = "Many model reports are being made. Try again in a few seconds.";

/** A correction without a coverage of its own takes over that of the version it corrects. */
async function coverageOf(
  services: Services,
  corrects: string | null | undefined,
  area: SpatialExtentArea | undefined,
): Promise<Pick<ModelReport, "coverage">> {
  const { geometry, properties } = area ?? {};
  if (geometry) return { coverage: { polygons: geometry.coordinates, counties: properties!.counties } };
  const corrected = corrects ? await findUpload(services.db, corrects) : undefined;
  const coverage = corrected && (await uploadReport(services, corrected))?.coverage;
  return coverage ? { coverage } : {};
}

/**
 * What the vendor is told of a model, before and after it is sent: what it cannot be opened or run without; and of a file
 * that a correction takes over, where that is mended.
 *
 * @param sent the paths of what the zip holds, inside the model's folder
 */
export function missedIn(
  report: ModelReport | undefined,
  corrected?: CorrectedEntries<{ path: string }>,
  sent: string[] = [],
): Diagnostic[] {
  const taken = new Set(corrected && listInheritedEntries(corrected, sent).map(({ path }) => path));
  const missing = report?.findings.filter(({ severity }) => severity === "missing") ?? [];
  return missing.map(({ text, path }) => {
    const isTaken = path !== undefined && taken.has(path);
    return createWarning(isTaken ? `${text} ${formatMessage(texts.takenOver, { entry: quoteName(path) })}` : text, path);
  });
}

/** What is sent and, of a correction, what it takes over from where that is stored. */
export function wholeModel(
  storage: BlobStorage,
  recordId: number,
  sent: ModelSource,
  corrected: CorrectedVersion,
): ModelSource {
  if (!corrected) return sent;
  const entries = listInheritedEntries(
    corrected,
    sent.files.map(({ path }) => path),
  ).filter(({ kind }) => kind === "file");
  const stored = new Map(entries.map(({ path, blob_path }) => [path, blob_path]));
  return {
    files: [
      ...sent.files,
      ...entries.map(({ path, size, crc32, sha256 }) => ({
        path,
        size,
        contentKey: String(crc32 ?? sha256),
      })),
    ],
    read(path, length, offset) {
      const place = stored.get(path);
      return place ? readStored(storage, recordId, place, length, offset) : sent.read(path, length, offset);
    },
  };
}

/** Part of a file that is kept of a record's uploads. */
const readStored = async (storage: BlobStorage, recordId: number, path: string, length: number, offset = 0) =>
  buffer(await storage.read(`${recordFolder(recordId)}/${path}`, { offset, length }));

const JSON_CONTENT = { contentType: "application/json" };
