import { caseFold } from "../model-folder/folderEntries.ts";
import {
  MAX_HDF_BYTES,
  MAX_PACKED_HDF_BYTES,
  MAX_TEXT_BYTES,
  UnreadableFileError,
  type FileFacts,
  type ModelFile,
} from "./fileFacts.ts";
import { hasDenseAttributes, openHdf, readRasHdf } from "./rasHdf.ts";
import { DISTINCTIVE_FILES, recognizeFile, type ModelFileType } from "./recognizeFile.ts";
import { decodeText } from "./textLines.ts";

/** The files of a model: a local folder, a zip, or an upload in the blob store. */
export interface ModelSource {
  files: ModelFile[];
  /**
   * Reads at most `length` bytes. `offset` is always 0 for packed files.
   *
   * @throws UnreadableFileError if only this file cannot be read; another error ends the report
   */
  read(path: string, length: number, offset?: number): Promise<Uint8Array>;
}

export interface ParsedFile extends ModelFile {
  name: string;
  type: ModelFileType;
  facts: FileFacts;
  state: "read" | "in part" | "unreadable" | "not read";
  reason?: string;
  line?: number;
}

/** Each read of the blob store is one round trip. */
const MAX_PARALLEL_READS = 32;
/** Larger files are read one by one, so that only one is in memory. */
const MAX_PARALLEL_FILE_BYTES = 1024 * 1024;
const MAX_TOTAL_BYTES = 512 * 1024 * 1024;

/** Rejects only when the source fails. */
export async function readModelFiles(source: ModelSource): Promise<ParsedFile[]> {
  const filledFiles = new Set(source.files.flatMap(({ path, size }) => (size > 0 ? [caseFold(path)] : [])));
  const files = source.files.flatMap((file): ParsedFile[] => {
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    const type = recognizeFile(name);
    if (!type) return [];
    const parsed: ParsedFile = { ...file, name, type, facts: {}, state: "not read" };
    const distinctive = DISTINCTIVE_FILES[type.software ?? ""] ?? [];
    const isProven = distinctive.every((other) => filledFiles.has(caseFold(getFolder(parsed) + other)));
    return isProven ? [parsed] : [];
  });
  // Folders, zips and browsers list files in different orders.
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  const wanted = files.filter(({ type, isUnread }) => !isUnread && (type.readText || type.isHdf));
  const budget = { left: MAX_TOTAL_BYTES };
  const small = wanted.filter(({ size }) => size <= MAX_PARALLEL_FILE_BYTES).values();
  await Promise.all(
    Array.from({ length: MAX_PARALLEL_READS }, async () => {
      for (const file of small) await readFileFacts(file, source, budget);
    }),
  );
  for (const file of wanted)
    if (file.size > MAX_PARALLEL_FILE_BYTES) await readFileFacts(file, source, budget);
  return files;
}

async function readFileFacts(file: ParsedFile, source: ModelSource, budget: { left: number }): Promise<void> {
  const { path, size, type, isPacked } = file;
  if (file.unreadableReason !== undefined) return markUnreadable(file, file.unreadableReason);
  if (size === 0) return markUnreadable(file, "the file is empty");
  const isReadInRanges = type.isHdf === true && !isPacked && size > MAX_HDF_BYTES;
  const maxBytes = !type.isHdf ? MAX_TEXT_BYTES : isPacked ? MAX_PACKED_HDF_BYTES : MAX_HDF_BYTES;
  const length = Math.min(size, maxBytes);
  if (length > budget.left || (type.isHdf && isPacked && size > maxBytes))
    return void Object.assign(file, {
      reason:
        length > budget.left
          ? `not read: the files of the model that are read exceed ${toMegabytes(MAX_TOTAL_BYTES)} MB together`
          : `not read: larger than ${toMegabytes(maxBytes)} MB, the limit for one such file`,
    });
  let failure: { cause: unknown } | undefined;
  const read = async (bytes: number, offset = 0) => {
    budget.left -= bytes;
    return source.read(path, bytes, offset).catch((cause: unknown) => {
      failure = { cause };
      throw cause;
    });
  };
  try {
    // Copied: a substring would keep the whole text in memory.
    if (type.readText) {
      file.facts = structuredClone(limitTexts(type.readText(decodeText(await read(length)), file.name)));
      if (size > maxBytes) markInPart(file, `only its first ${toMegabytes(maxBytes)} MB were read`);
    } else await readHdfFacts(file, isReadInRanges, read);
    if (file.state === "not read") file.state = "read";
  } catch (error) {
    if (error instanceof UnreadableFileError) markUnreadable(file, error.reason, error.line);
    else markUnreadable(file, "the content is not valid");
  }
  // Readers ignore missing parts, so they also swallow errors of the source.
  if (failure?.cause instanceof UnreadableFileError) markUnreadable(file, failure.cause.reason);
  else if (failure) throw failure.cause;
}

const UNSUPPORTED_PARTS =
  "parts of it could not be read: they use HDF5 features that are not read here, or are damaged";

async function readHdfFacts(
  file: ParsedFile,
  isReadInRanges: boolean,
  read: (bytes: number, offset?: number) => Promise<Uint8Array>,
): Promise<void> {
  const whole = isReadInRanges ? undefined : await read(file.size);
  const readCached = whole
    ? async (bytes: number, offset = 0) => whole.subarray(offset, offset + bytes)
    : read;
  const hdf = await openHdf(file.size, !isReadInRanges, readCached);
  file.facts = await readRasHdf(hdf, file.name, () => markInPart(file, UNSUPPORTED_PARTS));
  if (whole && hasDenseAttributes(whole)) markInPart(file, UNSUPPORTED_PARTS);
}

function markInPart(file: ParsedFile, reason: string): void {
  file.state = "in part";
  file.reason = reason;
}

/** The longest are coordinate systems. */
const MAX_FACT_CHARACTERS = 20_000;

const limitTexts = (facts: FileFacts): FileFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === "string" ? fact.slice(0, MAX_FACT_CHARACTERS) : fact,
    ]),
  );

const toMegabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function markUnreadable(file: ParsedFile, reason: string, line?: number): void {
  file.state = "unreadable";
  file.reason = reason;
  if (line !== undefined) file.line = line;
}

export function detectSoftware({ type, facts, state }: ParsedFile): string | undefined {
  if (type.kind === "leftover") return undefined;
  // Other programs use HEC-HMS's endings too, such as .run and .grid.
  if (state === "unreadable" && type.software === "HEC-HMS") return undefined;
  if (type.kind !== "project") return type.software ?? detectHdfSoftware(type, facts);
  return state === "unreadable" ? undefined : (type.software ?? (facts.references && "HEC-RAS"));
}

/** HDF files with other names state HEC-RAS as their program. */
const detectHdfSoftware = (type: ParsedFile["type"], { version }: ParsedFile["facts"]) =>
  type.isHdf && version !== undefined ? "HEC-RAS" : undefined;

export const getFolder = ({ path, name }: ParsedFile): string => path.slice(0, path.length - name.length);
