import { modelRootName } from "./modelFolder.ts";
import { archiveWarnings } from "./modelFolderArchives.ts";
import { contentFaults } from "./modelFolderContents.ts";
import { duplicateFaults } from "./modelFolderDuplicates.ts";
import { isJunk, type FolderEntry } from "./modelFolderEntry.ts";
import type { Finding } from "./modelFolderFinding.ts";
import { DEFAULT_LIMITS, hasTooManyEntries, limitFaults, type FolderLimits } from "./modelFolderLimits.ts";
import { pathFaults, pathWarnings } from "./modelFolderPaths.ts";
import { findRoot, type RootSearch } from "./modelFolderRoot.ts";

/** The record an upload belongs to, as far as its folder's names depend on it. */
export interface ExpectedModel {
  /** The model's 12-digit identifier. */
  identifier: string;
  /** The model's name. */
  title: string;
  recordId: string;
}

/**
 * All that is wrong with the listed contents of a model's zip, everything at once, so that the vendor zips again one
 * time only. Faults stop the upload, warnings do not. What macOS and Windows leave behind is not looked at, except
 * for the limits. A zip without faults holds one root folder with the required folders, the coverage geodatabase and
 * the record's metadata file, and every path in it is safe to unpack.
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
  const inside = root.base === undefined ? [] : contentFaults(placed, root.base, expected);
  return [
    ...overLimit,
    ...unsafe,
    ...duplicateFaults(own),
    ...root.faults,
    ...inside,
    ...pathWarnings(own),
    ...archiveWarnings(placed, root.base ?? "", expected.identifier),
  ];
}

/** What can be looked for in its folder: paths that lead elsewhere are left out, backslashes read as they are meant. */
function placedEntries(entries: FolderEntry[]): FolderEntry[] {
  return entries
    .map((entry) => ({ ...entry, path: entry.path.replaceAll("\\", "/") }))
    .filter(({ path }) => !/^(\/|[A-Za-z]:)/.test(path) && !path.split("/").includes(".."));
}
