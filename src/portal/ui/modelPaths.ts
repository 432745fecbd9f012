import type { StoredFile } from "../../contract/generated/entities.ts";
import { groupBy } from "../../contract/groupBy.ts";

type PathFields = Pick<StoredFile, "path" | "uploadType" | "uploadBatchId" | "pathInModel">;

export const isFolder = ({ uploadType }: PathFields) => uploadType === "directory";

/**
 * Adds each path inside the model. If the services do not send it, the part above the model's root folder is cut off,
 * which differs between uploads.
 */
export function resolvePathsInModel<File extends PathFields>(files: File[]): { row: File; path: string }[] {
  if (files.every(({ pathInModel }) => pathInModel !== undefined))
    return files.map((row) => ({ row, path: row.pathInModel! }));
  const uploads = groupBy(files, ({ uploadBatchId }) => uploadBatchId);
  return [...uploads.values()].flatMap((rows) => {
    const rootLength = getRootLength(rows);
    return rows.map((row) => ({ row, path: normalizePath(row.path).slice(rootLength) }));
  });
}

export const listModelFilePaths = (files: PathFields[]): string[] =>
  resolvePathsInModel(files).flatMap(({ row, path }) => (isFolder(row) ? [] : [path]));

/**
 * If folders are listed, the deepest shared folder is the model's root folder; otherwise its parent is, so one more
 * part is cut.
 */
function getRootLength(rows: PathFields[]): number {
  let shared: string | undefined;
  for (const row of rows) {
    const path = normalizePath(row.path);
    shared ??= getParentPath(path);
    while (!path.startsWith(shared)) shared = getParentPath(shared.slice(0, -1));
  }
  if (shared === undefined) return 0;
  return (rows.some(isFolder) ? shared : getParentPath(shared.slice(0, -1))).length;
}

export const getParentPath = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

const EXTRA_SLASHES = /^\/|\/\/|\/$/;

/** Removes leading, trailing and double slashes. */
const normalizePath = (path: string) =>
  EXTRA_SLASHES.test(path) ? path.split("/").filter(Boolean).join("/") : path;
