/** A file as it was when the upload started. */
export interface RememberedFile {
  /** In the zip, or the name of a chosen zip. */
  path: string;
  size: number;
  modified: number;
  crc32?: number | undefined;
  /** The computer did not let the browser open it, and the vendor chose to upload without it. Size and time are 0. */
  isDenied?: boolean;
}

/** A list of `RememberedFile`. To the page it is one text: copying an object for each file would block it. */
export type RememberedFilesJson = string;

/** Paths of files that are new, missing, or differ in size or time from those of an interrupted upload. */
export function listChangedPaths(before: RememberedFile[], now: RememberedFile[]): string[] {
  const known = new Map(before.map((file) => [file.path, file]));
  const changed = now.filter(({ path, size, modified }) => {
    const file = known.get(path);
    known.delete(path);
    return file?.size !== size || file.modified !== modified;
  });
  return [...changed.map(({ path }) => path), ...known.keys()].sort();
}

export const listDeniedPaths = (files: RememberedFile[]): string[] =>
  files.flatMap(({ path, isDenied }) => (isDenied ? [path] : []));

/** Adds the checksums of an earlier run to files that have the same size and time. */
export function addChecksums<File extends RememberedFile>(files: File[], before: RememberedFile[]): File[] {
  const known = new Map(before.map((file) => [file.path, file]));
  return files.map((file) => {
    const earlier = known.get(file.path);
    const isSame = earlier?.size === file.size && earlier.modified === file.modified;
    return isSame && earlier.crc32 !== undefined ? { ...file, crc32: earlier.crc32 } : file;
  });
}
