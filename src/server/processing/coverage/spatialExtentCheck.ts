import { getFileName } from "../../../contract/model-folder/folderEntries.ts";
import { quoteName } from "../../../contract/model-folder/diagnostic.ts";
import { checkGeodatabaseListing } from "../../../contract/uploads/geodatabaseZip.ts";
import type { ZipEntry } from "../../../contract/zip/zipDirectory.ts";
import { InvalidZipError } from "../../../contract/zip/zipMember.ts";
import { BufferedAccess, type RandomAccess } from "../randomAccess.ts";
import { openZipEntry } from "../zipEntryStream.ts";

const READ_WINDOW_BYTES = 256 * 1024;

/** Returns the reason why the file is not one complete zipped geodatabase. Throws only when the store fails. */
export async function checkGeodatabaseZip(access: RandomAccess): Promise<string | undefined> {
  const { error, entries } = await checkGeodatabaseListing(new BufferedAccess(access, READ_WINDOW_BYTES));
  return error ?? (await checkContents(access, entries));
}

async function checkContents(access: RandomAccess, entries: ZipEntry[]): Promise<string | undefined> {
  try {
    const buffered = new BufferedAccess(access, READ_WINDOW_BYTES);
    for (const entry of entries.filter(({ isDirectory }) => !isDirectory)) {
      const start = await readStart(await openZipEntry(buffered, entry));
      const error = checkTable(entry, start);
      if (error !== undefined) return error;
    }
    return undefined;
  } catch (error) {
    if (error instanceof InvalidZipError) return error.message;
    throw error;
  }
}

async function readStart(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let collectedBytes = 0;
  for await (const chunk of content) {
    if (collectedBytes >= TABLE_START_BYTES) continue;
    chunks.push(chunk);
    collectedBytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

const TABLE_START_BYTES = 64 * 1024;

const LAYOUTS = [3, 4];
const TABLE_HEADER_BYTES = 40;
const INDEX_HEADER_BYTES = 16;
/** Length, layout, kind of geometry and number of fields. */
const FIELDS_HEADER_BYTES = 14;
const FIELDS_LAYOUTS = [3, 4, 6];

/** Checks the header only. `start` holds the whole file, or at least TABLE_START_BYTES. */
function checkTable({ path, size }: Pick<ZipEntry, "path" | "size">, start: Buffer): string | undefined {
  const name = getFileName(path).toLowerCase();
  if (name.endsWith(".gdbtablx"))
    return isIndex(start) ? undefined : formatTableError(path, "is not the index of a geodatabase table");
  if (!name.endsWith(".gdbtable")) return undefined;
  if (size === 0) return formatTableError(path, "is empty");
  if (!isTable(start, size)) return formatTableError(path, "is not a geodatabase table");
  const isEmptyCatalog = name === "a00000001.gdbtable" && readRowCount(start) === 0n;
  return isEmptyCatalog
    ? formatTableError(path, "should list the tables of the geodatabase but lists none")
    : undefined;
}

const formatTableError = (path: string, what: string) =>
  `The file ${quoteName(path)} ${what}. Close the geodatabase in other programs and zip the whole .gdb folder again.`;

const isIndex = (start: Buffer) =>
  start.length >= INDEX_HEADER_BYTES && LAYOUTS.includes(start.readInt32LE(0));

function isTable(start: Buffer, size: number): boolean {
  if (start.length < TABLE_HEADER_BYTES || !LAYOUTS.includes(start.readInt32LE(0))) return false;
  const fieldsOffset = start.readBigUInt64LE(32);
  if (readRowCount(start) > BigInt(size)) return false;
  if (fieldsOffset < BigInt(TABLE_HEADER_BYTES) || fieldsOffset + BigInt(FIELDS_HEADER_BYTES) > BigInt(size))
    return false;
  const at = Number(fieldsOffset);
  // A table with changed fields has its field descriptions further on.
  if (at + FIELDS_HEADER_BYTES > start.length) return true;
  return FIELDS_LAYOUTS.includes(start.readInt32LE(at + 4)) && at + 4 + start.readUInt32LE(at) <= size;
}

const readRowCount = (start: Buffer): bigint =>
  start.readInt32LE(0) === 3 ? BigInt(start.readUInt32LE(4)) : start.readBigUInt64LE(16);
