import { useEffect, useMemo } from "react";
import type { Bag } from "../../contract/fields.ts";
import type { Draft, DraftContent } from "../providers/draftStore.ts";
import { session } from "../providers/session.ts";
import type { OwnDraftPlace } from "./OwnDraft.ts";
import { useKeptDrafts } from "./useKeptDrafts.ts";
import { useOwnDraft } from "./useOwnDraft.ts";

interface WatchedDraftPlace extends OwnDraftPlace {
  /** Makes the form hand over what is typed and not yet told, when the page may be about to end. */
  collect: () => void;
}

/** A restored draft holds no more than it says. */
const NOTHING_ELSE = {
  typedOver: undefined,
  contactTexts: undefined,
  halfTyped: undefined,
  idempotencyKey: undefined,
};

/**
 * Keeps what is typed on this device until it is saved, under an id of this opening of the form, and offers what
 * earlier visits left.
 */
export function useDraft({ username, form, etag, opened, collect }: WatchedDraftPlace) {
  const { drafts, offer, drop, discard } = useKeptDrafts({ username, form, opened });
  const { own, isFailing } = useOwnDraft({ username, form, opened, etag });
  const { change, write, settle, content, end, forget } = own;

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

  const keepers = useMemo(
    () => ({
      keepContactTexts: (contactTexts: DraftContent["contactTexts"]) => change({ contactTexts }),
      keepHalfTyped: (halfTyped: DraftContent["halfTyped"]) => change({ halfTyped }),
    }),
    [change],
  );

  return useMemo(
    () => ({
      offered: drafts,
      /** True when the device does not keep what is typed. */
      isFailing,
      keep: (values: Bag) => change({ values }),
      ...keepers,
      /** What there is to keep now. */
      content,
      /** Kept at once, with the key of a create about to be sent and what it sends: its answer may never arrive. */
      keepForAttempt(create: Pick<DraftContent, "idempotencyKey" | "typedOver">) {
        change(create);
        write();
      },
      settle,
      /** What this form holds is not wanted. */
      forget,
      discard,
      /** The offer is taken: what it holds is this form's own now, and what was typed before is offered in its place. */
      restore({ id, ...kept }: Draft) {
        collect();
        write();
        end(offer);
        change({ ...NOTHING_ELSE, ...kept });
        if (write(kept.keptAt)) discard(id);
        else drop(id);
      },
    }),
    [drafts, isFailing, keepers, content, change, write, settle, end, forget, offer, drop, discard, collect],
  );
}
