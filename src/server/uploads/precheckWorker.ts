import { Readable } from "node:stream";
import type { MessagePort } from "node:worker_threads";
import type { JsonObject } from "../../contract/json.ts";
import type { Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { buildModelReport } from "../../contract/models/buildModelReport.ts";
import { removeExtension } from "../../contract/models/rasProject.ts";
import { recognizeFile } from "../../contract/models/recognizeFile.ts";
import type { References } from "../../contract/schema/references.ts";
import type { ZipEntry } from "../../contract/zip/zipDirectory.ts";
import { InvalidZipError } from "../../contract/zip/zipMember.ts";
import { listMissingFileWarnings, withInheritedFiles } from "../processing/model-report/inheritedFiles.ts";
import { openZipModel } from "../processing/model-report/zipModelSource.ts";
import { checkModelZip } from "../processing/checkModelZip.ts";
import { createPortReader } from "../processing/portReads.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import type { CorrectedVersion } from "./correction.ts";

export interface ByteRange {
  offset: number;
  bytes: Uint8Array;
}

export interface MissingRange {
  offset: number;
  length: number;
}

export interface PrecheckTask {
  zip: { size: number; ranges: ByteRange[] };
  record: { recordId: string; metadata: JsonObject; references: References; corrected: CorrectedVersion };
  /** Reads stored files of the corrected version. */
  storePort: MessagePort;
}

export type PrecheckOutcome =
  { needed: MissingRange } | { needed?: undefined; diagnostics: Diagnostic[]; extractedBytes: number };

export const MAX_PRECHECK_BYTES = 16 * 1024 * 1024;
const READ_BYTES = 128 * 1024;

/** Runs in a worker thread: a forged zip can keep it busy for seconds. */
export default async function precheck({ zip, record, storePort }: PrecheckTask): Promise<PrecheckOutcome> {
  try {
    const partialZip = new PartialZip(zip.size, zip.ranges);
    const { entries, diagnostics } = await checkModelZip(partialZip, record, READ_BYTES);
    const isValid = diagnostics.every(({ severity }) => severity !== "error");
    const warnings = isValid
      ? await missingReferenceWarnings({ partialZip, entries, corrected: record.corrected, storePort })
      : [];
    return {
      diagnostics: [...diagnostics, ...warnings],
      extractedBytes: entries.reduce((sum, { size }) => sum + size, 0),
    };
  } catch (error) {
    if (error instanceof MissingRangeError) return { needed: error.needed };
    throw error;
  } finally {
    storePort.close();
  }
}

/** Larger text files are not what a model is opened with. */
const MAX_TEXT_BYTES = 1024 * 1024;
const [MAX_TOTAL_TEXT_BYTES, MAX_TEXT_RANGES] = [4 * 1024 * 1024, 24];
const MAX_MERGE_GAP_BYTES = 64 * 1024;
/** Space for the extra fields between an entry's name and its content. */
const EXTRA_FIELD_BYTES = 512;

interface ListedZip {
  partialZip: PartialZip;
  entries: ZipEntry[];
  corrected: CorrectedVersion;
  storePort: MessagePort;
}

/** As far as the small text files tell. @throws MissingRangeError for the range that is needed first */
async function missingReferenceWarnings({
  partialZip,
  entries,
  corrected,
  storePort,
}: ListedZip): Promise<Diagnostic[]> {
  const texts = new Set(listSmallTextFiles(entries));
  const ranges = mergeRanges(texts, partialZip.size);
  const bytes = ranges.reduce((sum, { length }) => sum + length, 0);
  if (ranges.length > MAX_TEXT_RANGES || bytes > MAX_TOTAL_TEXT_BYTES) return [];
  const needed = ranges.find(({ offset, length }) => !partialZip.findRange(offset, length));
  if (needed) throw new MissingRangeError(needed);
  const zipSource = openZipModel(partialZip, entries, (entry) => texts.has(entry));
  const model = withInheritedFiles(zipSource, corrected, createPortReader(storePort));
  try {
    const sentPaths = zipSource.files.map(({ path }) => path);
    return listMissingFileWarnings(await buildModelReport(model), corrected, sentPaths);
  } catch (error) {
    if (error instanceof InvalidZipError) return [error.diagnostic];
    if (error instanceof MissingRangeError) return [];
    throw error;
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
    return Readable.from([Buffer.from(range.bytes.buffer, range.bytes.byteOffset + start, length)]);
  }

  /** The directory extends to the end of the zip: request it as a whole unless it is too long. */
  private getMissingRange(offset: number, length: number) {
    const left = this.size - offset;
    const isDirectory = length === READ_BYTES && offset > 0 && left <= MAX_PRECHECK_BYTES / 2;
    return { offset, length: isDirectory ? left : Math.min(left, Math.max(length, READ_BYTES / 2)) };
  }
}
