import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router";
import type { Bag } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import { isEditable } from "../../contract/status.ts";
import type { References } from "../../contract/schema/references.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { watchDraftsDue, type Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { recordPath } from "../routes.ts";
import { longDate } from "../ui/format.ts";
import { formOf, RecordWork, type Outcome } from "./recordWork.ts";
import type { OpenedRecord } from "./savedVersions.ts";
import { save, useSend } from "./saving.ts";
import { useKeptDrafts } from "./useKeptDrafts.ts";

const KEPT = "Your unsaved changes are kept on this device.";
const DISCARDED = "Your changes were discarded. The form shows the saved version.";
const GIVEN_BACK = "Your changes are back in the form. They are not saved yet.";

interface Surroundings {
  references: References;
  /** The saved version was read anew, and stands in the form. */
  onReload?: ((saved: RecordRow) => void) | undefined;
  /** The form stays, and is that of the record that was made. */
  onMade?: ((recordId: string) => void) | undefined;
}

/** One record's form from opening to saving: what is typed, kept, saved, merged, and where that leads. */
export function useRecordForm(opened: OpenedRecord, surroundings: Surroundings) {
  const username = session.current()?.username ?? "";
  const [record] = useState(() => new RecordWork(opened, username));
  const work = useSyncExternalStore(record.subscribe, record.get);
  useKeeping(record);
  const { putAside, ...offers } = useOffers(record, opened, username);
  return { ...work, record, ...offers, ...useSaving(record, putAside, surroundings) };
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
  const tell = (outcome: Outcome) => record.set({ outcome });
  const place = { username, form: formOf(opened), opened: opened.values };
  const { drafts, offer, drop, remove, discard } = useKeptDrafts(place, tell);
  /** What the form holds gives way to something else, and is offered in turn. */
  const putAside = () => {
    const ended = record.handOver();
    if (ended) offer(ended);
  };
  return {
    offered: drafts,
    discard,
    putAside,
    restore(draft: Draft) {
      putAside();
      if (record.adopt(draft)) remove(draft.id);
      else drop(draft.id);
      const words = `Your unsaved changes from ${longDate(draft.keptAt)} are back in the form. They are not saved yet.`;
      tell({ of: draft.id, words });
    },
  };
}

/** What the form and its bar ask for. */
function useSaving(record: RecordWork, putAside: () => void, { references, onReload, onMade }: Surroundings) {
  const notify = useNotify();
  const navigate = useNavigate();
  const dataProvider = usePortalProvider();
  const now = { references, notify, navigate, send: useSend(), onMade };
  // An answer comes later than what it was asked in was drawn.
  const page = useRef(now);
  useEffect(() => {
    page.current = now;
  });
  return {
    /** A button that says no intent tries the last one again. */
    submit(values: Bag, pressed: string = record.get().intent) {
      // What is asked while a save runs is dropped, so that a double click makes one record.
      if (record.get().state.is === "saving") return;
      void save({ record, page, intent: pressed === "proceed" ? "proceed" : "save" }, values);
    },
    /** Puts the version of those who saved meanwhile in the place of what was typed, which Undo gives back. */
    async takeTheirs(id: string) {
      const isWanted = () => record.isOpen && record.get().state.is === "conflicted";
      try {
        const { data } = await dataProvider.getOne<RecordRow>("records", { id });
        if (!isWanted()) return;
        // The record's page shows what was typed, which is kept.
        if (!isEditable(data.statusInfo.status))
          return void navigate(recordPath("view", id), { replace: true });
        const giveBack = record.startOver({ recordId: id, values: data.currentMetadata, etag: data.etag });
        onReload?.(data);
        onMade?.(id);
        const undo = () => {
          putAside();
          giveBack();
          record.set({ outcome: { of: "given back", words: GIVEN_BACK } });
        };
        record.set({ outcome: { of: "taken", words: DISCARDED, undo } });
      } catch (error) {
        if (isWanted()) notify((error as Error).message || messages.generic, { type: "error" });
      }
    },
  };
}
