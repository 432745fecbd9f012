import { useMemo } from "react";
import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { NewReason } from "../../contract/review/reasonState.ts";
import { useUnsentText } from "../drafts/useUnsentText.ts";
import { useUnsentValues } from "../drafts/useUnsentValues.ts";
import { checklistSchema } from "./checklist/checklist.ts";

export type ReviewDraft = ReturnType<typeof useReviewDraft>;

/** What a reviewer wrote for a decision that is not sent yet. */
export function useReviewDraft() {
  const { decision, reasons, reasonsDraft, setReasons, setDecision } = useUnsentReasons();
  const [note, setNote, noteDraft] = useUnsentText("acceptance");
  const checklist = useUnsentValues("checklist", checklistSchema);
  return {
    /** The changes to request, and the decision in whose form they were written. */
    reasons,
    decision,
    setReasons,
    setDecision,
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

interface UnsentReasons {
  decision: "requestChanges" | "reject";
  reasons: NewReason[];
}

const NO_REASONS: UnsentReasons = { decision: "requestChanges", reasons: [] };

function useUnsentReasons() {
  const [text, setText, reasonsDraft] = useUnsentText("reason");
  const unsent = useMemo(() => parseReasons(text), [text]);
  return {
    ...unsent,
    reasonsDraft,
    setReasons: (reasons: NewReason[], decision = unsent.decision) =>
      setText(formatUnsentReasons({ decision, reasons })),
    setDecision: (decision: UnsentReasons["decision"]) =>
      setText((now) => formatUnsentReasons({ ...parseReasons(now), decision })),
  };
}

const formatUnsentReasons = (unsent: UnsentReasons): string =>
  unsent.reasons.length === 0 ? "" : JSON.stringify(unsent);

/** Empty for a damaged text. */
function parseReasons(text: string): UnsentReasons {
  const unsent = tryOrUndefined(() => JSON.parse(text) as UnsentReasons | null);
  return Array.isArray(unsent?.reasons) ? unsent : NO_REASONS;
}

export const isWrittenReason = ({ kind, text }: Partial<NewReason>): boolean =>
  kind !== undefined || !!text?.trim();
