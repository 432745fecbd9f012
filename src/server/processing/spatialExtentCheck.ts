import { isSystemFile, getParentPath, splitPath } from "../../contract/model-folder/folderEntries.ts";
import { quoteName } from "../../contract/model-folder/diagnostic.ts";
import {
  DEFAULT_FOLDER_LIMITS,
  checkLimits,
  checkUnsafePaths,
} from "../../contract/model-folder/checkPaths.ts";
import { BufferedAccess, type RandomAccess } from "./randomAccess.ts";
import { readZipDirectory, type ZipEntry } from "./zipDirectory.ts";
import { openZipEntry } from "./zipEntryStream.ts";
import { InvalidZipError } from "./invalidZipError.ts";

export const MAX_GEODATABASE_BYTES = 200 * 1024 * 1024;

const LIMITS = { ...DEFAULT_FOLDER_LIMITS, maxEntries: 10_000, maxTotalBytes: 4 * 1024 ** 3 };
const READ_WINDOW_BYTES = 256 * 1024;
const CATALOG_TABLE = "a00000001.gdbtable";
const CATALOG_INDEX = "a00000001.gdbtablx";

/** Returns the reason why the file is not one complete zipped geodatabase. Throws only when the store fails. */
export async function checkGeodatabaseZip(access: RandomAccess): Promise<string | undefined> {
  if (access.size > MAX_GEODATABASE_BYTES)
    return "The zipped geodatabase is larger than 200 MB. Remove feature classes that do not describe the area covered, then zip it again.";
  const { entries, errors } = await readZipDirectory(access, LIMITS);
  const own = entries.filter(({ path }) => !isSystemFile(path));
  const [first] = [...errors, ...checkLimits(entries, LIMITS), ...checkUnsafePaths(own, LIMITS)];
  return first?.text ?? checkGeodatabaseFiles(own) ?? (await checkContents(access, own));
}

function checkGeodatabaseFiles(entries: ZipEntry[]): string | undefined {
  const paths = entries.filter(({ isDirectory }) => !isDirectory).map(({ path }) => path);
  const geodatabases = [...new Set(entries.flatMap(findGeodatabaseFolder))];
  const [only] = geodatabases;
  if (geodatabases.length > 1)
    return (
      `The zip holds more than one geodatabase (${geodatabases.slice(0, 3).map(quoteName).join(", ")}). ` +
      "Zip only the geodatabase that describes the area covered."
    );
  const names = paths
    .filter((path) => getParentPath(path) === (only ?? ""))
    .map((path) => splitPath(path).at(-1)?.toLowerCase());
  const missing = [CATALOG_TABLE, CATALOG_INDEX].find((name) => !names.includes(name));
  if (missing === undefined) return undefined;
  if (only === undefined) return noGeodatabase(paths);
  return (
    `The geodatabase ${quoteName(only)} is incomplete: its file ${missing} is missing. ` +
    "Close the geodatabase in other programs and zip the whole .gdb folder again."
  );
}

function noGeodatabase(paths: string[]): string {
  const inner = paths.find((path) => /\.zip$/i.test(path));
  if (inner)
    return `The zip holds another zip, ${quoteName(inner)}, and no geodatabase. Zip the .gdb folder itself, once.`;
  const file = paths.find((path) => /\.gdb$/i.test(path));
  if (file)
    return `${quoteName(file)} in the zip is a file, and a geodatabase is a folder. Zip the whole .gdb folder.`;
  return (
    "The zip holds no geodatabase: a folder with a name ending in .gdb, with files such as " +
    `${CATALOG_TABLE} in it. Zip the whole .gdb folder.`
  );
}

function findGeodatabaseFolder({ path, isDirectory }: ZipEntry): string[] {
  const folders = isDirectory ? splitPath(path) : splitPath(path).slice(0, -1);
  const depth = folders.findIndex((name) => /\.gdb$/i.test(name));
  return depth < 0 ? [] : [folders.slice(0, depth + 1).join("/")];
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
  const name = splitPath(path).at(-1)?.toLowerCase() ?? "";
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
