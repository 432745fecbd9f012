import { segmentsOf } from "../../contract/model-folder/modelFolderEntry.ts";
import { quoted } from "../../contract/model-folder/modelFolderFinding.ts";
import type { ZipEntry } from "./zipDirectory.ts";

/** As much of a table's beginning as is looked at: its header, and the description of its fields where that follows. */
export const TABLE_START = 64 * 1024;

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
export function tableFault(
  { path, size }: Pick<ZipEntry, "path" | "size">,
  start: Buffer,
): string | undefined {
  const name = segmentsOf(path).at(-1)?.toLowerCase() ?? "";
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
  `The file ${quoted(path)} ${what}. Close the geodatabase in other programs and zip the whole .gdb folder again.`;

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
