import type { FolderEntry } from "../model-folder/folderEntries.ts";
import { createError, quoteName, limitPerRule, type Diagnostic } from "../model-folder/diagnostic.ts";
import { DEFAULT_FOLDER_LIMITS, createTooManyEntriesError } from "../model-folder/checkPaths.ts";
import { formatMessage } from "../model-folder/modelFolderMessages.ts";
import {
  MAX_FINDER_ZIP_BYTES,
  COMPRESSION_METHOD_NAMES,
  OTHER_ARCHIVE_SIGNATURES,
  modelZipMessages as texts,
} from "../model-folder/modelZipMessages.ts";
import {
  locateDirectory,
  readUint64,
  toView,
  type DirectoryLocation,
  type EndRecordProblem,
} from "./endRecord.ts";
import { decodeEntryName } from "./entryName.ts";
import type { ZipSource } from "./zipSource.ts";

export interface ZipEntry extends FolderEntry {
  crc32: number;
  /** MS-DOS date in the upper 16 bits, time in the lower 16 bits. */
  dosTime: number;
  /** 0 is stored, 8 is deflate; others are not supported. */
  method: number;
  isEncrypted: boolean;
  offset: number;
  /** Minimum bytes of header and content. */
  extent: number;
}

interface ZipDirectory {
  entries: ZipEntry[];
  errors: Diagnostic[];
}

const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;

/** Reads the directory of a zip. Throws only when the source fails. */
export async function readZipDirectory(
  source: ZipSource,
  { maxEntries = DEFAULT_FOLDER_LIMITS.maxEntries }: { maxEntries?: number } = {},
): Promise<ZipDirectory> {
  const failWith = (error: Diagnostic): ZipDirectory => ({ entries: [], errors: [error] });
  if (source.size === 0) return failWith(createError(texts.empty));
  const location = await locateDirectory(source);
  if (typeof location === "string") return failWith(await diagnoseUnreadableZip(source, location));
  if (location.entryCount > maxEntries) return failWith(createTooManyEntriesError(maxEntries));
  const listing = await listEntries(source, location, maxEntries);
  if (listing === "too many") return failWith(createTooManyEntriesError(maxEntries));
  if (listing === "encrypted") return failWith(createError(texts.encryptedAsWhole));
  if (listing === "damaged") return failWith(await diagnoseUnreadableZip(source, "damaged"));
  const isComplete = listing.length % COUNT_LIMIT === location.entryCount % COUNT_LIMIT;
  const unlisted = createError(source.size > MAX_FINDER_ZIP_BYTES ? texts.unlistedLarge : texts.unlisted);
  return {
    entries: listing,
    errors: [...(isComplete ? [] : [unlisted]), ...checkEntries(listing, source.size)],
  };
}

/** Some programs, such as the Finder, store the number of entries modulo this number. */
const COUNT_LIMIT = 0x10000;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_HEADER_BYTES = 46;
const CHUNK_BYTES = 64 * 1024;
const STRONG_ENCRYPTION_FLAG = 0x40;

/** Reads up to the end of the directory, not the declared number of entries: others would be lost silently. */
async function listEntries(
  source: ZipSource,
  { start, end, entryCount, shift }: DirectoryLocation,
  maxEntries: number,
): Promise<ZipEntry[] | "too many" | "encrypted" | "damaged"> {
  const entries: ZipEntry[] = [];
  let chunk = { start, view: toView(new Uint8Array(0)) };
  const readView = async (position: number, length: number): Promise<DataView | undefined> => {
    if (position + length > end) return undefined;
    if (position + length > chunk.start + chunk.view.byteLength) {
      const chunkLength = Math.min(end - position, Math.max(length, CHUNK_BYTES));
      chunk = { start: position, view: toView(await source.readBytes(position, chunkLength)) };
    }
    return new DataView(chunk.view.buffer, chunk.view.byteOffset + position - chunk.start, length);
  };
  for (let position = start; ;) {
    const header = await readView(position, ENTRY_HEADER_BYTES);
    if (header?.getUint32(0, true) !== ENTRY_SIGNATURE) break;
    if (entries.length === maxEntries || position - start > MAX_DIRECTORY_BYTES) return "too many";
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => header.getUint16(at, true));
    const length = ENTRY_HEADER_BYTES + nameLength! + extraLength! + commentLength!;
    const record = await readView(position, length);
    if (!record) return "damaged";
    if (record.getUint16(8, true) & STRONG_ENCRYPTION_FLAG) return "encrypted";
    entries.push(parseEntry(record, nameLength!, extraLength!, shift));
    position += length;
  }
  return entries.length < entryCount ? "damaged" : entries;
}

const AES_METHOD = 99;
const ENCRYPTED_FLAG = 1;
const UNIX_DIRECTORY = 0o040000;
const LOCAL_HEADER_BYTES = 30;

