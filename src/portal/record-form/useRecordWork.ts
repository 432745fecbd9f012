import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Bag } from "../../contract/fields.ts";
import type { Draft } from "../providers/draftStore.ts";
import { session } from "../providers/session.ts";
import { longDate } from "../ui/longDate.ts";
import { contactTexts } from "../form/contacts/contactTexts.ts";
import type { FormHandle } from "../form/EntityForm.tsx";
import { halfTyped } from "../form/halfTyped.ts";
import type { OpenedRecord } from "./OpenedRecord.ts";
import { useBusy } from "./useBusy.ts";
import { useDraft } from "./useDraft.ts";
import { useRecordSubmit } from "./useRecordSubmit.ts";

/** The work on one record's form: keeping what is typed, saving it, and where that leads. */
export function useRecordWork(opened: OpenedRecord) {
  const username = session.current()?.username ?? "";
  const formRef = useRef<FormHandle>(null);
  // At once: a page that is going away waits for no rendering.
  const collect = useCallback(() => flushSync(() => void formRef.current?.collect()), []);
  const { recordId, values, etag } = opened;
  const draft = useDraft({ username, form: recordId ?? "new", etag, opened: values, collect });
  const { keepContactTexts, keepHalfTyped } = draft;
  const begin = (kept: Pick<Draft, "values" | "contactTexts" | "halfTyped">, generation: number) => ({
    initial: kept.values,
    contactTexts: contactTexts(kept.contactTexts, keepContactTexts),
    halfTyped: halfTyped(kept.halfTyped, keepHalfTyped),
    generation,
  });
  const [start, setStart] = useState(() => begin({ values }, 0));
  /** What became of the last offer of a draft, until the form is saved. */
  const [outcome, setOutcome] = useState<{ of: string; words: string }>();
  const { busy, isBusy, onBusy } = useBusy();
  const [typedOver, setTypedOver] = useState<Bag>();
  const { continueFrom, forgetError, saved, ...submitting } = useRecordSubmit(opened, {
    draft,
    collect,
    valuesNow: () => formRef.current?.collect(),
    isBusy: () => busy.current,
    onSaved() {
      setOutcome(undefined);
      setTypedOver(undefined);
    },
  });

  return {
    ...submitting,
    draft,
    formRef,
    start,
    isBusy,
    onBusy,
    outcome,
    saved,
    /** The values of the version that the form's own were typed over. */
    typedOver: typedOver ?? saved.values,
    /** The next save may replace the version that was saved meanwhile. */
    saveOver: (current: string | undefined) => continueFrom({ etag: current }),
    discard({ id }: Draft) {
      draft.discard(id);
      setOutcome({ of: id, words: "The unsaved changes were discarded." });
    },
    restore(kept: Draft) {
      draft.restore(kept);
      const { idempotencyKey = "", etag: version = saved.etag } = kept;
      // Not the record that a create of what was typed before turned out to have made.
      const { recordId: id } = saved;
      continueFrom({ recordId: id, idempotencyKey, isRepeated: idempotencyKey !== "", etag: version });
      forgetError();
      setTypedOver(kept.typedOver ?? kept.values);
      setStart(({ generation }) => begin(kept, generation + 1));
      const words = `Your unsaved changes from ${longDate(kept.keptAt)} are back in the form. They are not saved yet.`;
      setOutcome({ of: kept.id, words });
    },
  };
}
