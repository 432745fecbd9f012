import type { StoredFile } from "../../contract/generated/entities.ts";
import { groupBy } from "../../contract/groupBy.ts";

/** What says where a file or folder of a model lies. */
type Placed = Pick<StoredFile, "path" | "uploadType" | "uploadBatchId" | "pathInModel">;

export const isFolder = ({ uploadType }: Placed) => uploadType === "directory";

/**
 * Files and folders with their paths inside the model, as the services say; else without what they put above the
 * model's own folder, which differs from upload to upload.
 */
export function insideModel<File extends Placed>(files: File[]): { row: File; path: string }[] {
  if (files.every(({ pathInModel }) => pathInModel !== undefined))
    return files.map((row) => ({ row, path: row.pathInModel! }));
  const uploads = groupBy(files, ({ uploadBatchId }) => uploadBatchId);
  return [...uploads.values()].flatMap((rows) => {
    const above = lengthAbove(rows);
    return rows.map((row) => ({ row, path: tidy(row.path).slice(above) }));
  });
}

/** The paths of files inside the model, without its folders. */
export const filePaths = (files: Placed[]): string[] =>
  insideModel(files).flatMap(({ row, path }) => (isFolder(row) ? [] : [path]));

/**
 * How much of every path of one upload stands above the model's own folder. Where folders are listed themselves, the
 * model's own is among them; else it is the last one that all files share.
 */
function lengthAbove(rows: Placed[]): number {
  let shared: string | undefined;
  for (const row of rows) {
    const path = tidy(row.path);
    shared ??= parentOf(path);
    while (!path.startsWith(shared)) shared = parentOf(shared.slice(0, -1));
  }
  if (shared === undefined) return 0;
  return (rows.some(isFolder) ? shared : parentOf(shared.slice(0, -1))).length;
}

/** What of a path leads to its last part, with the slash. */
export const parentOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

const UNTIDY = /^\/|\/\/|\/$/;

/** A path without slashes at its ends or beside one another. */
const tidy = (path: string) => (UNTIDY.test(path) ? path.split("/").filter(Boolean).join("/") : path);
