import { useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router";
import type { Bag } from "../../contract/fields.ts";
import { messages } from "../../contract/messages.ts";
import { newKey } from "../providers/newKey.ts";
import { BASE_PATH, recordPath, routes } from "../routes.ts";
import { changesOf } from "./changedFields.ts";
import type { SaveIntent } from "./FormBar.tsx";
import type { OpenedRecord } from "./OpenedRecord.ts";
import type { useDraft } from "./useDraft.ts";
import type { OwnContent } from "./OwnDraft.ts";
import { useRecordSave, type SavedRecord } from "./useRecordSave.ts";

interface Surroundings {
  draft: ReturnType<typeof useDraft>;
  /** Makes the form hand over what is typed and not yet told. */
  collect: () => void;
  /** The form's values; undefined once it is gone. */
  valuesNow: () => Bag | undefined;
  /** True while a value is still on its way into the form. */
  isBusy: () => boolean;
  onSaved: () => void;
}

interface Attempt {
  recordId: string | undefined;
  etag: string | undefined;
  idempotencyKey: string;
  isRepeated: boolean;
}

const FIRST_TRY = { idempotencyKey: "", isRepeated: false };

/**
 * Saves the form and leads on from there, unless more was typed while the save was on its way: then the form stays,
 * and the next save sends the rest as the next version of the same record.
 */
export function useRecordSubmit(opened: OpenedRecord, { draft, ...form }: Surroundings) {
  const { collect, valuesNow, isBusy, onSaved } = form;
  const notify = useNotify();
  const navigate = useNavigate();
  const { save, isSaving, error, forgetError } = useRecordSave();
  const [intent, setIntent] = useState<SaveIntent>("save");
  const [saved, setSaved] = useState({ ...opened, isBehind: false });
  const attempt = useRef<Attempt>({ ...versionOf(opened), ...FIRST_TRY });
  const isOpen = useIsOpen();

  const submit = async (values: Bag, pressed?: string) => {
    const wanted: SaveIntent = pressed === "proceed" ? "proceed" : "save";
    const sent = attempt.current;
    const isNew = sent.recordId === undefined;
    setIntent(wanted);
    // Where its answer is lost, what a first create sends is the version that others may change.
    const isFirst = isNew && !sent.isRepeated;
    setSaved((before) => ({ ...before, isBehind: false, ...(isFirst && { values }) }));
    sent.idempotencyKey ||= newKey();
    draft.keep(valuesNow() ?? values);
    if (isNew)
      draft.keepForAttempt({ idempotencyKey: sent.idempotencyKey, ...(isFirst && { typedOver: values }) });
    const before = draft.content();
    const onFound = ({ id, etag }: SavedRecord) => void Object.assign(sent, { recordId: id, etag });
    const made = await save({ ...sent, values, onFound });
    sent.isRepeated = true;
    if (!made) return;
    collect();
    const isBehind = isBusy() || isMore(draft.content(), before);
    const version = { recordId: made.id, etag: made.etag };
    attempt.current = { ...version, ...FIRST_TRY };
    draft.settle(before.values, { form: made.id, etag: made.etag });
    setSaved({ ...version, values: before.values, isBehind });
    onSaved();
    if (wanted === "save" || !isNew) notify(messages.savedRecord, { type: "success" });
    if (!isOpen.current) return;
    if (!isBehind) await navigate(wanted === "proceed" ? recordPath("instructions", made.id) : routes.home);
    else if (opened.recordId === undefined) nameInAddress(made.id);
  };
  return {
    submit,
    /** The next save is made over this version, or repeats this create. */
    continueFrom: (version: Partial<Attempt>) => void Object.assign(attempt.current, version),
    /** The record that the next save is made to; undefined while none is known to be there. */
    recordNow: () => attempt.current.recordId,
    saved,
    intent,
    isSaving,
    error,
    forgetError,
  };
}

const versionOf = ({ recordId, etag }: OpenedRecord) => ({ recordId, etag });

/** True while the form stands: an answer that comes later leads nobody away from where they are then. */
function useIsOpen() {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  return isOpen;
}

const isMore = (now: OwnContent, before: OwnContent): boolean =>
  changesOf(before.values, now.values).length > 0 || textsOf(now) !== textsOf(before);

const textsOf = ({ contactTexts = {}, halfTyped = {} }: OwnContent) =>
  JSON.stringify([contactTexts, halfTyped]);

/** A reload finds the record that was made. Past the router, which would draw the form anew under who types in it. */
const nameInAddress = (recordId: string) =>
  window.history.replaceState(window.history.state, "", BASE_PATH + recordPath("form", recordId));
