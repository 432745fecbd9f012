import { useCallback, useEffect, useState } from "react";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { draftLocks, draftStore, type Draft } from "../providers/drafts.ts";
import { session } from "../providers/session.ts";
import { holdsWork, type Outcome } from "./recordWork.ts";

/**
 * What earlier visits left of a form, the newest first. A draft that stands in an open form is none of them.
 *
 * @param form the record's id, or "new"
 * @param opened what is saved: a draft that holds the same is none
 * @param tell hears what became of one that was discarded
 */
export function useKeptDrafts(form: string, opened: JsonObject, tell: (outcome: Outcome) => void) {
  const [saved] = useState(opened);
  const [username] = useState(() => session.current()?.username ?? "");
  const [drafts, setDrafts] = useState<Draft[]>([]);
  /** Ids of those that no open form holds. */
  const [free] = useState(() => new Set<string>());

  const look = useCallback(() => {
    const left = draftStore.list(username, form).filter(({ id }) => free.has(id));
    left
      .filter((draft) => !holdsWork(draft, saved))
      .forEach(({ id }) => draftStore.discard(username, form, id));
    setDrafts(left.filter((draft) => holdsWork(draft, saved)));
  }, [username, form, saved, free]);
  const offer = useCallback(
    (id: string) => {
      free.add(id);
      look();
    },
    [free, look],
  );
  const remove = ({ id }: Draft) => {
    draftStore.discard(username, form, id);
    look();
  };
  const discard = (draft: Draft) => {
    remove(draft);
    const undo = () => {
      draftStore.keep(username, form, draft);
      look();
      tell({ of: `${draft.id} again`, words: "The unsaved changes are kept again." });
    };
    tell({ of: draft.id, words: "The unsaved changes were discarded.", undo });
  };

  useEffect(() => {
    const waits = draftStore.list(username, form).map(({ id }) => draftLocks.whenFree(id, () => offer(id)));
    // What another tab restored or discarded is not there to be offered again.
    window.addEventListener("storage", look);
    return () => {
      waits.forEach((end) => end());
      window.removeEventListener("storage", look);
    };
  }, [username, form, offer, look]);

  return { drafts, offer, remove, discard };
}
