import { caseFold } from "../model-folder/folderEntries.ts";
import { isEditableStatus, statusLabel, type Status } from "../status.ts";

interface VersionedFile {
  /** Relative to the model folder. */
  path: string;
  sha256: string;
  version?: number | null | undefined;
}

export interface ModelOutcome {
  /** The versions whose files the model consists of, the oldest first. */
  versions: number[];
  /** A rejected version that the model repeats: it has the same files, or nothing newer. */
  rejectedVersion: number | undefined;
}

/** What a model of `files` would be. `knownFiles` includes all files of the rejected versions, also archived ones. */
export function describeModelFiles<File extends VersionedFile>(
  files: File[],
  knownFiles: File[],
  rejectedVersions: number[],
): ModelOutcome {
  const versions = [...new Set(files.map(({ version }) => version ?? 0))].sort((a, b) => a - b);
  const newest = versions.at(-1);
  if (newest === undefined || rejectedVersions.length === 0) return { versions, rejectedVersion: undefined };
  const latestRejected = Math.max(...rejectedVersions);
  if (newest <= latestRejected)
    return { versions, rejectedVersion: rejectedVersions.includes(newest) ? newest : latestRejected };
  const contents = getContents(files);
  const rejectedVersion = [...new Set(rejectedVersions)].find((rejected) => {
    const rejectedContents = getContents(knownFiles.filter(({ version }) => version === rejected));
    return contents.size === rejectedContents.size && [...contents].every((key) => rejectedContents.has(key));
  });
  return { versions, rejectedVersion };
}

const getContents = (files: VersionedFile[]) =>
  new Set(files.map(({ path, sha256 }) => `${sha256} ${caseFold(path)}`));

/** Nothing that was rejected stays in review. `hasLeftReview`: the opposite change moved the record out of review. */
export function getStatusAfter(
  status: Status,
  { rejectedVersion }: Pick<ModelOutcome, "rejectedVersion">,
  hasLeftReview = false,
): Status {
  if (rejectedVersion !== undefined) return status === "pending" ? "in progress" : status;
  return hasLeftReview && isEditableStatus(status) ? "pending" : status;
}

export function formatModelOutcome({ versions, rejectedVersion }: ModelOutcome): string {
  const names = new Intl.ListFormat("en-US").format(versions.map((version) => `v${version}`));
  const becomes = `The model becomes ${names || "empty"}`;
  if (rejectedVersion === undefined) return `${becomes}.`;
  if (versions.length === 1 && versions[0] === rejectedVersion) return `${becomes}, which was rejected.`;
  const isNewer = (versions.at(-1) ?? 0) > rejectedVersion;
  const repeats = isNewer ? "has the same files as" : "has no file newer than";
  return `${becomes}. It ${repeats} v${rejectedVersion}, which was rejected.`;
}

/** Undefined if the status stays the same. */
export function formatStatusChange(before: Status, after: Status): string | undefined {
  if (before === after) return undefined;
  return after === "in progress"
    ? "The record goes back to in progress: correct it and upload it again."
    : `The record is ${statusLabel(after)} again.`;
}
