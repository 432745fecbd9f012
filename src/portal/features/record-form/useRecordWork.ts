import { useCallback, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import type { Bag } from "../../../contract/fields.ts";
import { messages } from "../../../contract/messages.ts";
import type { Draft } from "../../providers/draftStore.ts";
import { newKey } from "../../providers/newKey.ts";
import { session } from "../../providers/session.ts";
import { recordPath, routes } from "../../routes.ts";
import { contactTexts } from "../../form/contacts/contactTexts.ts";
import type { FormHandle } from "../../form/EntityForm.tsx";
import type { SaveIntent } from "./FormBar.tsx";
import { useDraft } from "./useDraft.ts";
import { useRecordSave } from "./useRecordSave.ts";

export interface OpenedRecord {
  /** Undefined for a record that is still to be made. */
  recordId: string | undefined;
  values: Bag;
  etag: string | undefined;
}

/** The work on one record's form: keeping what is typed, saving it, and where that leads. */
export function useRecordWork({ recordId, values: opened, etag }: OpenedRecord) {
  const notify = useNotify();
  const navigate = useNavigate();
  const username = session.current()?.username ?? "";
  const formRef = useRef<FormHandle>(null);
  // At once: a page that is going away waits for no rendering.
  const collect = useCallback(() => flushSync(() => void formRef.current?.flush()), []);
  const draft = useDraft({ username, form: recordId ?? "new", etag, opened, collect });
  const { save, isSaving, error } = useRecordSave();
  const { keepContactTexts } = draft;
  const [start, setStart] = useState(() => ({
    initial: opened,
    contactTexts: contactTexts({}, keepContactTexts),
    generation: 0,
  }));
  const [intent, setIntent] = useState<SaveIntent>("save");
  const attempt = useRef({ etag, idempotencyKey: "", isRepeated: false, isDone: false });

  const submit = async (values: Bag, pressed?: string) => {
    const wanted: SaveIntent = pressed === "proceed" ? "proceed" : "save";
    const sent = attempt.current;
    setIntent(wanted);
    sent.idempotencyKey ||= newKey();
    if (recordId === undefined) draft.keepForAttempt(values, sent.idempotencyKey);
    const saved = await save({ recordId, values, ...sent });
    sent.isRepeated = true;
    if (!saved) return;
    sent.isDone = true;
    draft.forget();
    const isQuiet = wanted === "proceed" && recordId === undefined;
    if (!isQuiet) notify(messages.savedRecord, { type: "success" });
    await navigate(wanted === "proceed" ? recordPath("instructions", saved.id) : routes.home);
  };

  return {
    draft,
    formRef,
    start,
    isSaving,
    error,
    intent,
    submit,
    change(values: Bag) {
      if (!attempt.current.isDone) draft.keep(values);
    },
    /** The next save may replace the version that was saved meanwhile. */
    saveOver(current: string | undefined) {
      attempt.current.etag = current;
    },
    restore(kept: Draft) {
      draft.restore(kept);
      const { idempotencyKey = "", values, contactTexts: texts } = kept;
      Object.assign(attempt.current, { idempotencyKey, isRepeated: idempotencyKey !== "" });
      setStart(({ generation }) => ({
        initial: values,
        contactTexts: contactTexts(texts, keepContactTexts),
        generation: generation + 1,
      }));
    },
  };
}
