import { Piscina } from "piscina";
import { buffer } from "node:stream/consumers";
import { MessageChannel } from "node:worker_threads";
import { uploadsClosedMessage, isUploadableStatus } from "../../contract/status.ts";
import { findChildProgram } from "../processing/childProgram.ts";
import { serveReads } from "../processing/portReads.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { findRecord } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import type { StoredUpload } from "../stores/uploads/uploadStore.ts";
import { recordFolder } from "./blobPaths.ts";
import { loadCorrectedVersion } from "./correction.ts";
import {
  MAX_PRECHECK_BYTES,
  type MissingRange,
  type PrecheckOutcome,
  type PrecheckTask,
} from "./precheckWorker.ts";
import { checkVendorQuota } from "./vendorQuota.ts";

export interface PrecheckResult {
  faults: string[];
  warnings: string[];
  /** The next byte range that the check needs; unset when the check is complete. */
  needed?: MissingRange;
}

/** The directory of a zip is requested in at most this many ranges. */
const MAX_RANGES = 8;

/**
 * Uses the checks of processing. The script sends the last bytes first, then the ranges that the result requests. Skips
 * the model report if the model has too many text files.
 */
export async function precheckZip(
  services: Pick<Services, "config" | "db" | "now" | "storage">,
  upload: StoredUpload,
  zip: PrecheckTask["zip"],
): Promise<PrecheckResult> {
  const { db, storage } = services;
  const record = await findRecord(db, String(upload.record_id));
  if (!record) throw new HttpError(409, "The record of this upload script was deleted.");
  if (!isUploadableStatus(record.status))
    return { faults: [uploadsClosedMessage(record.status)], warnings: [] };
  const { id, metadata, username } = record;
  const [references, corrected] = [await loadReferences(db), await loadCorrectedVersion(db, upload)];
  const outcome = await runPrecheck(
    { zip, record: { recordId: String(id), metadata, references, corrected } },
    async (path, length, offset = 0) =>
      buffer(await storage.read(`${recordFolder(id)}/${path}`, { offset, length })),
  );
  if (!outcome) return { faults: [], warnings: [CANNOT_CHECK] };
  if (outcome.needed) {
    const bytes = zip.ranges.reduce((sum, range) => sum + range.bytes.length, outcome.needed.length);
    if (bytes > MAX_PRECHECK_BYTES || zip.ranges.length >= MAX_RANGES)
      return { faults: [], warnings: [CANNOT_CHECK] };
    return { faults: [], warnings: [], needed: outcome.needed };
  }
  const quotaErrors = await checkVendorQuota(services, username, outcome.extractedBytes, zip.size);
  const listTexts = (wanted: string) =>
    [...outcome.diagnostics, ...quotaErrors].flatMap(({ severity, text }) =>
      severity === wanted ? text : [],
    );
  return { faults: listTexts("error"), warnings: listTexts("warning") };
}

const CANNOT_CHECK =
  "This zip could not be checked before the upload. The upload continues, and the portal checks the zip afterward.";

const MAX_THREADS = 2;
const IDLE_TIMEOUT_MS = 30_000;
const TIMEOUT_MS = 60_000;
const HEAP_MEGABYTES = 256;

const worker = findChildProgram(import.meta.dirname, "precheckWorker");

const prechecks = new Piscina<PrecheckTask, PrecheckOutcome>({
  filename: worker.file,
  execArgv: worker.nodeOptions,
  env: {},
  minThreads: 0,
  maxThreads: MAX_THREADS,
  idleTimeout: IDLE_TIMEOUT_MS,
  resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
});

/** Undefined if the check takes too long. */
async function runPrecheck(
  task: Omit<PrecheckTask, "storePort">,
  readStoredFile: Parameters<typeof serveReads>[1],
): Promise<PrecheckOutcome | undefined> {
  const { port1, port2 } = new MessageChannel();
  serveReads(port1, readStoredFile);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await prechecks.run({ ...task, storePort: port2 }, { signal: timeout, transferList: [port2] });
  } catch (error) {
    if (timeout.aborted) return undefined;
    throw error;
  } finally {
    port1.close();
  }
}
