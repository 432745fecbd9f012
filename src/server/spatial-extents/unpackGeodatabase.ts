import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isJunk, segmentsOf } from "../../contract/model-folder/modelFolderEntry.ts";
import { BufferedAccess } from "../processing/bufferedAccess.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import { readZipDirectory, type ZipEntry } from "../processing/zipDirectory.ts";
import { openZipEntry } from "../processing/zipEntryStream.ts";

const WINDOW = 256 * 1024;
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 1024 ** 3;

/** The names that the files of a geodatabase have; nothing else is written to disk. */
const OWN_FILE = /^[\w-]+(\.[\w-]+){0,2}$/;

/**
 * Lays a zipped geodatabase out in a folder: the files beside its first table, under their own names.
 *
 * @returns false when the zip holds no geodatabase, or one that takes up more than a gigabyte
 * @throws when the zip is damaged or the store fails
 */
export async function unpackGeodatabase(access: RandomAccess, folder: string, within = ""): Promise<boolean> {
  const { entries } = await readZipDirectory(access, within === "" ? { entries: MOST_ENTRIES } : {});
  const files = filesOfGeodatabase(entries.filter(({ path }) => path.startsWith(within)));
  if (files.length === 0 || files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) return false;
  await mkdir(folder);
  const buffered = new BufferedAccess(access, WINDOW);
  for (const entry of files)
    await pipeline(await openZipEntry(buffered, entry), createWriteStream(join(folder, nameOf(entry))));
  return true;
}

const nameOf = ({ path }: ZipEntry) => segmentsOf(path).at(-1) ?? "";
const folderOf = ({ path }: ZipEntry) => segmentsOf(path).slice(0, -1).join("/");

function filesOfGeodatabase(entries: ZipEntry[]): ZipEntry[] {
  const files = entries.filter(
    (entry) => !entry.isDirectory && !isJunk(entry.path) && OWN_FILE.test(nameOf(entry)),
  );
  const table = files.find((entry) => /^a00000001\.gdbtable$/i.test(nameOf(entry)));
  return table ? files.filter((entry) => folderOf(entry) === folderOf(table)) : [];
}
