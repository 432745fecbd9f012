import { checkGeodatabaseListing } from "../../../contract/uploads/geodatabaseZip.ts";
import { createBlobSource } from "../../../contract/zip/blobSource.ts";

export const ZIP_NAME = /\.zip$/i;

/** Checks the name, the size and the zip directory. The server checks the content. */
export async function findGeodatabaseFileError(file: File): Promise<string | undefined> {
  if (!ZIP_NAME.test(file.name)) return "Choose a .zip file: a zipped file geodatabase.";
  try {
    return (await checkGeodatabaseListing(createBlobSource(file))).error;
  } catch {
    return "The zipped geodatabase could not be read. Choose the file again.";
  }
}
