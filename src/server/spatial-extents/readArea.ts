import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isSystemFile, splitPath } from "../../contract/model-folder/folderEntries.ts";
import { buildEmptyArea, type SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";
import { BufferedAccess, type RandomAccess } from "../processing/randomAccess.ts";
import { readZipDirectory, type ZipEntry } from "../processing/zipDirectory.ts";
import { openZipEntry } from "../processing/zipEntryStream.ts";
import { ZipFault } from "../processing/zipFault.ts";

const READER = fileURLToPath(new URL("areaReader.ts", import.meta.url));
const LONGEST = 60_000;
const HEAP_MEGABYTES = 256;

const UNREADABLE = "The geodatabase could not be read, so its area could not be checked.";

/**
 * The area of a zipped geodatabase. A file that no reader manages is answered as no area, with a note that says so:
 * it is not for a map to refuse it.
 *
 * @param within the folder of the zip in which the geodatabase lies, with its slash
 * @throws when the store fails
 */
export async function readArea(
  access: RandomAccess,
  { longest = LONGEST, within = "" }: { longest?: number; within?: string } = {},
): Promise<SpatialExtentArea> {
  const folder = await mkdtemp(join(tmpdir(), "spatial-extent-"));
  try {
    const geodatabase = join(folder, "extent.gdb");
    if (!(await unpackGeodatabase(access, geodatabase, within))) return buildEmptyArea(UNREADABLE);
    const result = join(folder, "area.json");
    const workFolder = join(folder, "work");
    await mkdir(workFolder);
    if (!(await runReader([geodatabase, workFolder, result], longest))) return buildEmptyArea(UNREADABLE);
    return JSON.parse(await readFile(result, "utf8")) as SpatialExtentArea;
  } catch (error) {
    if (error instanceof ZipFault) return buildEmptyArea(UNREADABLE);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the reader without this server's environment, and ends it when it takes too long; false when it failed. */
function runReader(paths: string[], longest: number): Promise<boolean> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const program = [`--max-old-space-size=${HEAP_MEGABYTES}`, "--import", tsx, READER, ...paths];
  const options = { timeout: longest, killSignal: "SIGKILL" as const, env: {}, maxBuffer: 16 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, program, options, (error) => resolve(error === null));
  });
}

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
async function unpackGeodatabase(access: RandomAccess, folder: string, within = ""): Promise<boolean> {
  const { entries } = await readZipDirectory(access, within === "" ? { entries: MOST_ENTRIES } : {});
  const files = filesOfGeodatabase(entries.filter(({ path }) => path.startsWith(within)));
  if (files.length === 0 || files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) return false;
  await mkdir(folder);
  const buffered = new BufferedAccess(access, WINDOW);
  for (const entry of files)
    await pipeline(await openZipEntry(buffered, entry), createWriteStream(join(folder, nameOf(entry))));
  return true;
}

const nameOf = ({ path }: ZipEntry) => splitPath(path).at(-1) ?? "";
const folderOf = ({ path }: ZipEntry) => splitPath(path).slice(0, -1).join("/");

function filesOfGeodatabase(entries: ZipEntry[]): ZipEntry[] {
  const files = entries.filter(
    (entry) => !entry.isDirectory && !isSystemFile(entry.path) && OWN_FILE.test(nameOf(entry)),
  );
  const table = files.find((entry) => /^a00000001\.gdbtable$/i.test(nameOf(entry)));
  return table ? files.filter((entry) => folderOf(entry) === folderOf(table)) : [];
}
