import type { RememberedFile } from "./uploadStorage.ts";
import type { TaskMember } from "./uploadTask.ts";

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
export function addChecksums(members: TaskMember[], before: RememberedFile[]): TaskMember[] {
  const known = new Map(before.map((file) => [file.path, file]));
  return members.map((member) => {
    const file = known.get(member.path);
    const isSame = file?.size === member.size && file.modified === member.modified;
    return isSame && file.crc32 !== undefined ? { ...member, crc32: file.crc32 } : member;
  });
}
