import { useMemo } from "react";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { NewReason } from "../../contract/review/reasonState.ts";
import { useUnsentText } from "../drafts/useUnsentText.ts";
import { useUnsentValues } from "../drafts/useUnsentValues.ts";
import { checklistSchema } from "./checklist/checklist.ts";

export type ReviewDraft = ReturnType<typeof useReviewDraft>;

/** What a reviewer wrote for a decision that is not sent yet. */
export function useReviewDraft() {
  const [reasons, setReasons, reasonsDraft] = useUnsentReasons();
  const [note, setNote, noteDraft] = useUnsentText("acceptance");
  const checklist = useUnsentValues("checklist", checklistSchema);
  return {
    /** The changes to request. */
    reasons,
    setReasons,
    reasonsDraft,
    /** Why the model is accepted with open findings. */
    note,
    setNote,
    noteDraft,
    checklist,
    isEmpty: !reasons.some(isWrittenReason) && note.trim() === "" && checklist.isEmpty,
    clear() {
      setReasons([]);
      setNote("");
      checklist.setValues({});
    },
  };
}

function useUnsentReasons() {
  const [text, setText, draft] = useUnsentText("reason");
  const reasons = useMemo(() => tryOrUndefined(() => JSON.parse(text) as NewReason[]) ?? [], [text]);
  const setReasons = (next: NewReason[]) => setText(next.length === 0 ? "" : JSON.stringify(next));
  return [reasons, setReasons, draft] as const;
}

export const isWrittenReason = ({ kind, text }: Partial<NewReason>): boolean =>
  kind !== undefined || !!text?.trim();
