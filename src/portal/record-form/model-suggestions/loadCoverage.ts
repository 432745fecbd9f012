import type { ModelFolder } from "../../../contract/model-folder/checkModel.ts";
import { UnreadableFileError } from "../../../contract/models/fileFacts.ts";
import { zipCoverage } from "../../../contract/uploads/zipCoverage.ts";

/** The coverage geodatabase of a chosen model as one zip. */
export async function loadCoverage(folder: ModelFolder, path: string, name: string): Promise<File> {
  try {
    return new File(await zipCoverage(folder, path), name);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new Error(`The geodatabase could not be read: ${error.reason}.`, { cause: error });
  }
}
