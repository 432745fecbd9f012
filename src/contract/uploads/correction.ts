import { compareUploads, type UploadedFile } from "../conflicts/compareUploads.ts";
import { caseFold } from "../model-folder/folderEntries.ts";
import { metadataFileName } from "../model-folder/modelFolderNames.ts";

export interface CorrectedEntries<Entry extends { path: string }> {
  /** Files and folders, with paths relative to the model folder. */
  entries: Entry[];
  /** Paths to delete; a folder includes its content. */
  excludedPaths: string[];
}

/** Entries of the corrected version that are neither in the zip nor excluded. A geodatabase is replaced as a whole. */
export function listInheritedEntries<Entry extends { path: string; kind?: "file" | "directory" }>(
  { entries, excludedPaths }: CorrectedEntries<Entry>,
  files: string[],
  folders: string[] = [],
): Entry[] {
  const replacedUnits = new Set(files.map(getReplacementUnit));
  const replacedFolders = new Set(folders.map(caseFold));
  const excluded = new Set(excludedPaths.map(caseFold));
  return entries.filter(
    ({ path, kind }) =>
      !replacedUnits.has(getReplacementUnit(path)) &&
      !(kind === "directory" && replacedFolders.has(caseFold(path))) &&
      !isPathOrParentIn(caseFold(path), excluded),
  );
}

/**
 * Paths of files that a correction need not send, because the version has the same content. A geodatabase is sent as a
 * whole if one of its files is new, changed or gone.
 */
export function listUnchangedPaths(files: UploadedFile[], versionFiles: UploadedFile[]): Set<string> {
  const compared = compareUploads(files, versionFiles);
  const changedUnits = new Set(
    compared.flatMap(({ path, change }) => (change === "same" ? [] : [getReplacementUnit(path)])),
  );
  const unchanged = compared.filter(({ path }) => !changedUnits.has(getReplacementUnit(path)));
  return new Set(unchanged.map(({ path }) => path));
}

/** Files of the version that a correction need not send if they have not changed: without those that it deletes. */
export function listReusableFiles(
  versionFiles: UploadedFile[],
  recordId: string,
  excludedPaths: string[] = [],
): UploadedFile[] {
  const sentPaths = new Set([...excludedPaths, metadataFileName(recordId)].map(caseFold));
  return versionFiles.filter(({ path }) => !isPathOrParentIn(caseFold(path), sentPaths));
}

/** False if the paths of a correction are probably those of another model. The metadata file is in every model. */
export function hasFilesOfVersion(paths: string[], versionFiles: UploadedFile[], recordId: string): boolean {
  const versionUnits = new Set(versionFiles.map(({ path }) => getReplacementUnit(path)));
  versionUnits.delete(caseFold(metadataFileName(recordId)));
  return paths.some((path) => versionUnits.has(getReplacementUnit(path)));
}

/** The file itself, or the geodatabase that contains it. */
export function getReplacementUnit(path: string): string {
  const name = caseFold(path);
  return /^.*?\.gdb(?=\/|\.zip$|$)/.exec(name)?.[0] ?? name;
}

/** Whether `paths` has the path or one of its parents. The path and `paths` must be case-folded. */
export function isPathOrParentIn(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
    if (paths.has(path.slice(0, end))) return true;
  return false;
}
