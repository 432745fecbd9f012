import { getParentPath, isSystemFile, splitPath, type FolderEntry } from "./folderEntries.ts";
import { parseModelFolderName } from "./modelFolderNames.ts";

/** What a chosen folder adds to the report of its model files. */
export interface FolderFacts {
  /** Undefined if no folder with a model's name holds all files. */
  name?: string | undefined;
}

export function readFolderFacts(entries: FolderEntry[]): FolderFacts {
  const paths = entries
    .filter(({ path, isDirectory }) => !isDirectory && !isSystemFile(path))
    .map(({ path }) => path.replaceAll("\\", "/"));
  return { name: findModelFolderName(paths) };
}

/** The chosen folder or zip can hold the model's folder. */
function findModelFolderName(paths: string[]): string | undefined {
  const folders = splitPath(getParentPath(paths[0] ?? ""));
  const depth = folders.findIndex((name) => parseModelFolderName(name) !== undefined);
  const root = `${folders.slice(0, depth + 1).join("/")}/`;
  return depth >= 0 && paths.every((path) => path.startsWith(root)) ? folders[depth] : undefined;
}
