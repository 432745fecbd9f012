import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Bag } from "../../../contract/fields.ts";
import { changedFields } from "./changedFields.ts";
import { draftStore, type Draft } from "../../providers/draftStore.ts";

/** Short enough that little is lost when the browser dies, long enough not to write at every key. */
const PAUSE = 500;

interface DraftPlace {
  username: string;
  /** The record's id, or "new". */
  form: string;
  /** The version of the record the form was opened with. */
  etag?: string | undefined;
  /** What the form was opened with: a draft that holds the same is none. */
  opened: Bag;
  /** Makes the form hand over what is typed and not yet told, when the page may be about to end. */
  collect: () => void;
}

/** Keeps what is typed on this device until it is saved, and finds what an earlier visit left. */
export function useDraft({ username, form, etag, opened, collect }: DraftPlace) {
  const [offered, setOffered] = useState<Draft | undefined>(() => {
    const draft = draftStore.read(username, form);
    return draft && changedFields(opened, draft.values).length > 0 ? draft : undefined;
  });
  const pending = useRef<Bag>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const attempted = useRef<string>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const values = pending.current;
    pending.current = undefined;
    if (!values) return;
    const keptAt = new Date().toISOString();
    draftStore.keep(username, form, { values, keptAt, etag, idempotencyKey: attempted.current });
  }, [username, form, etag]);

  useEffect(() => {
    const leave = () => {
      collect();
      flush();
    };
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", leave);
      flush();
    };
  }, [flush, collect]);

  return useMemo(
    () => ({
      offered,
      keep(values: Bag) {
        pending.current = values;
        clearTimeout(timer.current);
        timer.current = setTimeout(flush, PAUSE);
      },
      /** Kept at once, with the key of a create about to be sent: its answer may never arrive. */
      keepForAttempt(values: Bag, idempotencyKey: string) {
        attempted.current = idempotencyKey;
        pending.current = values;
        flush();
      },
      discard() {
        clearTimeout(timer.current);
        pending.current = undefined;
        draftStore.discard(username, form);
        setOffered(undefined);
      },
      /** The offer is taken: what it holds stays kept until it is saved. */
      accept() {
        attempted.current = offered?.idempotencyKey;
        setOffered(undefined);
      },
    }),
    [offered, flush, username, form],
  );
}
