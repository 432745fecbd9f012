import { useState } from "react";
import { useKeyboardShortcuts } from "../ui/useKeyboardShortcuts.ts";
import type { Decision } from "./useDecision.ts";

type DecisionType = Decision["type"];

/** `chooseAgain`: the user canceled a decision. */
type Step = "choose" | DecisionType | "chooseAgain";

const DECISION_KEYS: Record<string, DecisionType> = { a: "accept", c: "requestChanges", r: "reject" };

interface DecisionStepOptions {
  /** The decision whose draft was restored, possibly after the page has opened. */
  restoredStep: DecisionType | undefined;
  canRequestChanges: boolean;
  canAccept: () => boolean;
  onOpen: (step: DecisionType) => void;
}

/** The decision that the user has opened, with a button, a key or a finding. */
export function useDecisionStep({ restoredStep, canRequestChanges, canAccept, onOpen }: DecisionStepOptions) {
  const [step, setStep] = useState<Step>("choose");
  if (step === "choose" && restoredStep) setStep(restoredStep);
  const [shouldFocusForm, setShouldFocusForm] = useState(false);
  const open = (next: DecisionType, shouldFocus = true) => {
    if (next === "accept" && !canAccept()) return;
    onOpen(next);
    setShouldFocusForm(shouldFocus);
    setStep(next);
  };
  useKeyboardShortcuts((key) => {
    const chosen = DECISION_KEYS[key];
    const isOffered = chosen !== undefined && (chosen !== "requestChanges" || canRequestChanges);
    const isChoosing = step === "choose" || step === "chooseAgain";
    if (isOffered && isChoosing) open(chosen);
    return isOffered && isChoosing;
  });
  return { step, shouldFocusForm, open, cancel: () => setStep("chooseAgain") };
}
