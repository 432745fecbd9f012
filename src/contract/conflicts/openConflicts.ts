import type { UploadConflict } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";

/**
 * By record id. A conflict is open when two or more versions of different uploads share a conflict number. Archived
 * versions are ignored.
 */
export function groupOpenConflictsByRecord(conflicts: UploadConflict[]): Map<string, UploadConflict[]> {
  const byRecord = groupBy(
    conflicts.filter(({ archived }) => !archived),
    ({ recordId }) => recordId,
  );
  const openConflicts = [...byRecord].map(([recordId, versions]): [string, UploadConflict[]] => {
    const versionsByNumber = groupBy(versions, ({ conflictNumber }) => conflictNumber);
    return [
      recordId,
      versions.filter(({ conflictNumber }) => hasConflict(versionsByNumber.get(conflictNumber) ?? [])),
    ];
  });
  return new Map(openConflicts.filter(([, versions]) => versions.length > 0));
}

const hasConflict = (versions: UploadConflict[]) =>
  versions.length > 1 && new Set(versions.map(({ uploadBatchId }) => uploadBatchId)).size > 1;
