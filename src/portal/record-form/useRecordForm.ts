import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router";
import type { Bag } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import type { References } from "../../contract/schema/references.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { watchDraftsDue, type Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { longDate } from "../ui/format.ts";
import { formOf, RecordWork, type Work } from "./recordWork.ts";
import type { OpenedRecord } from "./savedVersions.ts";
import { save, useSend } from "./saving.ts";
import { useKeptDrafts } from "./useKeptDrafts.ts";

const KEPT = "Your unsaved changes are kept on this device.";

interface Surroundings {
  references: References;
  /** The saved version was read and is to be shown: what was typed is not wanted. */
  onReload(saved: RecordRow): void;
  /** A new record was made, and the form stays. */
  onMade?: (() => void) | undefined;
}

/** One record's form from opening to saving: what is typed, kept, saved, merged, and where that leads. */
export function useRecordForm(opened: OpenedRecord, surroundings: Surroundings) {
  const username = session.current()?.username ?? "";
  const [record] = useState(() => new RecordWork(opened, username));
  const work = useSyncExternalStore(record.subscribe, record.get);
  useKeeping(record);
  return {
    ...work,
    record,
    ...useOffers(record, opened, username),
    ...useSaving(record, opened, surroundings),
  };
}

/** The draft is this form's while it is there. Whichever way leads out, the user is told that it is kept. */
function useKeeping(record: RecordWork) {
  const notify = useNotify();
  // Before the inputs go: their typed text goes with them.
  useLayoutEffect(() => {
    const close = record.open();
    return () => {
      if (close() && session.current()) notify(KEPT, { type: "info" });
    };
  }, [record, notify]);
  useEffect(() => watchDraftsDue(record.write), [record]);
}

/** What earlier visits left, with the two answers to it. */
function useOffers(record: RecordWork, opened: OpenedRecord, username: string) {
  const { drafts, offer, drop, discard, putBack } = useKeptDrafts({
    username,
    form: formOf(opened),
    opened: opened.values,
  });
  const tell = (outcome: Work["outcome"]) => record.set({ outcome });
  return {
    offered: drafts,
    restore(draft: Draft) {
      const ended = record.handOver();
      if (ended) offer(ended);
      if (record.adopt(draft)) discard(draft.id);
      else drop(draft.id);
      const words = `Your unsaved changes from ${longDate(draft.keptAt)} are back in the form. They are not saved yet.`;
      tell({ of: draft.id, words });
    },
    discard(draft: Draft) {
      discard(draft.id);
      const undo = () => {
        putBack(draft);
        tell({ of: `${draft.id} again`, words: "The unsaved changes are kept again." });
      };
      tell({ of: draft.id, words: "The unsaved changes were discarded.", undo });
    },
  };
}

/** What the form and its bar ask for. */
function useSaving(record: RecordWork, opened: OpenedRecord, { references, onReload, onMade }: Surroundings) {
  const notify = useNotify();
  const navigate = useNavigate();
  const dataProvider = usePortalProvider();
  const isNewPage = opened.recordId === undefined;
  const now = { isNewPage, references, notify, navigate, send: useSend(), onMade };
  // An answer comes later than what it was asked in was drawn.
  const page = useRef(now);
  useEffect(() => {
    page.current = now;
  });
  return {
    submit(values: Bag, pressed?: string) {
      // What is asked while a save runs is dropped, so that a double click makes one record.
      if (record.get().state.is === "saving") return;
      void save({ record, page, intent: pressed === "proceed" ? "proceed" : "save" }, values);
    },
    /** Discards what was typed, for the version of those who saved meanwhile. */
    async takeTheirs(id: string) {
      try {
        const { data } = await dataProvider.getOne<RecordRow>("records", { id });
        record.abandon();
        onReload(data);
      } catch (error) {
        notify((error as Error).message || messages.generic, { type: "error" });
      }
    },
  };
}