function parseEntry(record: DataView, nameLength: number, extraLength: number, shift: number): ZipEntry {
  const bytes = new Uint8Array(record.buffer, record.byteOffset, record.byteLength);
  const extraStart = ENTRY_HEADER_BYTES + nameLength;
  const extraFields = parseExtraFields(bytes.subarray(extraStart, extraStart + extraLength));
  const path = decodeEntryName(bytes.subarray(ENTRY_HEADER_BYTES, extraStart), extraFields);
  const mode = record.getUint32(38, true) >>> 16;
  const { size, compressedSize, offset } = parseSizes(record, extraFields.get(ZIP64_FIELD));
  const method = record.getUint16(10, true);
  return {
    path,
    size,
    compressedSize,
    isDirectory: path.endsWith("/") || (mode & 0o170000) === UNIX_DIRECTORY,
    ...(mode === 0 ? {} : { mode }),
    crc32: record.getUint32(16, true),
    dosTime: record.getUint32(12, true),
    method,
    isEncrypted: (record.getUint16(8, true) & ENCRYPTED_FLAG) !== 0 || method === AES_METHOD,
    offset: offset + shift,
    extent: LOCAL_HEADER_BYTES + nameLength + compressedSize,
  };
}

function parseExtraFields(bytes: Uint8Array): Map<number, Uint8Array> {
  const fields = new Map<number, Uint8Array>();
  const view = toView(bytes);
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > bytes.length) break;
    fields.set(view.getUint16(at, true), bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

const ZIP64_FIELD = 1;
const IN_ZIP64_FIELD = 0xffffffff;

/** The ZIP64 field holds, in this order, only the values that do not fit in 32 bits. */
function parseSizes(record: DataView, zip64: Uint8Array | undefined) {
  const view = zip64 && toView(zip64);
  let at = 0;
  const parseSize = (position: number): number => {
    const value = record.getUint32(position, true);
    if (value !== IN_ZIP64_FIELD || !view || at + 8 > view.byteLength) return value;
    at += 8;
    return readUint64(view, at - 8);
  };
  const [size, compressedSize, offset] = [parseSize(24), parseSize(20), parseSize(42)];
  return { size, compressedSize, offset };
}
const STORED = 0;
const DEFLATED = 8;
const DEFLATE64 = 9;

function checkEntries(entries: ZipEntry[], zipSize: number): Diagnostic[] {
  return [
    ...limitPerRule(entries.filter((entry) => entry.isEncrypted).map(createEncryptedError)),
    ...limitPerRule(
      entries
        .filter((entry) => !entry.isEncrypted && !isSupportedMethod(entry.method))
        .map(createMethodError),
    ),
    ...limitPerRule(entries.filter(hasWrappedSize).map(createWrappedSizeError)),
    ...limitPerRule(checkOffsets(entries, zipSize)),
  ];
}

export const isSupportedEntry = ({ isEncrypted, method }: ZipEntry) =>
  !isEncrypted && isSupportedMethod(method);

const isSupportedMethod = (method: number) => method === STORED || method === DEFLATED;

const createEncryptedError = ({ path }: ZipEntry) =>
  createError(formatMessage(texts.encrypted, { entry: quoteName(path) }), path);

function createMethodError({ path, method }: ZipEntry): Diagnostic {
  const slots = { entry: quoteName(path), method: COMPRESSION_METHOD_NAMES[method] ?? `method ${method}` };
  return createError(formatMessage(method === DEFLATE64 ? texts.deflate64 : texts.otherMethod, slots), path);
}

const createWrappedSizeError = ({ path }: ZipEntry) =>
  createError(formatMessage(texts.longerMember, { entry: quoteName(path) }), path);

/** Deflate adds a few bytes at most: the Finder stores sizes over 4 GB modulo 4 GB. */
const hasWrappedSize = ({ method, size, compressedSize }: ZipEntry) =>
  method === DEFLATED && compressedSize > MAX_DEFLATE_GROWTH * size + MAX_DEFLATE_OVERHEAD_BYTES;

const MAX_DEFLATE_GROWTH = 1.01;
const MAX_DEFLATE_OVERHEAD_BYTES = 1024;

/** Overlapping entries occur only in damaged zips and zip bombs. */
function checkOffsets(entries: ZipEntry[], zipSize: number): Diagnostic[] {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  return inOrder.flatMap((entry, index) => {
    const end = entry.offset + entry.extent;
    const next = inOrder[index + 1];
    if (end > zipSize)
      return createError(
        `The zip is damaged or incomplete: ${quoteName(entry.path)} extends beyond its end. ` +
          "Make a new zip of the folder and upload it.",
        entry.path,
      );
    if (!next || end <= next.offset) return [];
    return createError(
      `The zip is damaged: ${quoteName(next.path)} and ${quoteName(entry.path)} overlap in it. ` +
        "Make a new zip of the folder with another zip program.",
      next.path,
    );
  });
}

const LOCAL_HEADER = "504b0304";
const SPANNED = "504b0708";

async function diagnoseUnreadableZip(source: ZipSource, problem: EndRecordProblem): Promise<Diagnostic> {
  const start = toHex(await source.readBytes(0, Math.min(8, source.size)));
  const other = OTHER_ARCHIVE_SIGNATURES.find(([magic]) => start.startsWith(magic));
  if (other) return createError(formatMessage(texts.otherArchive, { kind: other[1] }));
  if (problem === "split" || start.startsWith(SPANNED)) return createError(texts.split);
  if (problem === "wrapped") return createError(texts.madeByFinder);
  if (problem === "damaged")
    return createError(source.size > MAX_FINDER_ZIP_BYTES ? texts.damagedLarge : texts.damaged);
  return createError(start.startsWith(LOCAL_HEADER) ? texts.cutOff : texts.noZip);
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
