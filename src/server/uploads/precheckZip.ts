import { Readable } from "node:stream";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { uploadsClosedMessage, isUploadableStatus } from "../../contract/status.ts";
import type { Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import { removeExtension } from "../../contract/models/rasProject.ts";
import { recognizeFile } from "../../contract/models/recognizeFile.ts";
import type { ZipEntry } from "../../contract/zip/zipDirectory.ts";
import { InvalidZipError } from "../../contract/zip/zipMember.ts";
import { runReporter } from "../models/runReporter.ts";
import { listMissingFileWarnings, withInheritedFiles } from "../models/uploadReport.ts";
import { openZipModel } from "../models/zipModelSource.ts";
import { checkModelZip } from "../processing/checkModelZip.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";
import { findRecord } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { loadCorrectedVersion, type CorrectedVersion } from "./correction.ts";
import { findUploadOfValidToken } from "./uploadToken.ts";

export interface ByteRange {
  offset: number;
  bytes: Buffer;
}

export interface PrecheckResult {
  faults: string[];
  warnings: string[];
  /** The next byte range that the check needs; unset when the check is complete. */
  needed?: MissingRange;
}

interface MissingRange {
  offset: number;
  length: number;
}

export const MAX_PRECHECK_BYTES = 16 * 1024 * 1024;
/** The directory of a zip is requested in at most this many ranges. */
const MAX_RANGES = 8;
const READ_BYTES = 128 * 1024;

/**
 * Uses the checks of processing. The script sends the last bytes first, then the ranges that the result requests. Skips
 * the model report if the model has too many text files.
 */
export async function precheckZip(
  services: Pick<Services, "db" | "now" | "storage">,
  token: string,
  zip: { size: number; ranges: ByteRange[] },
): Promise<PrecheckResult> {
  const { db } = services;
  const upload = await findUploadOfValidToken(services, token);
  const record = await findRecord(db, String(upload.record_id));
  if (!record) throw new HttpError(409, "The record of this upload script was deleted.");
  if (!isUploadableStatus(record.status))
    return { faults: [uploadsClosedMessage(record.status)], warnings: [] };
  const { metadata } = record;
  const [references, corrected] = [await loadReferences(db), await loadCorrectedVersion(db, upload)];
  const expectedRecord = { recordId: String(record.id), metadata, references, corrected };
  try {
    const partialZip = new PartialZip(zip.size, zip.ranges);
    const { entries, diagnostics } = await checkModelZip(partialZip, expectedRecord, READ_BYTES);
    const isValid = diagnostics.every(({ severity }) => severity !== "error");
    const modelWarnings = isValid
      ? await missingReferenceWarnings(services.storage, record.id, { partialZip, entries, corrected })
      : [];
    if ("offset" in modelWarnings) return { faults: [], warnings: [], needed: modelWarnings };
    const listTexts = (wanted: string) =>
      [...diagnostics, ...modelWarnings].flatMap(({ severity, text }) => (severity === wanted ? text : []));
    return { faults: listTexts("error"), warnings: listTexts("warning") };
  } catch (error) {
    if (!(error instanceof MissingRangeError)) throw error;
    const { needed } = error;
    const bytes = zip.ranges.reduce((sum, range) => sum + range.bytes.length, needed.length);
    if (bytes > MAX_PRECHECK_BYTES || zip.ranges.length >= MAX_RANGES)
      return { faults: [], warnings: [TOO_MANY_FILES] };
    return { faults: [], warnings: [], needed };
  }
}

const TOO_MANY_FILES =
  "The script cannot check this zip before the upload because it has too many files. The portal checks it after the upload.";

/** Larger text files are not what a model is opened with. */
const MAX_TEXT_BYTES = 1024 * 1024;
const [MAX_TOTAL_TEXT_BYTES, MAX_TEXT_RANGES] = [4 * 1024 * 1024, 24];
const MAX_MERGE_GAP_BYTES = 64 * 1024;
/** Space for the extra fields between an entry's name and its content. */
const EXTRA_FIELD_BYTES = 512;
/** Each report takes a process, and processing builds one anyway. */
const MAX_PARALLEL_REPORTS = 2;
const REPORT_TIMEOUT_MS = 20_000;
let runningReports = 0;

interface ListedZip {
  partialZip: PartialZip;
  entries: ZipEntry[];
  corrected: CorrectedVersion;
}

/** Returns warnings as far as the small text files tell, or the range that is needed first. */
async function missingReferenceWarnings(
  storage: BlobStorage,
  recordId: number,
  { partialZip, entries, corrected }: ListedZip,
): Promise<Diagnostic[] | MissingRange> {
  const texts = new Set(listSmallTextFiles(entries));
  const ranges = mergeRanges(texts, partialZip.size);
  const bytes = ranges.reduce((sum, { length }) => sum + length, 0);
  if (ranges.length > MAX_TEXT_RANGES || bytes > MAX_TOTAL_TEXT_BYTES) return [];
  const needed = ranges.find(({ offset, length }) => !partialZip.findRange(offset, length));
  if (needed) return needed;
  if (runningReports === MAX_PARALLEL_REPORTS) return [];
  runningReports += 1;
  try {
    const modelWarnings = openZipModel(partialZip, entries, (entry) => texts.has(entry));
    const report = await runReporter(
      withInheritedFiles(storage, recordId, modelWarnings, corrected),
      REPORT_TIMEOUT_MS,
    );
    return listMissingFileWarnings(
      report,
      corrected,
      modelWarnings.files.map(({ path }) => path),
    );
  } catch (error) {
    if (error instanceof InvalidZipError) return [error.diagnostic];
    if (error instanceof MissingRangeError) return [];
    throw error;
  } finally {
    runningReports -= 1;
  }
}

/** Excludes projections of shapefiles: they have the extension of a HEC-RAS project. */
function listSmallTextFiles(entries: ZipEntry[]): ZipEntry[] {
  const getFileType = (path: string) => recognizeFile(path.slice(path.lastIndexOf("/") + 1));
  const getStem = (path: string) => caseFold(removeExtension(path));
  const collectStems = (predicate: (path: string) => boolean) =>
    new Set(entries.flatMap(({ path }) => (predicate(path) ? getStem(path) : [])));
  const shapefileStems = collectStems((path) => /\.shp$/i.test(path));
  const planStems = collectStems((path) => getFileType(path)?.kind === "plan");
  const isProjection = (path: string) =>
    /\.prj$/i.test(path) && shapefileStems.has(getStem(path)) && !planStems.has(getStem(path));
  return entries.filter(
    ({ path, isDirectory, compressedSize }) =>
      !isDirectory && compressedSize <= MAX_TEXT_BYTES && getFileType(path)?.readText && !isProjection(path),
  );
}

function mergeRanges(entries: Iterable<ZipEntry>, size: number): MissingRange[] {
  const ranges: MissingRange[] = [];
  for (const { offset, extent } of [...entries].sort((a, b) => a.offset - b.offset)) {
    const end = Math.min(size, offset + extent + EXTRA_FIELD_BYTES);
    const last = ranges.at(-1);
    if (last && offset - last.offset - last.length <= MAX_MERGE_GAP_BYTES) last.length = end - last.offset;
    else ranges.push({ offset, length: end - offset });
  }
  return ranges;
}

class MissingRangeError extends Error {
  constructor(readonly needed: MissingRange) {
    super("The script has not sent this byte range of the zip yet.");
  }
}

class PartialZip implements RandomAccess {
  constructor(
    readonly size: number,
    private readonly ranges: ByteRange[],
  ) {}

  findRange(offset: number, length: number): ByteRange | undefined {
    return this.ranges.find(
      (range) => range.offset <= offset && offset + length <= range.offset + range.bytes.length,
    );
  }

  async read(offset: number, length: number): Promise<Readable> {
    const range = this.findRange(offset, length);
    if (!range) throw new MissingRangeError(this.getMissingRange(offset, length));
    const start = offset - range.offset;
    return Readable.from([range.bytes.subarray(start, start + length)]);
  }

  /** The directory extends to the end of the zip: request it as a whole unless it is too long. */
  private getMissingRange(offset: number, length: number) {
    const left = this.size - offset;
    const isDirectory = length === READ_BYTES && offset > 0 && left <= MAX_PRECHECK_BYTES / 2;
    return { offset, length: isDirectory ? left : Math.min(left, Math.max(length, READ_BYTES / 2)) };
  }
}
