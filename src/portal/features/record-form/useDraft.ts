import { useCallback, useEffect, useMemo } from "react";
import type { Bag } from "../../../contract/fields.ts";
import { draftStore, type Draft, type DraftContent } from "../../providers/draftStore.ts";
import { session } from "../../providers/session.ts";
import { useKeptDrafts } from "./useKeptDrafts.ts";
import { useOwnDraft, type OwnDraftPlace } from "./useOwnDraft.ts";

interface WatchedDraftPlace extends OwnDraftPlace {
  /** Makes the form hand over what is typed and not yet told, when the page may be about to end. */
  collect: () => void;
}

/**
 * Keeps what is typed on this device until it is saved, under an id of this opening of the form, and offers what
 * earlier visits left.
 */
export function useDraft({ username, form, etag, opened, collect }: WatchedDraftPlace) {
  const { drafts, offer, drop, discard } = useKeptDrafts({ username, form, opened });
  const { change, write, end, isFailing } = useOwnDraft({ username, form, opened, etag });

  useEffect(() => {
    const leave = () => {
      collect();
      write();
    };
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", leave);
    const stopWaiting = session.beforeEnd(leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", leave);
      stopWaiting();
    };
  }, [write, collect]);

  const keepContactTexts = useCallback(
    (texts: DraftContent["contactTexts"]) => change({ contactTexts: texts }),
    [change],
  );

  return useMemo(
    () => ({
      offered: drafts,
      /** True when the device does not keep what is typed. */
      isFailing,
      keep: (values: Bag) => change({ values }),
      keepContactTexts,
      /** Kept at once, with the key of a create about to be sent: its answer may never arrive. */
      keepForAttempt(values: Bag, idempotencyKey: string) {
        change({ values, idempotencyKey });
        write();
      },
      /** What this form holds is saved or not wanted. */
      forget: () => end((id) => draftStore.discard(username, form, id)),
      discard,
      /** The offer is taken: what it holds is this form's own now, and what was typed before is offered in its place. */
      restore({ id, ...content }: Draft) {
        collect();
        write();
        end(offer);
        change({ contactTexts: undefined, idempotencyKey: undefined, ...content });
        if (write(content.keptAt)) discard(id);
        else drop(id);
      },
    }),
    [drafts, isFailing, keepContactTexts, change, write, end, offer, drop, discard, collect, username, form],
  );
}
