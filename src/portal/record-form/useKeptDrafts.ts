import { useCallback, useEffect, useState } from "react";
import type { Bag } from "../../contract/schema/fields.ts";
import { draftLocks, draftStore, type Draft } from "../providers/drafts.ts";
import { holdsWork, type Outcome } from "./recordWork.ts";

interface DraftPlace {
  username: string;
  /** The record's id, or "new". */
  form: string;
  /** What is saved: a draft that holds the same is none. */
  opened: Bag;
}

/**
 * What earlier visits left of a form, the newest first. A draft that stands in an open form is none of them.
 *
 * @param tell hears what became of one that was discarded
 */
export function useKeptDrafts({ username, form, opened }: DraftPlace, tell: (outcome: Outcome) => void) {
  const [saved] = useState(opened);
  const [drafts, setDrafts] = useState<Draft[]>([]);
  /** Ids of drafts that this device had no room for: they stand here only. */
  const [unkept] = useState(() => new Set<string>());

  const offer = useCallback(
    (draft: Draft) => {
      const { id } = draft;
      if (!draftStore.read(username, form, id)) unkept.add(id);
      if (!holdsWork(draft, saved)) draftStore.discard(username, form, id);
      else setDrafts((others) => newestFirst([...others.filter((other) => other.id !== id), draft]));
    },
    [username, form, saved, unkept],
  );
  const drop = (id: string) => setDrafts((others) => others.filter((other) => other.id !== id));
  const remove = (id: string) => {
    draftStore.discard(username, form, id);
    drop(id);
  };
  const discard = (draft: Draft) => {
    remove(draft.id);
    const undo = () => {
      draftStore.keep(username, form, draft);
      offer(draft);
      tell({ of: `${draft.id} again`, words: "The unsaved changes are kept again." });
    };
    tell({ of: draft.id, words: "The unsaved changes were discarded.", undo });
  };

  useEffect(() => {
    draftStore.open(username);
    const offerKept = (id: string) => {
      const draft = draftStore.read(username, form, id);
      if (draft) offer(draft);
    };
    const waits = draftStore
      .list(username, form)
      .map(({ id }) => draftLocks.whenFree(id, () => offerKept(id)));
    return () => waits.forEach((end) => end());
  }, [username, form, offer]);

  // What another tab restored or discarded is not there to be offered again.
  useEffect(
    () =>
      draftStore.watch(() =>
        setDrafts((offered) =>
          offered.filter(({ id }) => unkept.has(id) || draftStore.read(username, form, id)),
        ),
      ),
    [username, form, unkept],
  );

  return { drafts, offer, drop, remove, discard };
}

const newestFirst = (drafts: Draft[]) => drafts.toSorted((a, b) => b.keptAt.localeCompare(a.keptAt));
