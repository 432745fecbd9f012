import { getSchema } from "../schema/fields.ts";

/** Whether a decision needs the review checklist, so that records cannot be accepted several at once. */
export const requiresChecklist = (): boolean => (getSchema("review-checklist").required ?? []).length > 0;
