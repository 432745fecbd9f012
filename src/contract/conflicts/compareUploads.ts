import { groupBy } from "../groupBy.ts";
import { caseFold } from "../model-folder/folderEntries.ts";

export interface UploadedFile {
  path: string;
  size: number;
  sha256: string;
}

export type FileChange = "changed" | "new" | "gone" | "same";

export interface ComparedFile {
  path: string;
  change: FileChange;
  size?: number;
  otherSize?: number;
}

/** Compares hashes by path, ignoring case. `new`: only in `files`; `gone`: only in `others`. Sorted by path. */
export function compareUploads(files: UploadedFile[], others: UploadedFile[]): ComparedFile[] {
  const unmatched = new Map(others.map((file) => [caseFold(file.path), file]));
  const compared = files.map(({ path, size, sha256 }): ComparedFile => {
    const name = caseFold(path);
    const other = unmatched.get(name);
    if (!other) return { path, size, change: "new" };
    unmatched.delete(name);
    return { path, size, otherSize: other.size, change: other.sha256 === sha256 ? "same" : "changed" };
  });
  for (const { path, size } of unmatched.values()) compared.push({ path, otherSize: size, change: "gone" });
  return compared.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

export interface KindChanges {
  /** Such as "geometry"; without a known kind, the folder at the top of the model. */
  kind: string;
  files: ComparedFile[];
}

/** The changed files by kind. `kindByPath` names the kinds that the model report knows. */
export function groupChangesByKind(
  compared: ComparedFile[],
  kindByPath: ReadonlyMap<string, string>,
): KindChanges[] {
  const changed = compared.filter(({ change }) => change !== "same");
  const byKind = groupBy(changed, ({ path }) => kindByPath.get(path) ?? nameTopFolder(path));
  return [...byKind].map(([kind, files]) => ({ kind, files })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

function nameTopFolder(path: string): string {
  const end = path.indexOf("/");
  return end < 0 ? "other files" : `other files in ${path.slice(0, end)}`;
}
