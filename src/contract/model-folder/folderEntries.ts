export interface FolderEntry {
  path: string;
  size: number;
  compressedSize: number;
  isDirectory: boolean;
  /** Unix type and permission bits, if the zip has them. */
  mode?: number;
}

export interface FolderChild {
  name: string;
  isFolder: boolean;
  /** At any depth; 1 for a file. */
  fileCount: number;
  size: number;
}

const SYSTEM_FOLDER = "__MACOSX";

const SYSTEM_FILE_NAMES = [".ds_store", "thumbs.db"];

const SYSTEM_FILE_PREFIX = "._";

/** Files that macOS and Windows create. They are neither checked nor extracted. */
export function isSystemFile(path: string): boolean {
  const name = getFileName(path).toLowerCase();
  return (
    SYSTEM_FILE_NAMES.includes(name) ||
    name.startsWith(SYSTEM_FILE_PREFIX) ||
    // Splitting every path of a large model takes long.
    (path.includes(SYSTEM_FOLDER) && splitPath(path).includes(SYSTEM_FOLDER))
  );
}

export function getFileName(path: string): string {
  const trimmed = trimTrailingSlashes(path);
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

export function splitPath(path: string): string[] {
  return trimTrailingSlashes(path).split("/");
}

/** A loop, not a regular expression: a hostile name with many slashes would take quadratic time. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Windows and macOS treat names as equal that differ only in case or in accent encoding. */
export function caseFold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** Direct children by case-folded name. `basePath` is "" for the top level, else it ends with a slash. */
export function listChildren(entries: FolderEntry[], basePath: string): Map<string, FolderChild> {
  const children = new Map<string, FolderChild>();
  for (const entry of entries) {
    if (!entry.path.startsWith(basePath)) continue;
    const path = trimTrailingSlashes(entry.path.slice(basePath.length));
    const [name = ""] = path.split("/", 1);
    if (name === "") continue;
    const key = caseFold(name);
    const child = children.get(key) ?? { name, isFolder: false, fileCount: 0, size: 0 };
    child.isFolder ||= entry.isDirectory || name.length < path.length;
    child.fileCount += entry.isDirectory ? 0 : 1;
    child.size += entry.size;
    children.set(key, child);
  }
  return children;
}

/** Ends with a slash; "" without a common top folder. */
export function findCommonRoot(paths: string[]): string {
  const [path = ""] = paths;
  const root = path.slice(0, path.indexOf("/") + 1);
  return paths.every((one) => one.startsWith(root)) ? root : "";
}

/** Listed and implied folders, parents first. Stops after `maxFolders`: a small zip can imply millions. */
export function listFolders(
  entries: { path: string; isDirectory: boolean }[],
  maxFolders = Infinity,
): Set<string> {
  const folders = new Set<string>();
  for (const { path, isDirectory } of entries) {
    const missing: string[] = [];
    let folder = isDirectory ? trimTrailingSlashes(path) : getParentPath(path);
    while (folder !== "" && !folders.has(folder)) {
      missing.push(folder);
      folder = getParentPath(folder);
    }
    for (const found of missing.reverse()) folders.add(found);
    if (folders.size > maxFolders) break;
  }
  return folders;
}

export function getParentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
