import { inspectLocalModel, type LocalModelCheck } from "../../../contract/models/sources/localModel.ts";
import type { References } from "../../../contract/schema/references.ts";
import { findInnerModelFolder } from "../../../contract/uploads/planModelZip.ts";
import type { LocalItem } from "../../model-report/listing/listHandles.ts";
import type { LocalSelection } from "../../model-report/localItems.ts";
import {
  getChosenZip,
  openChosenModel,
  type AddedFiles,
  type ChosenModel,
  type RecordOfModel,
} from "./chosenModel.ts";
import { OpenModelError } from "./openModelError.ts";
import {
  addChecksums,
  listChangedPaths,
  listDeniedPaths,
  type RememberedFile,
  type RememberedFilesJson,
} from "./rememberedFiles.ts";

/** What the page shows and stores of a model. Its files stay in the worker. */
export interface ModelSummary extends Pick<ChosenModel, "kind" | "fileCount" | "bytes"> {
  filesJson: RememberedFilesJson;
}

export interface OpenOptions {
  record: RecordOfModel;
  added: AddedFiles;
  /** Without them, folder layout and metadata file are not checked. */
  references: References | undefined;
}

export interface NewModel extends ModelSummary, Pick<ChosenModel, "addedPaths" | "junkPaths"> {
  check: LocalModelCheck;
  /** No files were chosen. */
  isEmpty: boolean;
  deniedPaths: string[];
  /** Of the chosen folder and the folders around the model in it. */
  folderNames: string[];
  /** The folder inside the chosen one that holds the model. */
  innerFolder: string | undefined;
  /** In the model. Only of a correction, to compare them with the version. */
  paths: string[];
}

/** @throws InvalidZipError when the file is not a readable zip */
export async function openNewModel(
  selection: LocalSelection,
  { record, added, references }: OpenOptions,
): Promise<{ chosen: ChosenModel; opened: NewModel }> {
  const chosen = await openChosenModel(selection, record, added);
  const { recordId, metadata, isCorrection } = record;
  const check = await inspectLocalModel(chosen.model, references && { recordId, metadata, references });
  const paths = chosen.model.source.files.map(({ path }) => path);
  const { kind, fileCount, bytes, files, addedPaths, junkPaths } = chosen;
  const opened = {
    ...{ kind, fileCount, bytes, filesJson: JSON.stringify(files), addedPaths, junkPaths, check },
    isEmpty: files.length === 0,
    deniedPaths: listDeniedPaths(files),
    folderNames: selection.items[0]?.path.split("/").slice(0, -1) ?? [],
    innerFolder: kind === "folder" ? findInnerModelFolder(paths) : undefined,
    paths: isCorrection ? paths : [],
  };
  return { chosen, opened };
}

/** The files of an interrupted upload as they were at its start. */
export interface InterruptedModel {
  kind: ChosenModel["kind"];
  filesJson: RememberedFilesJson;
  /** Paths of files that the vendor decided to leave out. */
  leftOutPaths: string[];
  /** The files that the portal adds. */
  metadataFile?: Blob | undefined;
  coverageFile?: Blob | undefined;
}

export interface ReopenOptions {
  record: RecordOfModel;
  stored: InterruptedModel;
}

/** The files of an interrupted upload as they are now. */
export interface ReopenedModel extends ModelSummary {
  /** New, missing or different. */
  changedPaths: string[];
  /** Denied now and not left out before. */
  deniedPaths: string[];
}

/** @throws OpenModelError, or InvalidZipError when the file is not a readable zip */
export async function reopenModel(
  selection: LocalSelection,
  { record, stored }: ReopenOptions,
): Promise<{ chosen: ChosenModel; opened: ReopenedModel }> {
  const { kind, metadataFile = new Blob(), coverageFile, filesJson, leftOutPaths } = stored;
  const filesBefore = JSON.parse(filesJson) as RememberedFile[];
  const isRootDenied = ({ path, ...item }: LocalItem) => "isDenied" in item && !path.includes("/");
  if (selection.items.length > 0 && selection.items.every(isRootDenied))
    throw new OpenModelError(
      `The ${kind} cannot be opened. It may have been moved, renamed or locked by a program. Choose it again.`,
      true,
    );
  const isZip = getChosenZip(selection) !== undefined;
  if (selection.items.length === 0 || isZip !== (kind === "zip"))
    throw new OpenModelError(`Choose the same ${kind}.`);
  // Paths of a folder start with the root folder.
  const rootFolder = filesBefore[0]?.path.split("/", 1)[0];
  const chosen = await openChosenModel(selection, { ...record, rootFolder }, { metadataFile, coverageFile });
  const knownPaths = new Set([...leftOutPaths, ...listDeniedPaths(filesBefore)]);
  const deniedPaths = listDeniedPaths(chosen.files).filter((path) => !knownPaths.has(path));
  const ignoredPaths = new Set([...leftOutPaths, ...deniedPaths]);
  const isCompared = ({ path }: { path: string }) => !ignoredPaths.has(path);
  const changedPaths = listChangedPaths(filesBefore.filter(isCompared), chosen.files.filter(isCompared));
  const files = addChecksums(chosen.files, filesBefore);
  const { fileCount, bytes } = chosen;
  return {
    chosen: { ...chosen, files, members: addChecksums(chosen.members, filesBefore) },
    opened: { kind, fileCount, bytes, filesJson: JSON.stringify(files), changedPaths, deniedPaths },
  };
}
