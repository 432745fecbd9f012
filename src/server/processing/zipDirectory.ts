import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from "yauzl";
import type { FolderEntry } from "../../contract/model-folder/modelFolderEntry.ts";
import type { Finding } from "../../contract/model-folder/modelFolderFinding.ts";
import { DEFAULT_LIMITS, tooManyEntries } from "../../contract/model-folder/modelFolderLimits.ts";
import { BufferedAccess } from "./bufferedAccess.ts";
import type { RandomAccess } from "./randomAccess.ts";
import { entryFaults } from "./zipEntryFaults.ts";
import { nameOf } from "./zipEntryName.ts";
import { ZipListReader } from "./zipListReader.ts";
import { faultOfShape, hasUnlistedEntries } from "./zipShape.ts";

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

export interface ZipDirectory {
  /** In the order in which the zip lists them. */
  entries: ZipEntry[];
  /** Why the zip, or one of its entries, cannot be read. */
  faults: Finding[];
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
  { entries: most = DEFAULT_LIMITS.entries, window = WINDOW }: { entries?: number; window?: number } = {},
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
  if (!entries) return { entries: [], faults: [tooManyEntries(most)] };
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
