import { groupBy } from "../groupBy.ts";
import { caseFold } from "../model-folder/folderEntries.ts";

export interface UploadFileVersion {
  /** Id of this file in this upload; newer files have larger ids. */
  uploadId: string;
  uploadBatchId: string;
  /** Relative to the model folder. */
  path: string;
  size: number;
  sha256: string;
}

type ConflictChoice<File> = { files: File[] } | FileChoices;

interface FileChoices {
  /** Ids of the versions to keep; other versions of their paths are archived. */
  keptIds: ReadonlySet<string>;
  /** All versions of these files' paths are archived. */
  removedIds: ReadonlySet<string>;
}

export interface ConflictOutcome<File> {
  currentFiles: File[];
  archivedFiles: File[];
  /** The archived files whose content no current file has, each content once. */
  lostFiles: File[];
  removedPaths: string[];
  unresolvedPaths: string[];
}

/** Compares paths without case. */
export function applyConflictChoice<File extends UploadFileVersion>(
  currentFiles: File[],
  choice: ConflictChoice<File>,
): ConflictOutcome<File> {
  const selectKeptVersions: SelectKeptVersions<File> =
    "files" in choice ? keepFilesOfUpload(choice.files) : keepChosenVersions(choice);
  const outcome: ConflictOutcome<File> = {
    currentFiles: [],
    archivedFiles: [],
    lostFiles: [],
    removedPaths: [],
    unresolvedPaths: [],
  };
  for (const [pathKey, versions] of groupByPath(currentFiles)) {
    const keptVersions = selectKeptVersions(versions, pathKey);
    for (const file of keptVersions) outcome.currentFiles.push(file);
    if (hasConflict(keptVersions)) outcome.unresolvedPaths.push(versions[0]!.path);
    if (keptVersions === versions) continue;
    for (const file of versions) {
      if (keptVersions.some((one) => isSameFile(one, file))) continue;
      outcome.archivedFiles.push(file);
      const isFirst = versions.find(({ sha256 }) => sha256 === file.sha256) === file;
      if (isFirst && !keptVersions.some(({ sha256 }) => sha256 === file.sha256)) outcome.lostFiles.push(file);
    }
    if (keptVersions.length === 0) outcome.removedPaths.push(versions[0]!.path);
  }
  return "files" in choice ? { ...outcome, currentFiles: choice.files, unresolvedPaths: [] } : outcome;
}

const isSameFile = (one: UploadFileVersion, other: UploadFileVersion) =>
  one.uploadBatchId === other.uploadBatchId && one.path === other.path;

type SelectKeptVersions<File> = (versions: File[], pathKey: string) => File[];

function keepFilesOfUpload<File extends UploadFileVersion>(files: File[]): SelectKeptVersions<File> {
  const filesOfUpload = groupByPath(files);
  return (_, pathKey) => filesOfUpload.get(pathKey) ?? [];
}

const keepChosenVersions =
  <File extends UploadFileVersion>({ keptIds, removedIds }: FileChoices): SelectKeptVersions<File> =>
  (versions) => {
    if (versions.some(({ uploadId }) => removedIds.has(uploadId))) return [];
    const chosen = versions.filter(({ uploadId }) => keptIds.has(uploadId));
    return chosen.length > 0 ? chosen : versions;
  };

const hasConflict = (versions: UploadFileVersion[]) =>
  versions.some(({ sha256 }) => sha256 !== versions[0]!.sha256);

export const selectNewestFiles = <File extends UploadFileVersion>(files: File[]): File[] =>
  [...groupByPath(files).values()]
    .map((versions) => versions.reduce((one, other) => (isNewer(other, one) ? other : one)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

/** Of the versions of one path, those whose content differs from the newest. */
export function listReplacedVersions<File extends UploadFileVersion>(versions: File[]): File[] {
  const [newest] = selectNewestFiles(versions);
  return versions.filter(({ sha256 }) => sha256 !== newest?.sha256);
}

export interface FileToDecide<File> {
  path: string;
  /** The newest version of each content, newest first. */
  versions: File[];
  /** Contents differ, or the newest upload lacks the file, or only the newest upload has it. */
  decisionReason: "contested" | "left out" | "added";
  canBeLeftOut: boolean;
}

export function listFilesToDecide<File extends UploadFileVersion>(
  currentFiles: File[],
  uploadIdsNewestFirst: string[],
): FileToDecide<File>[] {
  const filesToDecide = [...groupByPath(currentFiles).values()].flatMap(
    (versionsOfPath): FileToDecide<File>[] => {
      const uploadsWithFile = new Set(versionsOfPath.map(({ uploadBatchId }) => uploadBatchId));
      const decisionReason = getDecisionReason(versionsOfPath, uploadsWithFile, uploadIdsNewestFirst);
      if (!decisionReason) return [];
      const newestFirst = versionsOfPath.toSorted((a, b) => (isNewer(a, b) ? -1 : 1));
      const versions = newestFirst.filter(
        ({ sha256 }, at) => newestFirst.findIndex((one) => one.sha256 === sha256) === at,
      );
      const canBeLeftOut = uploadIdsNewestFirst.some((id) => !uploadsWithFile.has(id));
      return [{ path: versionsOfPath[0]!.path, versions, decisionReason, canBeLeftOut }];
    },
  );
  return filesToDecide.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function getDecisionReason(
  versions: UploadFileVersion[],
  uploadsWithFile: Set<string>,
  [newest = "", ...older]: string[],
): FileToDecide<UploadFileVersion>["decisionReason"] | undefined {
  if (hasConflict(versions)) return "contested";
  if (!uploadsWithFile.has(newest)) return "left out";
  return older.length > 0 && uploadsWithFile.size === 1 ? "added" : undefined;
}

/** Cached: the preview recomputes the outcome at every choice. */
const groupsByList = new WeakMap<UploadFileVersion[], Map<string, UploadFileVersion[]>>();

function groupByPath<File extends UploadFileVersion>(files: File[]): Map<string, File[]> {
  const cached = groupsByList.get(files) as Map<string, File[]> | undefined;
  if (cached) return cached;
  const groups = new Map<string, File[]>();
  // Grouped by exact path first: case folding is slow, and most versions spell a path alike.
  for (const [path, versions] of groupBy(files, (file) => file.path)) {
    const pathKey = caseFold(path);
    const others = groups.get(pathKey);
    groups.set(pathKey, others ? [...others, ...versions] : versions);
  }
  groupsByList.set(files, groups);
  return groups;
}

/** Ids are increasing numbers as text. */
const isNewer = ({ uploadId: a }: UploadFileVersion, { uploadId: b }: UploadFileVersion) =>
  a.length > b.length || (a.length === b.length && a > b);
