import type { UploadConflict } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";

/** A conflict is open when versions of different uploads, none of them archived, share a conflict number. */
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
