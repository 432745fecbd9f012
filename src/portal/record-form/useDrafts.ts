import { useCallback, useEffect, useState } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { draftLocks, draftStore, type Draft } from "../providers/drafts.ts";
import { session } from "../providers/session.ts";
import { hasUnsavedChanges, type DraftNotice } from "./recordFormStore.ts";

/**
 * The drafts of a form, newest first, without those that are open somewhere.
 *
 * @param formId the record's id, or "new"
 * @param savedValues drafts without changes to these are deleted
 */
export function useDrafts(formId: string, savedValues: JsonObject, onNotice: (notice: DraftNotice) => void) {
  const [saved] = useState(savedValues);
  const [username] = useState(() => session.getAccount()?.username ?? "");
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [unlockedIds] = useState(() => new Set<string>());

  const refresh = useCallback(() => {
    const unlocked = draftStore.list(username, formId).filter(({ id }) => unlockedIds.has(id));
    unlocked
      .filter((draft) => !hasUnsavedChanges(draft, saved))
      .forEach(({ id }) => draftStore.discard(username, formId, id));
    setDrafts(unlocked.filter((draft) => hasUnsavedChanges(draft, saved)));
  }, [username, formId, saved, unlockedIds]);
  const offerDraft = useCallback(
    (id: string) => {
      unlockedIds.add(id);
      refresh();
    },
    [unlockedIds, refresh],
  );
  const removeDraft = ({ id }: Draft) => {
    draftStore.discard(username, formId, id);
    refresh();
  };
  const discardDraft = (draft: Draft) => {
    removeDraft(draft);
    const undo = () => {
      draftStore.save(username, formId, draft);
      refresh();
      onNotice({ id: `${draft.id} restored`, message: "Your unsaved changes are available again." });
    };
    onNotice({ id: draft.id, message: "Your unsaved changes were discarded.", undo });
  };

  useEffect(() => {
    const cancelWaits = draftStore
      .list(username, formId)
      .map(({ id }) => draftLocks.runWhenFree(id, () => offerDraft(id)));
    // Another tab may restore or discard drafts.
    window.addEventListener("storage", refresh);
    return () => {
      cancelWaits.forEach((cancel) => cancel());
      window.removeEventListener("storage", refresh);
    };
  }, [username, formId, offerDraft, refresh]);

  return { drafts, offerDraft, removeDraft, discardDraft };
}
