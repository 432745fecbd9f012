import { DEFAULT_FOLDER_LIMITS, checkLimits, checkUnsafePaths } from "../model-folder/checkPaths.ts";
import { quoteName } from "../model-folder/diagnostic.ts";
import { getFileName, getParentPath, isSystemFile, splitPath } from "../model-folder/folderEntries.ts";
import { readZipDirectory, type ZipEntry } from "../zip/zipDirectory.ts";
import type { ZipSource } from "../zip/zipSource.ts";

export const MAX_GEODATABASE_BYTES = 200 * 1024 * 1024;

const LIMITS = { ...DEFAULT_FOLDER_LIMITS, maxEntries: 10_000, maxTotalBytes: 4 * 1024 ** 3 };
const CATALOG_TABLE = "a00000001.gdbtable";
const CATALOG_INDEX = "a00000001.gdbtablx";

/** Whether the zip lists one complete geodatabase. Browser and server use it. Throws only when the source fails. */
export async function checkGeodatabaseListing(
  zip: ZipSource,
): Promise<{ error: string | undefined; entries: ZipEntry[] }> {
  if (zip.size > MAX_GEODATABASE_BYTES) return { error: GEODATABASE_TOO_LARGE, entries: [] };
  const { entries, errors } = await readZipDirectory(zip, LIMITS);
  const own = entries.filter(({ path }) => !isSystemFile(path));
  const [first] = [...errors, ...checkLimits(entries, LIMITS), ...checkUnsafePaths(own, LIMITS)];
  return { error: first?.text ?? checkGeodatabaseFiles(own), entries: own };
}

const LIMIT_TEXT = `${MAX_GEODATABASE_BYTES / 1024 ** 2} MB`;

export const GEODATABASE_TOO_LARGE =
  `The zipped geodatabase is larger than ${LIMIT_TEXT}. ` +
  "Remove feature classes that do not describe the area covered, then zip it again.";

/** The portal zips it without compression. */
export const UNZIPPED_GEODATABASE_TOO_LARGE =
  `The geodatabase is larger than ${LIMIT_TEXT} before zipping. ` +
  "Zip its .gdb folder and choose the .zip file here.";

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
    .map((path) => getFileName(path).toLowerCase());
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
    return `${quoteName(file)} in the zip is a file, but a geodatabase must be a folder. Zip the whole .gdb folder.`;
  return (
    "The zip holds no geodatabase. A geodatabase is a folder with a name ending in .gdb that contains " +
    `files such as ${CATALOG_TABLE}. Zip the whole .gdb folder.`
  );
}

function findGeodatabaseFolder({ path, isDirectory }: ZipEntry): string[] {
  const folders = isDirectory ? splitPath(path) : splitPath(path).slice(0, -1);
  const depth = folders.findIndex((name) => /\.gdb$/i.test(name));
  return depth < 0 ? [] : [folders.slice(0, depth + 1).join("/")];
}
