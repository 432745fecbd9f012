import {
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type Entry,
  type ZipFile,
} from "yauzl";
import type { FolderEntry } from "../../contract/model-folder/folderEntries.ts";
import { createError, quoteName, limitPerRule, type Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import { DEFAULT_FOLDER_LIMITS, createTooManyEntriesError } from "../../contract/model-folder/checkPaths.ts";
import { formatMessage } from "../../contract/model-folder/modelFolderMessages.ts";
import {
  MAX_FINDER_ZIP_BYTES,
  COMPRESSION_METHOD_NAMES,
  OTHER_ARCHIVE_SIGNATURES,
  modelZipMessages as texts,
} from "../../contract/model-folder/modelZipMessages.ts";
import { BufferedAccess, type RandomAccess } from "./randomAccess.ts";

/** One entry of a zip, with what is needed to find and unpack it. */
export interface ZipEntry extends FolderEntry {
  crc32: number;
  /** When the file was last written, in milliseconds since 1970, as far as the zip tells. */
  modified: number;
  /** The same as the zip holds it: the MS-DOS date in the upper, the time in the lower 16 bits. */
  dosTime: number;
  /** 0 is stored, 8 is deflate; others cannot be unpacked here. */
  method: number;
  isEncrypted: boolean;
  /** Where the entry's own header starts in the zip. */
  offset: number;
  /** Bytes that header and content take up at the least. */
  extent: number;
}

interface ZipDirectory {
  /** In the order in which the zip lists them. */
  entries: ZipEntry[];
  /** Why the zip, or one of its entries, cannot be read. */
  faults: Diagnostic[];
}

/** The list of a zip's entries stands at its end; windows of this size read thousands of them at once. */
const WINDOW = 1024 * 1024;
const MOST_LIST_BYTES = 64 * 1024 * 1024;

/**
 * Reads a zip's list of entries with a few large range requests. What is wrong with the zip itself is answered as
 * faults, each with its own sentence: no zip, cut off, split, damaged, encrypted, compressed in an unknown way.
 * Throws only when the store fails.
 */
export async function readZipDirectory(
  access: RandomAccess,
  { entries: most = DEFAULT_FOLDER_LIMITS.maxEntries, window = WINDOW }: { entries?: number; window?: number } = {},
): Promise<ZipDirectory> {
  const buffered = new BufferedAccess(access, window);
  const reader = new ZipListReader(buffered);
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false };
  let zip: ZipFile;
  let entries: ZipEntry[] | undefined;
  try {
    zip = await fromRandomAccessReaderPromise(reader, access.size, options);
    entries = zip.entryCount > most ? undefined : await listed(zip);
  } catch (error) {
    if (reader.trouble) throw reader.trouble;
    return { entries: [], faults: [await faultOfShape(buffered, error)] };
  }
  if (!entries) return { entries: [], faults: [createTooManyEntriesError(most)] };
  const unlisted = await hasUnlistedEntries(zip, buffered);
  return { entries, faults: [...unlisted, ...entryFaults(entries, access.size)] };
}

/** Undefined when the list alone is so long that reading on would fill the memory. */
async function listed(zip: ZipFile): Promise<ZipEntry[] | undefined> {
  const entries: ZipEntry[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > MOST_LIST_BYTES) return undefined;
    entries.push(zipEntry(entry));
  }
  return entries;
}

const AES = 99;
const UNIX_DIRECTORY = 0o040000;

function zipEntry(entry: Entry): ZipEntry {
  const path = nameOf(entry);
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
    isEncrypted: entry.isEncrypted() || entry.compressionMethod === AES,
    offset: entry.relativeOffsetOfLocalHeader,
    extent: 30 + entry.fileNameLength + entry.compressedSize,
  };
}

type Callback = (error: Error | null) => void;

/** Lets yauzl read a zip's list of entries from the store, and keeps the store's troubles apart from the zip's. */
class ZipListReader extends RandomAccessReader {
  /** What the store failed with; then the zip cannot be judged. */
  trouble: Error | undefined;

  constructor(private readonly access: BufferedAccess) {
    super();
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: Callback): void {
    if (position < 0 || position + length > this.access.size)
      return callback(new Error("The zip's list of files points outside the zip"));
    void this.fill(buffer, offset, length, position).then(callback);
  }

