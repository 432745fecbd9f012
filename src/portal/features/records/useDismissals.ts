import { useStore } from "react-admin";
import type { UploadConflict } from "../../../contract/generated/entities.ts";

/** What tells one set of conflicting versions from another: a new upload makes a new set. */
const signatureOf = (conflicts: UploadConflict[]) =>
  conflicts
    .map(({ uploadId }) => uploadId)
    .toSorted()
    .join(" ");

/** The conflicts whose banner the user has put away, remembered in this browser until other versions arrive. */
export function useDismissals() {
  const [dismissed, setDismissed] = useStore<Record<string, string>>("records.dismissedConflicts", {});
  return {
    isDismissed: (recordId: string, conflicts: UploadConflict[]) =>
      dismissed[recordId] === signatureOf(conflicts),
    dismiss: (recordId: string, conflicts: UploadConflict[]) =>
      setDismissed({ ...dismissed, [recordId]: signatureOf(conflicts) }),
  };
}
