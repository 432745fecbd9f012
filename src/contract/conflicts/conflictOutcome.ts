import { groupBy } from "../groupBy.ts";
import { folded } from "../model-folder/modelFolderEntry.ts";

/** One file as one upload brought it. */
export interface ModelFile {
  /** Names this file of this upload in choices; grows with time. */
  uploadId: string;
  uploadBatchId: string;
  /** Inside the model, without its root folder. */
  path: string;
  size: number;
  sha256: string;
}

/**
 * What somebody chose: one whole upload with all its files, or files one by one, by their upload ids. Of one version
 * kept, the others of its path are put aside; of one left out, all are; a path of which nothing is said stays.
 */
type Choice<File> = { files: File[] } | Chosen;

interface Chosen {
  kept: ReadonlySet<string>;
  leftOut: ReadonlySet<string>;
}

/** What a choice does: shown before it counts, and stored as it was shown. */
export interface Outcome<File> {
  /** What stands afterwards. */
  files: File[];
  /** What stands no more; undoing the choice brings it back. */
  putAside: File[];
  /** Of those each content once that no file has any more: what somebody would miss. */
  gone: File[];
  /** The paths of which nothing stands any more. */
  leftOut: string[];
  /** The paths between whose versions somebody still has to choose. */
  open: string[];
}

/** What becomes of the files that stand. Paths that differ only in capitals are one path. */
export function outcomeOf<File extends ModelFile>(standing: File[], choice: Choice<File>): Outcome<File> {
  const stayingOf: Staying<File> = "files" in choice ? ofUpload(choice.files) : ofFiles(choice);
  const outcome: Outcome<File> = { files: [], putAside: [], gone: [], leftOut: [], open: [] };
  for (const [name, versions] of byPath(standing)) {
    const staying = stayingOf(versions, name);
    for (const file of staying) outcome.files.push(file);
    if (isContested(staying)) outcome.open.push(versions[0]!.path);
    if (staying === versions) continue;
    for (const file of versions) {
      if (staying.some((one) => isSame(one, file))) continue;
      outcome.putAside.push(file);
      const isFirst = versions.find(({ sha256 }) => sha256 === file.sha256) === file;
      if (isFirst && !staying.some(({ sha256 }) => sha256 === file.sha256)) outcome.gone.push(file);
    }
    if (staying.length === 0) outcome.leftOut.push(versions[0]!.path);
  }
  return "files" in choice ? { ...outcome, files: choice.files, open: [] } : outcome;
}

const isSame = (one: ModelFile, other: ModelFile) =>
  one.uploadBatchId === other.uploadBatchId && one.path === other.path;

/** Which versions of a path stay; the very same list where all do. */
type Staying<File> = (versions: File[], name: string) => File[];

function ofUpload<File extends ModelFile>(files: File[]): Staying<File> {
  const own = byPath(files);
  return (_, name) => own.get(name) ?? [];
}

const ofFiles =
  <File extends ModelFile>({ kept, leftOut }: Chosen): Staying<File> =>
  (versions) => {
    if (versions.some(({ uploadId }) => leftOut.has(uploadId))) return [];
    const chosen = versions.filter(({ uploadId }) => kept.has(uploadId));
    return chosen.length > 0 ? chosen : versions;
  };

const isContested = (versions: ModelFile[]) => versions.some(({ sha256 }) => sha256 !== versions[0]!.sha256);

/** The model that these files are: each path once, as the newest of the uploads that agree on it brought it. */
export const modelOf = <File extends ModelFile>(files: File[]): File[] =>
  [...byPath(files).values()]
    .map((versions) => versions.reduce((one, other) => (isNewer(other, one) ? other : one)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

/** A file about which somebody is asked: which of its versions stays, or whether it does. */
export interface AskedFile<File> {
  path: string;
  /** Of each content the newest, and the newest of them first. */
  versions: File[];
  /** Uploads contradict one another; or the newest leaves out what older ones brought; or it alone brought it. */
  why: "contested" | "left out" | "added";
  /** The newest upload, or one of those that contradict one another, does not hold it: leaving it out is a choice. */
  mayBeLeftOut: boolean;
}

/**
 * The files about which the uploads that stand do not agree, by path: those that differ, those that the newest leaves
 * out, and those that it alone brought.
 *
 * @param uploads the ids of the uploads that stand, the newest first
 */
export function askedFiles<File extends ModelFile>(standing: File[], uploads: string[]): AskedFile<File>[] {
  const asked = [...byPath(standing).values()].flatMap((held): AskedFile<File>[] => {
    const holders = new Set(held.map(({ uploadBatchId }) => uploadBatchId));
    const why = whyAsked(held, holders, uploads);
    if (!why) return [];
    const newestFirst = held.toSorted((a, b) => (isNewer(a, b) ? -1 : 1));
    const versions = newestFirst.filter(
      ({ sha256 }, at) => newestFirst.findIndex((one) => one.sha256 === sha256) === at,
    );
    return [{ path: held[0]!.path, versions, why, mayBeLeftOut: uploads.some((id) => !holders.has(id)) }];
  });
  return asked.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function whyAsked(
  held: ModelFile[],
  holders: Set<string>,
  [newest = "", ...older]: string[],
): AskedFile<ModelFile>["why"] | undefined {
  if (isContested(held)) return "contested";
  if (!holders.has(newest)) return "left out";
  return older.length > 0 && holders.size === 1 ? "added" : undefined;
}

/** Of a list that is asked about again and again, the groups are kept as long as it is. */
const groups = new WeakMap<ModelFile[], Map<string, ModelFile[]>>();

function byPath<File extends ModelFile>(files: File[]): Map<string, File[]> {
  const known = groups.get(files) as Map<string, File[]> | undefined;
  if (known) return known;
  const made = new Map<string, File[]>();
  // Thirty versions spell a path alike: it is folded once.
  for (const [path, versions] of groupBy(files, (file) => file.path)) {
    const name = folded(path);
    const others = made.get(name);
    made.set(name, others ? [...others, ...versions] : versions);
  }
  groups.set(files, made);
  return made;
}

/** Ids grow: the longer or larger one came later. */
const isNewer = ({ uploadId: a }: ModelFile, { uploadId: b }: ModelFile) =>
  a.length > b.length || (a.length === b.length && a > b);
