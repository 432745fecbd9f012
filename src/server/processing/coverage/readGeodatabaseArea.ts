import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { getFileName, getParentPath, isSystemFile } from "../../../contract/model-folder/folderEntries.ts";
import { buildEmptyArea, type SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import type { ZipEntry } from "../../../contract/zip/zipDirectory.ts";
import { InvalidZipError } from "../../../contract/zip/zipMember.ts";
import { findChildProgram } from "../childProgram.ts";
import { BufferedAccess, type RandomAccess } from "../randomAccess.ts";
import { readBufferedZipDirectory } from "../zipDirectory.ts";
import { openZipEntry } from "../zipEntryStream.ts";

const reader = findChildProgram(import.meta.dirname, "areaReader");
const DEFAULT_TIMEOUT_MS = 60_000;
const HEAP_MEGABYTES = 256;

export const UNREADABLE_AREA_NOTE = "The geodatabase could not be read, so its area could not be checked.";

/**
 * An unreadable file gives an empty area with a note. `within` is the geodatabase's folder in the zip, with a slash.
 */
export async function readGeodatabaseArea(
  access: RandomAccess,
  { timeoutMs = DEFAULT_TIMEOUT_MS, within = "" }: { timeoutMs?: number; within?: string } = {},
): Promise<SpatialExtentArea> {
  const folder = await mkdtemp(join(tmpdir(), "spatial-extent-"));
  try {
    const geodatabase = join(folder, "extent.gdb");
    if (!(await unpackGeodatabase(access, geodatabase, within))) return buildEmptyArea(UNREADABLE_AREA_NOTE);
    const result = join(folder, "area.json");
    const workFolder = join(folder, "work");
    await mkdir(workFolder);
    const isRead = await runReader([geodatabase, workFolder, result], timeoutMs);
    const area = isRead
      ? (JSON.parse(await readFile(result, "utf8")) as SpatialExtentArea)
      : buildEmptyArea(UNREADABLE_AREA_NOTE);
    if (area.geometry) return area;
    const note = await findUnsupportedTables(geodatabase);
    return note === undefined ? area : buildEmptyArea(note);
  } catch (error) {
    if (error instanceof InvalidZipError) return buildEmptyArea(UNREADABLE_AREA_NOTE);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const COMPRESSED_NOTE =
  "The geodatabase is compressed (CDF), so its area could not be read. " +
  "In ArcGIS, run Uncompress File Geodatabase Data, then zip it again.";
const LARGE_IDS_NOTE =
  "The geodatabase has 64-bit object IDs, so its area could not be read. " +
  "In ArcGIS Pro, export the feature class to a new geodatabase with 32-bit object IDs, then zip that.";
/** First number of a table with 64-bit object IDs. */
const LARGE_IDS_LAYOUT = 4;

/** GDAL lists no layers of compressed tables, and reads no rows of those with 64-bit object IDs. */
async function findUnsupportedTables(geodatabase: string): Promise<string | undefined> {
  const names = await readdir(geodatabase);
  if (names.some((name) => /\.cdf$/i.test(name))) return COMPRESSED_NOTE;
  for (const name of names.filter((one) => /\.gdbtable$/i.test(one))) {
    const table = await open(join(geodatabase, name));
    try {
      const { buffer, bytesRead } = await table.read(Buffer.alloc(4), 0, 4, 0);
      if (bytesRead === 4 && buffer.readInt32LE(0) === LARGE_IDS_LAYOUT) return LARGE_IDS_NOTE;
    } finally {
      await table.close();
    }
  }
  return undefined;
}

/** Runs without the server's environment. Returns false on failure or timeout. */
function runReader(paths: string[], timeoutMs: number): Promise<boolean> {
  const program = [`--max-old-space-size=${HEAP_MEGABYTES}`, ...reader.nodeOptions, reader.file, ...paths];
  const options = {
    timeout: timeoutMs,
    killSignal: "SIGKILL" as const,
    env: {},
    maxBuffer: 16 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, program, options, (error) => resolve(error === null));
  });
}

const READ_WINDOW_BYTES = 256 * 1024;
const MAX_ENTRIES = 10_000;
const MAX_GEODATABASE_BYTES = 1024 ** 3;

/** Valid file names of a geodatabase; nothing else is written to disk. */
const GEODATABASE_FILE_PATTERN = /^[\w-]+(\.[\w-]+){0,2}$/;

/** Returns false if the zip has no geodatabase, or one larger than 1 GB. */
async function unpackGeodatabase(access: RandomAccess, folder: string, within = ""): Promise<boolean> {
  const { entries } = await readBufferedZipDirectory(
    access,
    within === "" ? { maxEntries: MAX_ENTRIES } : {},
  );
  const files = listGeodatabaseFiles(entries.filter(({ path }) => path.startsWith(within)));
  if (files.length === 0 || files.reduce((sum, { size }) => sum + size, 0) > MAX_GEODATABASE_BYTES)
    return false;
  await mkdir(folder);
  const buffered = new BufferedAccess(access, READ_WINDOW_BYTES);
  for (const entry of files)
    await pipeline(await openZipEntry(buffered, entry), createWriteStream(join(folder, getFileName(entry.path))));
  return true;
}

function listGeodatabaseFiles(entries: ZipEntry[]): ZipEntry[] {
  const files = entries.filter(
    (entry) =>
      !entry.isDirectory && !isSystemFile(entry.path) && GEODATABASE_FILE_PATTERN.test(getFileName(entry.path)),
  );
  const table = files.find((entry) => /^a00000001\.gdbtable$/i.test(getFileName(entry.path)));
  return table ? files.filter((entry) => getParentPath(entry.path) === getParentPath(table.path)) : [];
}
