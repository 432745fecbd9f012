import { useMemo } from "react";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import { useUnsentText } from "../drafts/useUnsentText.ts";
import { useUnsentValues } from "../drafts/useUnsentValues.ts";
import type { NewReason } from "../record-parts/rejectionReasons.ts";
import { checklistSchema } from "./checklist/checklist.ts";

export type ReviewDraft = ReturnType<typeof useReviewDraft>;

/** What a reviewer wrote for a decision that is not sent yet. */
export function useReviewDraft(recordId: string) {
  const [reasons, setReasons] = useUnsentReasons(recordId);
  const [note, setNote] = useUnsentText("acceptance", recordId);
  const checklist = useUnsentValues("checklist", checklistSchema, recordId);
  return {
    /** The changes to request. */
    reasons,
    setReasons,
    /** Why the model is accepted with open findings. */
    note,
    setNote,
    checklist,
    isEmpty: !reasons.some(isWrittenReason) && note.trim() === "" && checklist.isEmpty,
    clear() {
      setReasons([]);
      setNote("");
      checklist.setValues({});
    },
  };
}

function useUnsentReasons(recordId: string) {
  const [text, setText] = useUnsentText("reason", recordId);
  const reasons = useMemo(() => tryOrUndefined(() => JSON.parse(text) as NewReason[]) ?? [], [text]);
  const setReasons = (next: NewReason[]) => setText(next.length === 0 ? "" : JSON.stringify(next));
  return [reasons, setReasons] as const;
}

export const isWrittenReason = ({ kind, text }: Partial<NewReason>): boolean =>
  kind !== undefined || !!text?.trim();
