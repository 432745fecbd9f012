import type { Notification, Rejection } from "../generated/entities.ts";

/** What the agency asks the vendor to change in a field, in a file, for a check of the portal, or in the whole record. */
export type NewReason = NonNullable<Rejection["reasons"]>[number];

export type RejectionReason = NonNullable<Notification["reasons"]>[number];

export type ReasonState = "open" | "corrected" | "answered";

export function getReasonState({
  answered,
  answer = "",
}: Pick<RejectionReason, "answered" | "answer">): ReasonState {
  if (!answered) return "open";
  return answer === "" ? "corrected" : "answered";
}

export const isBlockingReason = ({ blocking = true }: Pick<NewReason, "blocking">): boolean => blocking;
