import { caseFold } from "./folderEntries.ts";

/** A file system allows at most 255 characters in a folder name. */
const MAX_TITLE_CHARACTERS = 100;

/** As shown in the upload instructions; `modelFolderName` builds the actual name. */
export const MODEL_FOLDER_NAME_PATTERN = "<MODEL_ID>_<MODEL_NAME>";

export const REQUIRED_FOLDERS = [
  { name: "Model_Files", canBeEmpty: false },
  { name: "Supporting", canBeEmpty: true },
  { name: "GIS", canBeEmpty: true },
] as const;

/** @example modelFolderName("030000000001", "Denton Creek (2026)") // "030000000001_Denton_Creek_2026_" */
export function modelFolderName(identifier: string, title: string): string {
  return `${identifier}_${title.replace(/[^A-Za-z0-9]+/g, "_").slice(0, MAX_TITLE_CHARACTERS)}`;
}

/** Undefined for a name that does not follow the pattern. */
export function parseModelFolderName(folderName: string): { identifier: string; title: string } | undefined {
  const [, identifier, title] = /^(\d{12})_(.*)$/.exec(folderName) ?? [];
  if (identifier === undefined || title === undefined) return undefined;
  return { identifier, title: title.replaceAll("_", " ").trim() };
}

/** The identifier in a name that `modelFolderName` built. */
export const getFolderIdentifier = (folderName: string): string => folderName.split("_", 1)[0]!;

/** A folder with this name, or a zip of one with the same name. */
export function coverageGeodatabaseName(identifier: string): string {
  return `Model_${identifier}_Coverage.gdb`;
}

export const isCoverageName = (name: string): boolean => /^Model_.*_Coverage\.gdb(\.zip)?$/i.test(name);

export function metadataFileName(recordId: string): string {
  return `metadata_${recordId}.yml`;
}

/** `path` is relative to the model folder. */
export const isMetadataFile = (path: string, recordId: string): boolean =>
  caseFold(path) === caseFold(metadataFileName(recordId));

export function modelZipName(identifier: string, title: string): string {
  return `${modelFolderName(identifier, title)}.zip`;
}
