import { NoZip, zippedFiles } from "../zipFile.ts";

const NOT_A_ZIP =
  "The file is not a zip file, whatever its name says. Zip the whole .gdb folder and choose that file.";
const DAMAGED = "The zip file is damaged or incomplete. Zip the whole .gdb folder again.";
const NO_GEODATABASE =
  "The zip holds no geodatabase: a folder with a name ending in .gdb and its tables. Zip the whole .gdb folder.";

export const IS_ZIP = /\.zip$/i;

const LARGEST = 200 * 1024 * 1024;

/**
 * Why a chosen file cannot be a zipped geodatabase, from its name, its first bytes and its directory of names;
 * undefined where nothing speaks against it. The services look closer.
 */
export async function faultOfGeodatabaseFile(file: File): Promise<string | undefined> {
  if (!IS_ZIP.test(file.name)) return "Choose a .zip file: a zipped file geodatabase.";
  if (file.size > LARGEST) return "The file is larger than 200 MB.";
  try {
    return (await zippedFiles(file)).some(isOfGeodatabase) ? undefined : NO_GEODATABASE;
  } catch (error) {
    if (!(error instanceof NoZip)) return "The file could not be read. Choose it again.";
    return error.reason === "damaged" ? DAMAGED : NOT_A_ZIP;
  }
}

/** Some geodatabases are zipped without their folder, their tables at the top. */
const isOfGeodatabase = ({ path }: { path: string }) => /\.gdb\//i.test(path) || /\.gdbtable$/i.test(path);
