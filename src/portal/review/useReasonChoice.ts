import { useRef } from "react";
import type { NewReason } from "../../contract/review/reasonState.ts";
import type { FormHandle } from "../form/formProps.ts";
import { formatReason } from "../record-parts/rejectionReasons.ts";
import { getReasons } from "./ReasonsForm.tsx";
import { isWrittenReason, type ReviewDraft } from "./useReviewDraft.ts";

/**
 * Adds findings to the changes to request, and removes them.
 *
 * @param onOpenForm called if the form of the changes is closed
 */
export function useReasonChoice({ reasons, setReasons }: ReviewDraft, onOpenForm: () => void) {
  const form = useRef<FormHandle>(null);
  return {
    form,
    isChosen: (reason: NewReason) => reasons.some((one) => isSameReason(one, reason)),
    onToggle(reason: NewReason) {
      const written = (form.current ? getReasons(form.current.snapshot()) : reasons).filter(isWrittenReason);
      const others = written.filter((one) => !isSameReason(one, reason));
      const next = others.length < written.length ? others : [...written, reason];
      if (form.current) return form.current.setValues({ reasons: next });
      setReasons(next);
      onOpenForm();
    },
    /** The form itself reports typed text with a delay. */
    keepTypedText: () => form.current && setReasons(getReasons(form.current.snapshot())),
  };
}

const isSameReason = (one: NewReason, other: NewReason): boolean => formatReason(one) === formatReason(other);
