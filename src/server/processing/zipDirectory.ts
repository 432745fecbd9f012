import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type Entry,
  type ZipFile,
} from "yauzl";
import type { FolderEntry } from "../../contract/model-folder/folderEntries.ts";
import {
  createError,
  quoteName,
  limitPerRule,
  type Diagnostic,
} from "../../contract/model-folder/diagnostic.ts";
import { DEFAULT_FOLDER_LIMITS, createTooManyEntriesError } from "../../contract/model-folder/checkPaths.ts";
import { formatMessage } from "../../contract/model-folder/modelFolderMessages.ts";
import {
  MAX_FINDER_ZIP_BYTES,
  COMPRESSION_METHOD_NAMES,
  OTHER_ARCHIVE_SIGNATURES,
  modelZipMessages as texts,
} from "../../contract/model-folder/modelZipMessages.ts";
import { BufferedAccess, type RandomAccess } from "./randomAccess.ts";

export interface ZipEntry extends FolderEntry {
  crc32: number;
  modified: number;
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

const READ_WINDOW_BYTES = 1024 * 1024;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;

/** Reads the directory of a zip with a few large range requests. Throws only when the store fails. */
export async function readZipDirectory(
  access: RandomAccess,
  {
    maxEntries = DEFAULT_FOLDER_LIMITS.maxEntries,
    window = READ_WINDOW_BYTES,
  }: { maxEntries?: number; window?: number } = {},
): Promise<ZipDirectory> {
  const buffered = new BufferedAccess(access, window);
  const zipReader = new ZipListReader(buffered);
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false };
  let zip: ZipFile;
  let entries: ZipEntry[] | undefined;
  try {
    zip = await fromRandomAccessReaderPromise(zipReader, access.size, options);
    entries = zip.entryCount > maxEntries ? undefined : await listEntries(zip);
  } catch (error) {
    if (zipReader.storeError) throw zipReader.storeError;
    return { entries: [], errors: [await diagnoseUnreadableZip(buffered, error)] };
  }
  if (!entries) return { entries: [], errors: [createTooManyEntriesError(maxEntries)] };
  const unlistedErrors = await checkUnlistedEntries(zip, buffered);
  return { entries, errors: [...unlistedErrors, ...checkEntries(entries, access.size)] };
}

/** Undefined if the directory would fill the memory. */
async function listEntries(zip: ZipFile): Promise<ZipEntry[] | undefined> {
  const entries: ZipEntry[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > MAX_DIRECTORY_BYTES) return undefined;
    entries.push(toZipEntry(entry));
  }
  return entries;
}

const AES_METHOD = 99;
const UNIX_DIRECTORY = 0o040000;

function toZipEntry(entry: Entry): ZipEntry {
  const path = decodeName(entry);
  const mode = entry.externalFileAttributes >>> 16;
  return {
    path,
    size: entry.uncompressedSize,
    compressedSize: entry.compressedSize,
    isDirectory: path.endsWith("/") || (mode & 0o170000) === UNIX_DIRECTORY,
    ...(mode === 0 ? {} : { mode }),
    crc32: entry.crc32,
    modified: entry.getLastModDate().getTime(),
    dosTime: entry.lastModFileDate * 0x10000 + entry.lastModFileTime,
    method: entry.compressionMethod,
    isEncrypted: entry.isEncrypted() || entry.compressionMethod === AES_METHOD,
    offset: entry.relativeOffsetOfLocalHeader,
    extent: 30 + entry.fileNameLength + entry.compressedSize,
  };
}

type Callback = (error: Error | null) => void;

/** Adapts RandomAccess to yauzl and records store errors, so that they are not blamed on the zip. */
class ZipListReader extends RandomAccessReader {
  storeError: Error | undefined;

  constructor(private readonly access: BufferedAccess) {
    super();
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: Callback): void {
    if (position < 0 || position + length > this.access.size)
      return callback(
        new Error("The zip is damaged or incomplete: its file list refers to data after the end of the file"),
      );
    void this.fill(buffer, offset, length, position).then(callback);
  }