  private async fill(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<Error | null> {
    try {
      (await this.access.bytes(position, length)).copy(buffer, offset);
      return null;
    } catch (error) {
      this.trouble = error instanceof Error ? error : new Error(String(error));
      return this.trouble;
    }
  }
}

const UTF8_FLAG = 0x800;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * An entry's name, exactly as the zip spells it: no backslash or dot is made harmless here, since the rules for the
 * model's folder must see them. UTF-8 where the zip says so, in its flag or in a Unicode name field; also where it
 * does not and the bytes are UTF-8, because the Finder writes such zips; else code page 437. Accents are composed, so
 * that the same file zipped on macOS and on Windows has the same name.
 */
function nameOf(entry: Entry): string {
  const { generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields } = entry;
  const said = getFileNameLowLevel(flags, raw, extraFields, true);
  const isCodePage = (flags & UTF8_FLAG) === 0 && said === getFileNameLowLevel(0, raw, [], true);
  return (isCodePage ? (asUtf8(raw) ?? said) : said).normalize("NFC");
}

function asUtf8(raw: Buffer): string | undefined {
  try {
    return utf8.decode(raw);
  } catch {
    return undefined;
  }
}

const STORED = 0;
const DEFLATED = 8;
const DEFLATE64 = 9;

/** Faults of entries that cannot be unpacked: encrypted, compressed in a way not read here, or wrongly placed. */
function entryFaults(entries: ZipEntry[], zipSize: number): Diagnostic[] {
  return [
    ...limitPerRule(entries.filter((entry) => entry.isEncrypted).map(encrypted)),
    ...limitPerRule(entries.filter((entry) => !entry.isEncrypted && !isReadable(entry.method)).map(unsupported)),
    ...limitPerRule(misplaced(entries, zipSize)),
  ];
}

const isReadable = (method: number) => method === STORED || method === DEFLATED;

const encrypted = ({ path }: ZipEntry) => createError(formatMessage(texts.encrypted, { entry: quoteName(path) }), path);

function unsupported({ path, method }: ZipEntry): Diagnostic {
  const slots = { entry: quoteName(path), method: COMPRESSION_METHOD_NAMES[method] ?? `method ${method}` };
  return createError(formatMessage(method === DEFLATE64 ? texts.deflate64 : texts.otherMethod, slots), path);
}

/** Entries share no bytes in a zip that was made by zipping files; in one made to fill disks they do. */
function misplaced(entries: ZipEntry[], zipSize: number): Diagnostic[] {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  return inOrder.flatMap((entry, index) => {
    const end = entry.offset + entry.extent;
    const next = inOrder[index + 1];
    if (end > zipSize)
      return createError(
        `${quoteName(entry.path)} would lie beyond the end of the zip: the zip is damaged or incomplete. ` +
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
const LISTED_ENTRY = "504b0102";
const SPANNED = "504b0708";
/** Why the list of a zip's entries could not be read, told from the error and from the first bytes of the file. */
async function faultOfShape(access: BufferedAccess, error: unknown): Promise<Diagnostic> {
  const reason = error instanceof Error ? error.message : "";
  if (access.size === 0) return createError(texts.empty);
  const start = (await access.bytes(0, Math.min(8, access.size))).toString("hex");
  const other = OTHER_ARCHIVE_SIGNATURES.find(([magic]) => start.startsWith(magic));
  if (other) return createError(formatMessage(texts.otherArchive, { kind: other[1] }));
  if (reason.startsWith("strong encryption"))
    return createError("The zip is encrypted as a whole. Make a zip of the folder without a password.");
  if (reason.startsWith("multi-disk") || start.startsWith(SPANNED)) return createError(texts.split);
  if (!reason.startsWith("End of central directory"))
    return createError(access.size > MAX_FINDER_ZIP_BYTES ? texts.damagedLarge : texts.damaged);
  return createError(start.startsWith(LOCAL_HEADER) ? texts.cutOff : texts.noZip);
}

/** A fault when more entries follow where the zip says its list ends: read as it says, files would be lost silently. */
async function hasUnlistedEntries(zip: ZipFile, access: BufferedAccess): Promise<Diagnostic[]> {
  // Declared a boolean by its type package; it is the place after the last entry read.
  const end = Number(zip.readEntryCursor);
  if (end + 4 > access.size) return [];
  const next = (await access.bytes(end, 4)).toString("hex");
  if (next !== LISTED_ENTRY) return [];
  return [createError(access.size > MAX_FINDER_ZIP_BYTES ? texts.unlistedLarge : texts.unlisted)];
}
