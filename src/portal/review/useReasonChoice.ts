import { useRef } from "react";
import type { NewReason } from "../../contract/review/reasonState.ts";
import { getRequestedFinding } from "../../contract/review/reviewFindings.ts";
import type { FormHandle } from "../form/formProps.ts";
import { getReasons } from "./ReasonsForm.tsx";
import { isWrittenReason } from "./useReviewDraft.ts";

interface ReasonChoiceOptions {
  reasons: NewReason[];
  setReasons: (reasons: NewReason[]) => void;
  /** Called if the form of the changes is closed. */
  onOpenForm: () => void;
}

/** Adds findings to the changes to request, and removes them. */
export function useReasonChoice({ reasons, setReasons, onOpenForm }: ReasonChoiceOptions) {
  const form = useRef<FormHandle>(null);
  return {
    form,
    isChosen: (reason: NewReason) => reasons.some((one) => isRequestFor(reason, one)),
    onToggle(reason: NewReason) {
      const written = (form.current ? getReasons(form.current.snapshot()) : reasons).filter(isWrittenReason);
      const others = written.filter((one) => !isRequestFor(reason, one));
      const next = others.length < written.length ? others : [...written, toRequest(reason)];
      if (form.current) return form.current.setValues({ reasons: next });
      setReasons(next);
      onOpenForm();
    },
    /** The form itself reports typed text with a delay. */
    keepTypedText: () => form.current && setReasons(getReasons(form.current.snapshot())),
  };
}

/** Every new change is ticked as required, whether or not its finding blocks acceptance. */
function toRequest(finding: NewReason): NewReason {
  const request = { ...finding, finding: getRequestedFinding(finding) };
  delete request.blocking;
  return request;
}

/** Also after its text was edited. */
const isRequestFor = (finding: NewReason, reason: NewReason): boolean =>
  getRequestedFinding(reason) === getRequestedFinding(finding);