  private async fill(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<Error | null> {
    try {
      (await this.access.readShared(position, length)).copy(buffer, offset);
      return null;
    } catch (error) {
      this.storeError = error instanceof Error ? error : new Error(String(error));
      return this.storeError;
    }
  }
}

const UTF8_FLAG = 0x800;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The name as the zip spells it: backslashes and dots stay, because the folder rules must see them. UTF-8 if the zip
 * declares it, or if the bytes are valid UTF-8 (the Finder writes such zips); otherwise code page 437. Normalized to
 * NFC, so that zips from macOS and Windows have the same names.
 */
function decodeName(entry: Entry): string {
  const { generalPurposeBitFlag: flags, fileNameRaw: rawName, extraFields } = entry;
  const declaredName = getFileNameLowLevel(flags, rawName, extraFields, true);
  const isCodePage = (flags & UTF8_FLAG) === 0 && declaredName === getFileNameLowLevel(0, rawName, [], true);
  return (isCodePage ? (decodeUtf8(rawName) ?? declaredName) : declaredName).normalize("NFC");
}

function decodeUtf8(rawName: Buffer): string | undefined {
  try {
    return utf8.decode(rawName);
  } catch {
    return undefined;
  }
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
    ...limitPerRule(checkOffsets(entries, zipSize)),
  ];
}

const isSupportedMethod = (method: number) => method === STORED || method === DEFLATED;

const createEncryptedError = ({ path }: ZipEntry) =>
  createError(formatMessage(texts.encrypted, { entry: quoteName(path) }), path);

function createMethodError({ path, method }: ZipEntry): Diagnostic {
  const slots = { entry: quoteName(path), method: COMPRESSION_METHOD_NAMES[method] ?? `method ${method}` };
  return createError(formatMessage(method === DEFLATE64 ? texts.deflate64 : texts.otherMethod, slots), path);
}

/** Overlapping entries occur only in damaged zips and zip bombs. */
function checkOffsets(entries: ZipEntry[], zipSize: number): Diagnostic[] {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  return inOrder.flatMap((entry, index) => {
    const end = entry.offset + entry.extent;
    const next = inOrder[index + 1];
    if (end > zipSize)
      return createError(
        `${quoteName(entry.path)} extends beyond the end of the zip: the zip is damaged or incomplete. ` +
          "Make the zip again and upload it again.",
        entry.path,
      );
    if (!next || end <= next.offset) return [];
    return createError(
      `${quoteName(next.path)} and ${quoteName(entry.path)} share the same bytes of the zip. ` +
        "Make a new zip of the folder with another program.",
      next.path,
    );
  });
}

const LOCAL_HEADER = "504b0304";
const DIRECTORY_ENTRY = "504b0102";
const SPANNED = "504b0708";
async function diagnoseUnreadableZip(access: BufferedAccess, error: unknown): Promise<Diagnostic> {
  const reason = error instanceof Error ? error.message : "";
  if (access.size === 0) return createError(texts.empty);
  const start = (await access.readShared(0, Math.min(8, access.size))).toString("hex");
  const other = OTHER_ARCHIVE_SIGNATURES.find(([magic]) => start.startsWith(magic));
  if (other) return createError(formatMessage(texts.otherArchive, { kind: other[1] }));
  if (reason.startsWith("strong encryption"))
    return createError("The zip is encrypted as a whole. Make a zip of the folder without a password.");
  if (reason.startsWith("multi-disk") || start.startsWith(SPANNED)) return createError(texts.split);
  if (!reason.startsWith("End of central directory"))
    return createError(access.size > MAX_FINDER_ZIP_BYTES ? texts.damagedLarge : texts.damaged);
  return createError(start.startsWith(LOCAL_HEADER) ? texts.cutOff : texts.noZip);
}

/** Entries after the declared end of the directory would be lost silently. */
async function checkUnlistedEntries(zip: ZipFile, access: BufferedAccess): Promise<Diagnostic[]> {
  // Its type says boolean; it is the position after the last entry.
  const end = Number(zip.readEntryCursor);
  if (end + 4 > access.size) return [];
  const next = (await access.readShared(end, 4)).toString("hex");
  if (next !== DIRECTORY_ENTRY) return [];
  return [createError(access.size > MAX_FINDER_ZIP_BYTES ? texts.unlistedLarge : texts.unlisted)];
}
