import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { noArea, type SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import { ZipFault } from "../processing/zipFault.ts";
import { unpackGeodatabase } from "./unpackGeodatabase.ts";

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
    if (!(await unpackGeodatabase(access, geodatabase, within))) return noArea(UNREADABLE);
    const result = join(folder, "area.json");
    const workFolder = join(folder, "work");
    await mkdir(workFolder);
    if (!(await runReader([geodatabase, workFolder, result], longest))) return noArea(UNREADABLE);
    return JSON.parse(await readFile(result, "utf8")) as SpatialExtentArea;
  } catch (error) {
    if (error instanceof ZipFault) return noArea(UNREADABLE);
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
