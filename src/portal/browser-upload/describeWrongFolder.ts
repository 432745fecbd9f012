import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { parseModelFolderName } from "../../contract/model-folder/modelFolderNames.ts";
import { hasFilesOfVersion } from "../../contract/uploads/correction.ts";

interface ChosenFolder {
  recordId: string;
  /** Of the record. */
  identifier: string;
  /** Of the chosen folder and the folders around the model in it. */
  folderNames: string[];
  /** Inside the model. */
  paths: string[];
  /** Of the version to correct. */
  versionFiles: UploadedFile[] | undefined;
}

/** Undefined if the folder is probably that of the record. */
export function describeWrongFolder(chosen: ChosenFolder): string | undefined {
  const { recordId, identifier, folderNames, paths, versionFiles } = chosen;
  const named = folderNames.flatMap((name) => parseModelFolderName(name)?.identifier ?? []);
  if (named.length > 0 && !named.includes(identifier))
    return `The folder has the name of model ${named[0]}, but this record is model ${identifier}. ${CHECK_FOLDER}`;
  if (versionFiles && !hasFilesOfVersion(paths, versionFiles, recordId))
    return describeOtherFolder("the version that you correct");
  return undefined;
}

const CHECK_FOLDER = "Check that you chose the right folder.";

export const describeOtherFolder = (version: string) =>
  `None of these files is in ${version}. ${CHECK_FOLDER}`;
