import { caseFold, getParentPath, isSystemFile, splitPath, type FolderEntry } from "./folderEntries.ts";
import { isCoverageName, parseModelFolderName } from "./modelFolderNames.ts";

/** What a chosen folder adds to the report of its model files. */
export interface FolderFacts {
  /** Undefined if no folder with a model's name holds all files. */
  name?: string | undefined;
  /** A geodatabase, which is a folder, or its zip. */
  coveragePath?: string | undefined;
}

export function readFolderFacts(entries: FolderEntry[]): FolderFacts {
  const paths = entries
    .filter(({ path, isDirectory }) => !isDirectory && !isSystemFile(path))
    .map(({ path }) => toSlashes(path));
  return { name: findModelFolderName(paths), coveragePath: findCoveragePath(paths) };
}

/** Windows programs write backslashes into zips. */
export const toSlashes = (path: string) => path.replaceAll("\\", "/");

/** The chosen folder or zip can hold the model's folder. */
function findModelFolderName(paths: string[]): string | undefined {
  const folders = splitPath(getParentPath(paths[0] ?? ""));
  const depth = folders.findIndex((name) => parseModelFolderName(name) !== undefined);
  const root = `${folders.slice(0, depth + 1).join("/")}/`;
  return depth >= 0 && paths.every((path) => path.startsWith(root)) ? folders[depth] : undefined;
}

/** The shallowest one. Undefined if several are equally deep: any of them can be the right one. */
function findCoveragePath(paths: string[]): string | undefined {
  const found = paths.flatMap((path) => {
    const names = splitPath(path);
    const depth = names.findIndex((name) => isCoverageName(name));
    return depth < 0 ? [] : { depth, path: names.slice(0, depth + 1).join("/") };
  });
  const minDepth = found.reduce((min, { depth }) => Math.min(min, depth), Infinity);
  const shallowest = new Set(found.flatMap(({ depth, path }) => (depth === minDepth ? path : [])));
  const folded = new Set([...shallowest].map(caseFold));
  const hasZip = (path: string) => folded.has(`${caseFold(path)}.zip`);
  const [only, ...others] = [...shallowest].filter((path) => !hasZip(path));
  return others.length === 0 ? only : undefined;
}
