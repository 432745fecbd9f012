import { folded } from "../model-folder/modelFolderEntry.ts";

/** One file of an upload; its content is known by its hash. */
export interface UploadedFile {
  path: string;
  size: number;
  sha256: string;
}

/** What became of a file from one upload to another. */
export type Difference = "changed" | "new" | "gone" | "same";

/** One file as two uploads hold it. */
export interface ComparedFile {
  path: string;
  difference: Difference;
  /** Bytes in the upload looked at; undefined where it does not hold the file. */
  size?: number;
  /** Bytes in the upload it is compared with. */
  otherSize?: number;
}

/**
 * What an upload's files are beside another's, by path: `new` where only the upload holds the file, `gone` where only
 * the other does, `changed` where their hashes differ and `same` where they do not. Paths that differ only in capitals
 * are one path.
 */
export function compareUploads(files: UploadedFile[], others: UploadedFile[]): ComparedFile[] {
  const left = new Map(others.map((file) => [folded(file.path), file]));
  const compared = files.map(({ path, size, sha256 }): ComparedFile => {
    const name = folded(path);
    const other = left.get(name);
    if (!other) return { path, size, difference: "new" };
    left.delete(name);
    return { path, size, otherSize: other.size, difference: other.sha256 === sha256 ? "same" : "changed" };
  });
  for (const { path, size } of left.values()) compared.push({ path, otherSize: size, difference: "gone" });
  return compared.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
