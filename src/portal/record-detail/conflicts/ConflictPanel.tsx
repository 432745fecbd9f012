import { isUploadable } from "../../../contract/status.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { SteadyPlace } from "../../ui/SteadyPlace.tsx";
import { ConflictCard } from "./ConflictCard.tsx";
import { ResolvedNote } from "./ResolvedNote.tsx";
import { useRecordConflicts } from "./useRecordConflicts.ts";
import { useResolution } from "./useResolution.ts";

/**
 * The files of which several uploads brought different versions, and the choice between them; nothing while there are
 * none. Only the record's vendor chooses, and only until the agency has decided.
 */
export function ConflictPanel({ record, isOwn }: { record: RecordRow; isOwn: boolean }) {
  const { data: found } = useRecordConflicts(record.id);
  const conflicts = found ?? [];
  const resolution = useResolution(record.id);
  const isThere = conflicts.length > 0;
  return (
    <>
      <SteadyPlace of={found} />
      {resolution.made !== undefined && <ResolvedNote resolution={resolution} summary={resolution.made} />}
      {isThere && (
        <ConflictCard
          recordId={record.id}
          conflicts={conflicts}
          resolution={resolution}
          refusal={refusalOf(isOwn, isUploadable(record.statusInfo.status))}
        />
      )}
    </>
  );
}

/** Why nothing can be chosen here; undefined where it can. */
function refusalOf(isOwn: boolean, isOpen: boolean): string | undefined {
  if (!isOwn) return "Only the record's vendor can choose between them.";
  return isOpen
    ? undefined
    : "The agency has decided about this record; its uploads can no longer be changed.";
}
