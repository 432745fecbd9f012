/** One entry of an uploaded zip, as far as the rules for a model folder look at it. */
export interface FolderEntry {
  /** As the zip spells it; a folder's may end with a slash. */
  path: string;
  size: number;
  compressedSize: number;
  isDirectory: boolean;
  /** Unix type and permission bits, where the zip has them. */
  mode?: number;
}

/** What lies directly in a folder of the zip. */
export interface FolderChild {
  name: string;
  isFolder: boolean;
  /** Files in it, at any depth; 1 for a file. */
  files: number;
  size: number;
}

/** The folder in which macOS keeps what zips have no place for. */
const JUNK_FOLDER = "__MACOSX";

/** Files that macOS and Windows put into folders unasked. */
const JUNK_NAMES = [".ds_store", "thumbs.db"];

/** How the names of macOS's companion files begin. */
const JUNK_START = "._";

/** Left behind by macOS and Windows, never part of a model: such entries are neither checked nor extracted. */
export function isJunk(path: string): boolean {
  const segments = segmentsOf(path);
  const name = segments.at(-1)?.toLowerCase() ?? "";
  return segments.includes(JUNK_FOLDER) || JUNK_NAMES.includes(name) || name.startsWith(JUNK_START);
}

/** The names along a path, without the slash a folder's path ends with. */
export function segmentsOf(path: string): string[] {
  return withoutEndSlashes(path).split("/");
}

/** A path without the slashes at its end. Not by a pattern, which would be tried at every slash of a hostile name. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Names are the same when they differ in capitals or in how an accent is stored: Windows and macOS think so too. */
export function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** What lies directly under `base` ("" for the top, else a path ending with a slash), by folded name. */
export function childrenOf(entries: FolderEntry[], base: string): Map<string, FolderChild> {
  const children = new Map<string, FolderChild>();
  for (const entry of entries) {
    if (!entry.path.startsWith(base)) continue;
    const [name = "", ...deeper] = segmentsOf(entry.path.slice(base.length));
    if (name === "") continue;
    const child = children.get(folded(name)) ?? { name, isFolder: false, files: 0, size: 0 };
    child.isFolder ||= entry.isDirectory || deeper.length > 0;
    child.files += entry.isDirectory ? 0 : 1;
    child.size += entry.size;
    children.set(folded(name), child);
  }
  return children;
}

/** The folder, with its slash, in which all paths lie; "" when there is none. */
export function commonRoot(paths: string[]): string {
  const [path = ""] = paths;
  const root = path.slice(0, path.indexOf("/") + 1);
  return paths.every((one) => one.startsWith(root)) ? root : "";
}

/**
 * Every folder of a zip, by its path without a closing slash: those it lists and those only implied by what lies in
 * them, each before what is in it. Gives up beyond `most`, since a small zip can imply millions.
 */
export function foldersOf(entries: { path: string; isDirectory: boolean }[], most = Infinity): Set<string> {
  const folders = new Set<string>();
  for (const { path, isDirectory } of entries) {
    const missing: string[] = [];
    let folder = isDirectory ? withoutEndSlashes(path) : parentOf(path);
    while (folder !== "" && !folders.has(folder)) {
      missing.push(folder);
      folder = parentOf(folder);
    }
    for (const found of missing.reverse()) folders.add(found);
    if (folders.size > most) break;
  }
  return folders;
}

/** The folder a path lies in, "" for the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
