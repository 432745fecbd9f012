import type { UploadConflict } from "../generated/entities.ts";
import { groupBy } from "../groupBy.ts";

/**
 * The conflicts users are told of, by record id. A record is flagged only when its versions come from different
 * upload batches and two or more share a conflict number; archived versions are ignored.
 */
export function flaggedConflicts(conflicts: UploadConflict[]): Map<string, UploadConflict[]> {
  const byRecord = groupBy(
    conflicts.filter(({ archived }) => !archived),
    ({ recordId }) => recordId,
  );
  const flagged = [...byRecord].map(([recordId, versions]): [string, UploadConflict[]] => {
    const numbers = groupBy(versions, ({ conflictNumber }) => conflictNumber);
    return [
      recordId,
      versions.filter(({ conflictNumber }) => isContested(numbers.get(conflictNumber) ?? [])),
    ];
  });
  return new Map(flagged.filter(([, versions]) => versions.length > 0));
}

const isContested = (versions: UploadConflict[]) =>
  versions.length > 1 && new Set(versions.map(({ uploadBatchId }) => uploadBatchId)).size > 1;
