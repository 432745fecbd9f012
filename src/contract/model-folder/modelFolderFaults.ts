import { takenOver, type Corrected } from "../uploads/correction.ts";
import { metadataFileName, modelRootName } from "./modelFolder.ts";
import { archiveWarnings, contentFaults, duplicateFaults } from "./modelFolderContents.ts";
import { isJunk, withoutEndSlashes, type FolderEntry } from "./modelFolderEntry.ts";
import { quoted, type Finding } from "./modelFolderFinding.ts";
import {
  DEFAULT_LIMITS,
  hasTooManyEntries,
  limitFaults,
  pathFaults,
  pathWarnings,
  tooManyEntries,
  type FolderLimits,
} from "./modelFolderPaths.ts";
import { modelFolderTexts as texts, said } from "./modelFolderTexts.ts";
import { findRoot, type RootSearch } from "./modelFolderRoot.ts";

/** The record an upload belongs to, as far as its folder's names depend on it. */
export interface ExpectedModel {
  /** The model's 12-digit identifier. */
  identifier: string;
  /** The model's name. */
  title: string;
  recordId: string;
  /** The version that the zip only corrects: what is taken over from it counts as if the zip held it. */
  corrected?: Corrected<VersionEntry> | undefined;
}

/** One file or folder of a version, by its path inside the model. */
export interface VersionEntry {
  path: string;
  kind: "file" | "directory";
  size: number;
}

/**
 * All that is wrong with the listed contents of a model's zip, everything at once, so that the vendor zips again one
 * time only. Faults stop the upload, warnings do not. What macOS and Windows leave behind is not looked at, except
 * for the limits. A zip without faults holds one root folder with the required folders, the coverage geodatabase and
 * the record's metadata file, and every path in it is safe to unpack; of a correction that is true of the version that
 * comes of it.
 */
export function findFaults(
  entries: FolderEntry[],
  expected: ExpectedModel,
  limits: FolderLimits = DEFAULT_LIMITS,
): Finding[] {
  const overLimit = limitFaults(entries, limits);
  if (hasTooManyEntries(entries, limits)) return overLimit;
  const own = entries.filter(({ path }) => !isJunk(path));
  const unsafe = pathFaults(own, limits);
  const placed = placedEntries(own);
  const isLost = own.length > 0 && placed.length === 0;
  const root: RootSearch = isLost
    ? { faults: [] }
    : findRoot(placed, modelRootName(expected.identifier, expected.title));
  const taken = takenEntries(placed, root.base, expected);
  if (taken.length > 0 && hasTooManyEntries([...own, ...taken], limits))
    return [...overLimit, tooManyEntries(limits.entries)];
  const inside = root.base === undefined ? [] : contentFaults([...placed, ...taken], root.base, expected);
  return [
    ...overLimit,
    ...unsafe,
    ...duplicateFaults([...own, ...taken]).map((found) => tellingOfTaken(found, own, taken)),
    ...root.faults,
    ...inside,
    ...pathWarnings(own),
    ...archiveWarnings(placed, root.base ?? "", expected.identifier),
  ];
}

/**
 * What a correction takes over, as if it lay in the zip's root folder. Never the metadata file: every zip says which
 * record it is of.
 */
function takenEntries(
  placed: FolderEntry[],
  base: string | undefined,
  { corrected, recordId }: ExpectedModel,
): FolderEntry[] {
  if (!corrected || base === undefined) return [];
  const brought = (isFolder: boolean) =>
    placed
      .filter(({ path, isDirectory }) => path.startsWith(base) && isDirectory === isFolder)
      .map(({ path }) => withoutEndSlashes(path.slice(base.length)));
  const files = [metadataFileName(recordId), ...brought(false)];
  return takenOver(corrected, files, brought(true)).map(({ path, kind, size }) => {
    return { path: base + path, isDirectory: kind === "directory", size, compressedSize: size };
  });
}

/** A finding about what only the corrected version holds: in the zip, there is nothing to rename or remove. */
function tellingOfTaken(found: Finding, own: FolderEntry[], taken: FolderEntry[]): Finding {
  const isIn = ({ path }: FolderEntry) => `${path}/`.startsWith(`${found.entry}/`);
  if (!taken.some(isIn) || own.some(isIn)) return found;
  return { ...found, text: `${found.text} ${said(texts.takenOver, { entry: quoted(found.entry!) })}` };
}

/** What can be looked for in its folder: paths that lead elsewhere are left out, backslashes read as they are meant. */
function placedEntries(entries: FolderEntry[]): FolderEntry[] {
  return entries
    .map((entry) => ({ ...entry, path: entry.path.replaceAll("\\", "/") }))
    .filter(({ path }) => !/^(\/|[A-Za-z]:)/.test(path) && !path.split("/").includes(".."));
}
