import { InvalidZipError, listZipFiles } from "../zipFile.ts";

const NOT_A_ZIP =
  "The file's name ends in .zip, but it is not a zip file. Zip the whole .gdb folder and choose that file.";
const DAMAGED = "The zip file is damaged or incomplete. Zip the whole .gdb folder again.";
const NO_GEODATABASE =
  "The zip contains no geodatabase: a folder whose name ends in .gdb, with its tables. Zip the whole .gdb folder.";

export const ZIP_NAME = /\.zip$/i;

const MAX_GEODATABASE_BYTES = 200 * 1024 * 1024;

/** Checks the name, the size and the zip directory. The server checks the content. */
export async function findGeodatabaseFileError(file: File): Promise<string | undefined> {
  if (!ZIP_NAME.test(file.name)) return "Choose a .zip file: a zipped file geodatabase.";
  if (file.size > MAX_GEODATABASE_BYTES) return "The zipped geodatabase is larger than 200 MB.";
  try {
    return (await listZipFiles(file)).some(isGeodatabaseEntry) ? undefined : NO_GEODATABASE;
  } catch (error) {
    if (!(error instanceof InvalidZipError))
      return "The zipped geodatabase could not be read. Choose the file again.";
    return error.reason === "damaged" ? DAMAGED : NOT_A_ZIP;
  }
}

/** Some geodatabases are zipped without their folder: the tables are at the top level. */
const isGeodatabaseEntry = ({ path }: { path: string }) => /\.gdb\//i.test(path) || /\.gdbtable$/i.test(path);
