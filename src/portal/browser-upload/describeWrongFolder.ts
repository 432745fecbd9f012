import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { quoteName } from "../../contract/model-folder/diagnostic.ts";
import { parseModelFolderName } from "../../contract/model-folder/modelFolderNames.ts";
import { findInnerModelFolder } from "../../contract/uploads/planModelZip.ts";
import { hasFilesOfVersion } from "../../contract/uploads/correction.ts";
import type { ChosenModel } from "./chosenModel.ts";

interface ChosenFolder {
  recordId: string;
  /** Of the record. */
  identifier: string;
  /** Of the chosen folder and the folders around the model in it. */
  folderNames: string[];
  chosen: Pick<ChosenModel, "kind" | "files" | "model">;
  /** Of the version to correct. */
  versionFiles: UploadedFile[] | undefined;
}

/** Undefined if the folder is probably that of the record. */
export function describeWrongFolder(options: ChosenFolder): string | undefined {
  const { recordId, identifier, folderNames, chosen, versionFiles } = options;
  if (chosen.files.length === 0) return `The folder that you chose holds no files. ${CHECK_FOLDER}`;
  const named = folderNames.flatMap((name) => parseModelFolderName(name)?.identifier ?? []);
  if (named.length > 0 && !named.includes(identifier))
    return `The folder has the name of model ${named[0]}, but this record is model ${identifier}. ${CHECK_FOLDER}`;
  const paths = chosen.model.source.files.map(({ path }) => path);
  const inner = chosen.kind === "folder" ? findInnerModelFolder(paths) : undefined;
  if (inner !== undefined)
    return `The model is in the folder ${quoteName(inner)}, inside the folder that you chose. Choose that inner folder.`;
  if (versionFiles && !hasFilesOfVersion(paths, versionFiles, recordId))
    return describeOtherFolder("the version that you correct");
  return undefined;
}

const CHECK_FOLDER = "Check that you chose the right folder.";

export const describeOtherFolder = (version: string) =>
  `None of these files is in ${version}. ${CHECK_FOLDER}`;
