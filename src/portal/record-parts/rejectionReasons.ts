import type { Notification, Rejection } from "../../contract/generated/entities.ts";
import { getFieldTitle } from "../ui/recordName.ts";
import { showInvisibleCharacters } from "../ui/format.ts";
import type { ReasonState } from "../ui/status/ReasonStatePill.tsx";

/** What the agency asks the vendor to change in a field, in a file, for a check of the portal, or in the whole record. */
export type NewReason = NonNullable<Rejection["reasons"]>[number];

export type RejectionReason = NonNullable<Notification["reasons"]>[number];

/** Empty for a reason about the whole record. */
export const getReasonSubject = ({ kind, name = "" }: Pick<NewReason, "kind" | "name">): string =>
  kind === "field" ? getFieldTitle(name) : showInvisibleCharacters(name);

/** A draft may lack the text. */
export const formatReason = (reason: Pick<Partial<NewReason>, "kind" | "name" | "text">): string =>
  [getReasonSubject(reason), reason.text].filter(Boolean).join(": ");

/** The text of a rejection, for readers without the list. */
export const formatReasons = (reasons: NewReason[]): string => reasons.map(formatReason).join("\n");

/** The text of a rejection besides its reasons. */
export const getOtherText = ({ content, reasons = [] }: Notification): string =>
  content.trim() === formatReasons(reasons).trim() ? "" : content.trim();

export const isBlockingReason = ({ blocking = true }: Pick<NewReason, "blocking">): boolean => blocking;

export function getReasonState({ answered, answer = "" }: RejectionReason): ReasonState {
  if (!answered) return "open";
  return answer === "" ? "corrected" : "answered";
}

export const formatRejectionEvent = ({ requestsChanges = false }: Notification): string =>
  requestsChanges ? "Changes requested" : "Rejected";
