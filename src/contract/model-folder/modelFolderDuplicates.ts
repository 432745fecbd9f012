import { folded, type FolderEntry } from "./modelFolderEntry.ts";
import { fault, quoted, shortened, type Finding } from "./modelFolderFinding.ts";
import { modelFolderTexts as texts, said } from "./modelFolderTexts.ts";
import { foldersOf, parentOf } from "./modelFolderTree.ts";

/**
 * Faults of entries that would overwrite one another when unpacked: the same file twice, a file where a folder is,
 * and names in one folder that differ only in capitals.
 */
export function duplicateFaults(entries: FolderEntry[]): Finding[] {
  const files = entries.filter(({ isDirectory }) => !isDirectory).map(({ path }) => ({ path, isFile: true }));
  const folders = [...foldersOf(entries)].map((path) => ({ path, isFile: false }));
  const seen = new Map<string, { path: string; isFile: boolean }>();
  const faults = new Map<string, Finding>();
  for (const node of [...folders, ...files]) {
    const parent = parentOf(node.path);
    const key = parent + folded(node.path.slice(parent.length));
    const first = seen.get(key);
    if (first) faults.set(node.path, fault(clash(first, node), node.path));
    else seen.set(key, node);
  }
  return shortened([...faults.values()]);
}

function clash(first: { path: string; isFile: boolean }, second: { path: string }): string {
  const slots = { entry: quoted(second.path), other: quoted(first.path) };
  if (first.path !== second.path) return said(texts.onlyCapitals, slots);
  return said(first.isFile ? texts.twice : texts.fileAndFolder, slots);
}
