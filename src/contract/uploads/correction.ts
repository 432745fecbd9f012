import { folded } from "../model-folder/modelFolderEntry.ts";

/** A version of the model that an upload corrects, with all it holds, and what of that is to go. */
export interface Corrected<Entry extends { path: string }> {
  /** Its files and folders by their paths inside the model. */
  entries: Entry[];
  /** Paths inside the model; that of a folder stands for all in it. */
  leftOut: string[];
}

/**
 * What a correction takes over from the version it corrects: all that its zip does not bring anew and that is not to
 * go. A geodatabase is one thing, in a folder or zipped: a file of it brings it whole, a folder only itself. Paths that
 * differ only in capitals are one.
 *
 * @param files the files of the zip, by paths inside the model
 * @param folders the folders that it lists, likewise
 */
export function takenOver<Entry extends { path: string; kind?: "file" | "directory" }>(
  { entries, leftOut }: Corrected<Entry>,
  files: string[],
  folders: string[] = [],
): Entry[] {
  const anew = new Set(files.map(unitOf));
  const listed = new Set(folders.map(folded));
  const gone = new Set(leftOut.map(folded));
  return entries.filter(
    ({ path, kind }) =>
      !anew.has(unitOf(path)) &&
      !(kind === "directory" && listed.has(folded(path))) &&
      !isAmong(folded(path), gone),
  );
}

/** What is replaced together with a file: itself, or the geodatabase that it is a part of. */
export function unitOf(path: string): string {
  const name = folded(path);
  return /^.*?\.gdb(?=\/|\.zip$|$)/.exec(name)?.[0] ?? name;
}

/** Whether a path or a folder above it is among these. */
function isAmong(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
    if (paths.has(path.slice(0, end))) return true;
  return false;
}
