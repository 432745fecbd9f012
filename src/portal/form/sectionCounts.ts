import type { Fault } from "../../contract/faults.ts";
import { messages } from "../../contract/messages.ts";
import { faultPlace } from "./faultPlace.ts";
import type { FormController } from "./formController.ts";
import { sectionsOf } from "./sections.ts";

/** What is still to do in one section. */
export interface SectionCount {
  title: string;
  /** Errors the user has been shown, those of missing values aside. */
  errors: number;
  /** Required values that are missing, shown as errors already or not. */
  missing: number;
  /** Whether nothing is wrong, shown or not: a value may break a rule before its field was left. */
  isComplete: boolean;
}

const MISSING: string[] = [messages.required, messages.requiredList];

const isMissing = ({ rule, message }: Fault) => rule === "required" || MISSING.includes(message);

/** Counts errors and missing required values by section, in the form's order. */
export function sectionCounts(controller: FormController): SectionCount[] {
  const placed = (fault: Fault) => ({ ...fault, field: faultPlace(controller, fault.path).field });
  const faults = controller.get().faults.map(placed);
  const shown = controller
    .getShown()
    .filter((fault) => !isMissing(fault))
    .map(placed);
  return sectionsOf(controller.schema).map(({ title, fields }) => {
    const isHere = ({ field }: { field: string }) => fields.includes(field);
    return {
      title,
      errors: shown.filter(isHere).length,
      missing: faults.filter((fault) => isMissing(fault) && isHere(fault)).length,
      isComplete: ![...faults, ...shown].some(isHere),
    };
  });
}

/** The same in words, for the section menu. */
export function wordsOf({ errors, missing, isComplete }: SectionCount): string {
  const parts = [
    ...(errors > 0 ? [errors === 1 ? "1 error" : `${errors} errors`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ];
  return parts.join(", ") || (isComplete ? "Complete" : "Incomplete");
}
