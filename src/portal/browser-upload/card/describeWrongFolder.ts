import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import { quoteName } from "../../../contract/model-folder/diagnostic.ts";
import { parseModelFolderName } from "../../../contract/model-folder/modelFolderNames.ts";
import { hasFilesOfVersion } from "../../../contract/uploads/correction.ts";
import type { NewModel } from "../worker/openModel.ts";

interface ChosenFolder {
  recordId: string;
  /** Of the record. */
  identifier: string;
  model: Pick<NewModel, "isEmpty" | "folderNames" | "innerFolder" | "paths">;
  /** Of the version to correct. */
  versionFiles: UploadedFile[] | undefined;
}

/** Undefined if the folder is probably that of the record. */
export function describeWrongFolder(options: ChosenFolder): string | undefined {
  const { recordId, identifier, versionFiles } = options;
  const { isEmpty, folderNames, innerFolder, paths } = options.model;
  if (isEmpty) return `The folder that you chose holds no files. ${CHECK_FOLDER}`;
  const named = folderNames.flatMap((name) => parseModelFolderName(name)?.identifier ?? []);
  if (named.length > 0 && !named.includes(identifier))
    return `The folder has the name of model ${named[0]}, but this record is model ${identifier}. ${CHECK_FOLDER}`;
  if (innerFolder !== undefined)
    return `The model is in the folder ${quoteName(innerFolder)}, inside the folder that you chose. Choose that inner folder.`;
  if (versionFiles && !hasFilesOfVersion(paths, versionFiles, recordId))
    return describeOtherFolder("the version that you correct");
  return undefined;
}

const CHECK_FOLDER = "Check that you chose the right folder.";

export const describeOtherFolder = (version: string) =>
  `None of these files is in ${version}. ${CHECK_FOLDER}`;
