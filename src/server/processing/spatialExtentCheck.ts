import { isSystemFile, getParentPath, splitPath } from "../../contract/model-folder/folderEntries.ts";
import { quoteName } from "../../contract/model-folder/diagnostic.ts";
import { DEFAULT_FOLDER_LIMITS, checkLimits, checkUnsafePaths } from "../../contract/model-folder/checkPaths.ts";
import { BufferedAccess, type RandomAccess } from "./randomAccess.ts";
import { readZipDirectory, type ZipEntry } from "./zipDirectory.ts";
import { openZipEntry } from "./zipEntryStream.ts";
import { ZipFault } from "./zipFault.ts";

/** The most a zipped geodatabase may take up. */
export const MOST_GEODATABASE_BYTES = 200 * 1024 * 1024;

const LIMITS = { ...DEFAULT_FOLDER_LIMITS, entries: 10_000, totalSize: 4 * 1024 ** 3 };
const WINDOW = 256 * 1024;
const CATALOGUE_TABLE = "a00000001.gdbtable";
const CATALOGUE_INDEX = "a00000001.gdbtablx";

/**
 * Why a file is not accepted as a zipped geodatabase, in one sentence or two; undefined when it is one: a zip of at
 * most 200 MB, undamaged, with exactly one .gdb folder that holds its tables, or with the tables at its top level, each
 * of them with the start that a table has. Throws only when the store fails.
 */
export async function checkGeodatabaseZip(access: RandomAccess): Promise<string | undefined> {
  if (access.size > MOST_GEODATABASE_BYTES)
    return "The file is larger than 200 MB. Remove feature classes that do not describe the area covered, then zip it again.";
  const { entries, faults } = await readZipDirectory(access, LIMITS);
  const own = entries.filter(({ path }) => !isSystemFile(path));
  const [first] = [...faults, ...checkLimits(entries, LIMITS), ...checkUnsafePaths(own, LIMITS)];
  return first?.text ?? faultOfGeodatabase(own) ?? (await faultOfFiles(access, own));
}

function faultOfGeodatabase(entries: ZipEntry[]): string | undefined {
  const paths = entries.filter(({ isDirectory }) => !isDirectory).map(({ path }) => path);
  const geodatabases = [...new Set(entries.flatMap(geodatabaseOf))];
  const [only] = geodatabases;
  if (geodatabases.length > 1)
    return (
      `The zip holds more than one geodatabase (${geodatabases.slice(0, 3).map(quoteName).join(", ")}). ` +
      "Zip the one that describes the area covered."
    );
  const names = paths
    .filter((path) => getParentPath(path) === (only ?? ""))
    .map((path) => splitPath(path).at(-1)?.toLowerCase());
  const missing = [CATALOGUE_TABLE, CATALOGUE_INDEX].find((name) => !names.includes(name));
  if (missing === undefined) return undefined;
  if (only === undefined) return noGeodatabase(paths);
  return (
    `The geodatabase ${quoteName(only)} is incomplete: its file ${missing} is missing. ` +
    "Close it in other programs and zip the whole .gdb folder again."
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
    `${CATALOGUE_TABLE} in it. Zip the whole .gdb folder.`
  );
}

/** The path of the .gdb folder an entry is or lies in. */
function geodatabaseOf({ path, isDirectory }: ZipEntry): string[] {
  const folders = isDirectory ? splitPath(path) : splitPath(path).slice(0, -1);
  const depth = folders.findIndex((name) => /\.gdb$/i.test(name));
  return depth < 0 ? [] : [folders.slice(0, depth + 1).join("/")];
}

/** Reads every file to its end, so that damage shows, and looks at the start of each table. */
async function faultOfFiles(access: RandomAccess, entries: ZipEntry[]): Promise<string | undefined> {
  try {
    const buffered = new BufferedAccess(access, WINDOW);
    for (const entry of entries.filter(({ isDirectory }) => !isDirectory)) {
      const start = await startOf(await openZipEntry(buffered, entry));
      const fault = tableFault(entry, start);
      if (fault !== undefined) return fault;
    }
    return undefined;
  } catch (error) {
    if (error instanceof ZipFault) return error.message;
    throw error;
  }
}

async function startOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let kept = 0;
  for await (const chunk of content) {
    if (kept >= TABLE_START) continue;
    chunks.push(chunk);
    kept += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** As much of a table's beginning as is looked at: its header, and the description of its fields where that follows. */
const TABLE_START = 64 * 1024;

/** The two layouts there are: with row numbers of 32 bits and of 64. */
const LAYOUTS = [3, 4];
const TABLE_HEADER = 40;
const INDEX_HEADER = 16;
/** What follows at the place the header names: its length, its layout, the kind of geometry and the number of fields. */
const DESCRIPTION_HEADER = 14;
const DESCRIPTION_LAYOUTS = [3, 4, 6];

/**
 * Why a file of a geodatabase is not what its name says, in plain words; undefined where nothing speaks against it, and
 * for files of other kinds. Whether its rows can be read is for those to say who read them.
 *
 * @param start the first bytes of the file, all of it or at least `TABLE_START`
 */
function tableFault({ path, size }: Pick<ZipEntry, "path" | "size">, start: Buffer): string | undefined {
  const name = splitPath(path).at(-1)?.toLowerCase() ?? "";
  if (name.endsWith(".gdbtablx"))
    return isIndex(start) ? undefined : notATable(path, "is not the index of a geodatabase table");
  if (!name.endsWith(".gdbtable")) return undefined;
  if (size === 0) return notATable(path, "is empty");
  if (!isTable(start, size)) return notATable(path, "is not a geodatabase table");
  const listsNothing = name === "a00000001.gdbtable" && rowsIn(start) === 0n;
  return listsNothing
    ? notATable(path, "should list the tables of the geodatabase, and lists none")
    : undefined;
}

const notATable = (path: string, what: string) =>
  `The file ${quoteName(path)} ${what}. Close the geodatabase in other programs and zip the whole .gdb folder again.`;

const isIndex = (start: Buffer) => start.length >= INDEX_HEADER && LAYOUTS.includes(start.readInt32LE(0));

function isTable(start: Buffer, size: number): boolean {
  if (start.length < TABLE_HEADER || !LAYOUTS.includes(start.readInt32LE(0))) return false;
  const place = start.readBigUInt64LE(32);
  if (rowsIn(start) > BigInt(size)) return false;
  if (place < BigInt(TABLE_HEADER) || place + BigInt(DESCRIPTION_HEADER) > BigInt(size)) return false;
  const at = Number(place);
  // A table whose fields were changed describes them further on.
  if (at + DESCRIPTION_HEADER > start.length) return true;
  return DESCRIPTION_LAYOUTS.includes(start.readInt32LE(at + 4)) && at + 4 + start.readUInt32LE(at) <= size;
}

const rowsIn = (start: Buffer): bigint =>
  start.readInt32LE(0) === 3 ? BigInt(start.readUInt32LE(4)) : start.readBigUInt64LE(16);
