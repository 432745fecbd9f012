import { useEffect, useLayoutEffect, useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { useNavigate } from "react-router";
import type { Bag } from "../../contract/schema/fields.ts";
import { messages } from "../../contract/messages.ts";
import type { References } from "../../contract/schema/references.ts";
import { contactTexts } from "../form/contacts/contactTexts.ts";
import { Latest } from "../form/Latest.ts";
import type { FormHandle } from "../form/useEntityForm.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { watchDraftsDue, type Draft } from "../providers/drafts.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { longDate } from "../ui/format.ts";
import { formOf, OwnDraft, type Ground, type TypedContent } from "./ownDraft.ts";
import type { OpenedRecord } from "./savedVersions.ts";
import { nextWork, type Step, type Work } from "./saveState.ts";
import { save, useSend, type Saving, type SavingPage } from "./saving.ts";
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
  const [begun] = useState<Work>({ state: { is: "clean" }, ground: opened, saved: opened, intent: "save" });
  const [work, setWork] = useState(begun);
  const [kept, setKept] = useState<{ isKept: boolean; at?: string }>({ isKept: true });
  const [outcome, setOutcome] = useState<{ of: string; words: string; undo?: () => void }>();
  const [isBusy, setBusy] = useState(false);
  const [start, setStart] = useState(() => begin({ values: opened.values }, 0));
  const page = useSavingPage(opened, surroundings, () => setOutcome(undefined));
  const [texts] = useState(() => new Latest(start.contactTexts));
  const [saving] = useState(() => savingOf(opened, begun, { username, page, texts, setWork, setKept }));
  const { own, form, go } = saving;
  const { drafts, offer, drop, discard, putBack } = useKeptDrafts({
    username,
    form: formOf(opened),
    opened: opened.values,
  });

  useEffect(() => {
    texts.set(start.contactTexts);
    start.contactTexts.watch(own.soon);
  }, [texts, start, own]);
  useOpenDraft(own, page);
  useEffect(() => watchDraftsDue(own.write), [own]);

  const restore = (draft: Draft) => {
    const { typedOver = draft.values, idempotencyKey, etag = work.saved.etag } = draft;
    const ground: Ground = { ...work.saved, typedOver, idempotencyKey, etag };
    const ended = own.handOver();
    if (ended) offer(ended);
    own.moveTo(ground);
    if (own.adopt(draft)) discard(draft.id);
    else drop(draft.id);
    setStart(({ generation }) => begin(draft, generation + 1));
    go({ to: "restore", ground });
    const words = `Your unsaved changes from ${longDate(draft.keptAt)} are back in the form. They are not saved yet.`;
    setOutcome({ of: draft.id, words });
  };
  return {
    ...work,
    attach: form.set,
    start,
    kept,
    isBusy,
    outcome,
    offered: drafts,
    restore,
    discard(draft: Draft) {
      discard(draft.id);
      const undo = () => {
        putBack(draft);
        setOutcome({ of: `${draft.id} again`, words: "The unsaved changes are kept again." });
      };
      setOutcome({ of: draft.id, words: "The unsaved changes were discarded.", undo });
    },
    onBusy(isOn: boolean) {
      saving.busy.set(isOn);
      setBusy(isOn);
    },
    ...useFormActions(saving, surroundings.onReload),
  };
}

/** The draft is this form's while it is there. Whichever way leads out, the user is told that it is kept. */
function useOpenDraft(own: OwnDraft, page: Latest<SavingPage>) {
  // Before the inputs go: their typed text goes with them.
  useLayoutEffect(() => {
    const close = own.open();
    return () => {
      if (close() && session.current()) page.get().notify(KEPT, { type: "info" });
    };
  }, [own, page]);
}

/** What the form and its bar ask for. */
function useFormActions(saving: Saving, onReload: Surroundings["onReload"]) {
  const notify = useNotify();
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { own, work, go, form } = saving;
  return {
    /** Anything was typed or chosen. */
    onInput() {
      own.soon();
      go({ to: "type" });
    },
    submit(values: Bag, pressed?: string) {
      // What is asked while a save runs is dropped, so that a double click makes one record.
      if (work.get().state.is !== "saving")
        void save(saving, values, pressed === "proceed" ? "proceed" : "save");
    },
    /** Puts what was chosen of some contested fields into the form. */
    take: (values: Bag) => void form.get()?.put(values),
    async takeTheirs() {
      const { recordId } = work.get().ground;
      if (recordId === undefined) return;
      try {
        const { data } = await dataProvider.getOne<RecordRow>("records", { id: recordId });
        own.abandon();
        onReload(data);
      } catch (error) {
        notify((error as Error).message || messages.generic, { type: "error" });
      }
    },
  };
}

interface Hearers {
  username: string;
  page: Latest<SavingPage>;
  texts: Latest<ReturnType<typeof contactTexts>>;
  setWork(work: Work): void;
  setKept(kept: { isKept: boolean; at?: string }): void;
}

function savingOf(
  opened: OpenedRecord,
  begun: Work,
  { username, page, texts, setWork, setKept }: Hearers,
): Saving {
  const work = new Latest(begun);
  const form = new Latest<FormHandle | null>(null);
  const collect = (): TypedContent | undefined => {
    const { values, entries } = form.get()?.collect() ?? {};
    return values && { values, halfTyped: entries, contactTexts: texts.get().all() };
  };
  const go = (step: Step) => {
    work.set(nextWork(work.get(), step));
    setWork(work.get());
  };
  const own = new OwnDraft(opened, { username, collect, onWritten: setKept });
  return { work, go, form, collect, own, busy: new Latest(false), page };
}

function useSavingPage(opened: OpenedRecord, { references, onMade }: Surroundings, onSaved: () => void) {
  const notify = useNotify();
  const navigate = useNavigate();
  const send = useSend();
  const isNewPage = opened.recordId === undefined;
  const now: SavingPage = { isOpen: true, isNewPage, references, notify, navigate, send, onMade, onSaved };
  const [page] = useState(() => new Latest(now));
  useEffect(() => page.set(now));
  // An answer that comes later leads nobody away from where they are then.
  useEffect(() => () => page.set({ ...page.get(), isOpen: false }), [page]);
  return page;
}

const begin = (kept: TypedContent, generation: number) => ({
  initial: kept.values,
  entries: kept.halfTyped ?? {},
  contactTexts: contactTexts(kept.contactTexts),
  generation,
});
