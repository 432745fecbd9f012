import { listInheritedEntries, type CorrectedEntries } from "../uploads/correction.ts";
import { metadataFileName, modelFolderName } from "./modelFolderNames.ts";
import { checkNestedArchives, checkFolderContents, checkDuplicatePaths } from "./checkFolderContents.ts";
import { isSystemFile, trimTrailingSlashes, type FolderEntry } from "./folderEntries.ts";
import { quoteName, type Diagnostic } from "./diagnostic.ts";
import {
  DEFAULT_FOLDER_LIMITS,
  hasTooManyEntries,
  checkLimits,
  checkUnsafePaths,
  checkWindowsNames,
  createTooManyEntriesError,
  type FolderLimits,
} from "./checkPaths.ts";
import { formatMessage, modelFolderMessages } from "./modelFolderMessages.ts";
import { findRootFolder, type RootFolderResult } from "./findRootFolder.ts";

export interface ExpectedModel {
  identifier: string;
  title: string;
  recordId: string;
  /** Set for a correction: its inherited files count as part of the zip. */
  correctedVersion?: CorrectedEntries<VersionEntry> | undefined;
}

export interface VersionEntry {
  path: string;
  kind: "file" | "directory";
  size: number;
}

/**
 * Reports everything at once, so that the vendor zips again only once: a wrong root folder first, because other errors
 * may follow from it. For a correction, checks the resulting version.
 */
export function checkModelFolder(
  entries: FolderEntry[],
  expected: ExpectedModel,
  limits: FolderLimits = DEFAULT_FOLDER_LIMITS,
): Diagnostic[] {
  const limitErrors = checkLimits(entries, limits);
  if (hasTooManyEntries(entries, limits)) return limitErrors;
  const zipEntries = entries.filter(({ path }) => !isSystemFile(path));
  const pathErrors = checkUnsafePaths(zipEntries, limits);
  const safeEntries = keepSafeEntries(zipEntries);
  const hasNoSafeEntries = zipEntries.length > 0 && safeEntries.length === 0;
  const root: RootFolderResult = hasNoSafeEntries
    ? { errors: [] }
    : findRootFolder(safeEntries, modelFolderName(expected.identifier, expected.title));
  const inherited = inheritEntries(safeEntries, root.basePath, expected);
  if (inherited.length > 0 && hasTooManyEntries([...zipEntries, ...inherited], limits))
    return [...limitErrors, createTooManyEntriesError(limits.maxEntries)];
  const contentErrors =
    root.basePath === undefined
      ? []
      : checkFolderContents([...safeEntries, ...inherited], root.basePath, expected);
  return [
    ...root.errors,
    ...limitErrors,
    ...pathErrors,
    ...checkDuplicatePaths([...zipEntries, ...inherited]).map((error) =>
      explainInherited(error, zipEntries, inherited),
    ),
    ...contentErrors,
    ...checkWindowsNames(zipEntries, limits),
    ...checkNestedArchives(safeEntries, root.basePath ?? "", expected.identifier),
  ];
}

/** The metadata file is never inherited: every zip must name its record. */
function inheritEntries(
  zipEntries: FolderEntry[],
  basePath: string | undefined,
  { correctedVersion, recordId }: ExpectedModel,
): FolderEntry[] {
  if (!correctedVersion || basePath === undefined) return [];
  const listZipPaths = (isFolder: boolean) =>
    zipEntries
      .filter(({ path, isDirectory }) => path.startsWith(basePath) && isDirectory === isFolder)
      .map(({ path }) => trimTrailingSlashes(path.slice(basePath.length)));
  const files = [metadataFileName(recordId), ...listZipPaths(false)];
  return listInheritedEntries(correctedVersion, files, listZipPaths(true)).map(({ path, kind, size }) => {
    return { path: basePath + path, isDirectory: kind === "directory", size, compressedSize: size };
  });
}

/** Adds a hint when the entry is only in the corrected version: the zip has nothing to rename or remove. */
function explainInherited(
  error: Diagnostic,
  zipEntries: FolderEntry[],
  inheritedEntries: FolderEntry[],
): Diagnostic {
  const isAffected = ({ path }: FolderEntry) => `${path}/`.startsWith(`${error.entry}/`);
  if (!inheritedEntries.some(isAffected) || zipEntries.some(isAffected)) return error;
  return {
    ...error,
    text: `${error.text} ${formatMessage(modelFolderMessages.takenOver, { entry: quoteName(error.entry!) })}`,
  };
}

/** Omits absolute paths and paths with "..", and reads backslashes as slashes. */
function keepSafeEntries(entries: FolderEntry[]): FolderEntry[] {
  return entries
    .map((entry) => ({ ...entry, path: entry.path.replaceAll("\\", "/") }))
    .filter(({ path }) => !/^(\/|[A-Za-z]:)/.test(path) && !path.split("/").includes(".."));
}
