import { useCallback } from "react";
import { useStore } from "react-admin";
import type { UploadConflict } from "../../contract/generated/entities.ts";

/**
 * The conflicts whose banner the user has put away, remembered in this browser. A banner comes back when a version
 * arrives that was not there before; that some were resolved brings nothing back.
 */
export function useDismissals() {
  const [dismissed, setDismissed] = useStore<Record<string, string[]>>("records.dismissedConflicts", {});
  const hasBanner = useCallback(
    (recordId: string, conflicts: UploadConflict[] = []) => {
      const known = dismissed[recordId] ?? [];
      return conflicts.some(({ uploadId }) => !known.includes(uploadId));
    },
    [dismissed],
  );
  const dismiss = (recordId: string, conflicts: UploadConflict[]) =>
    setDismissed((earlier) => ({ ...earlier, [recordId]: conflicts.map(({ uploadId }) => uploadId) }));
  return { hasBanner, dismiss };
}
