import { useCallback, useEffect, useRef, useState } from "react";
import { draftLocks } from "../../providers/draftLocks.ts";
import { draftStore, type DraftContent } from "../../providers/draftStore.ts";
import { newKey } from "../../providers/newKey.ts";
import { holdsWork } from "./holdsWork.ts";
import type { DraftPlace } from "./useKeptDrafts.ts";

/** Short enough that little is lost when the browser dies, long enough not to write at every key. */
const PAUSE = 500;

export interface OwnDraftPlace extends DraftPlace {
  /** The version of the record the form was opened with. */
  etag?: string | undefined;
}

/** The draft of one opening of a form. It begins with the first change, and nobody else is offered it meanwhile. */
export function useOwnDraft({ username, form, opened, etag }: OwnDraftPlace) {
  const [saved] = useState(opened);
  const latest = useRef<Omit<DraftContent, "keptAt">>({ values: opened, etag });
  const own = useRef<{ id: string; release: () => void }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isFailing, setFailing] = useState(false);

  const end = useCallback((settle: (id: string) => void) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const ended = own.current;
    own.current = undefined;
    ended?.release();
    if (ended) settle(ended.id);
  }, []);

  /** Keeps what is due; true unless that failed. */
  const write = useCallback(
    (keptAt = new Date().toISOString()): boolean => {
      if (timer.current === undefined) return true;
      clearTimeout(timer.current);
      timer.current = undefined;
      const content = latest.current;
      if (!holdsWork(content, saved) && content.idempotencyKey === undefined) {
        end((id) => draftStore.discard(username, form, id));
        return true;
      }
      own.current ??= begin();
      const isKept = draftStore.keep(username, form, { ...content, keptAt, id: own.current.id });
      setFailing(!isKept);
      return isKept;
    },
    [username, form, saved, end],
  );

  /** Keeps a change soon. Not put off by what is typed meanwhile: who never rests is kept all the same. */
  const change = useCallback(
    (part: Partial<DraftContent>) => {
      latest.current = { ...latest.current, ...part };
      timer.current ??= setTimeout(() => void write(), PAUSE);
    },
    [write],
  );

  useEffect(
    () => () => {
      write();
      own.current?.release();
    },
    [write],
  );
  return { change, write, end, isFailing };
}

function begin() {
  const id = newKey();
  return { id, release: draftLocks.hold(id) };
}
