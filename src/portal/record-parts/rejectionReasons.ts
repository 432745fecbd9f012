import type { Notification } from "../../contract/generated/entities.ts";
import type { NewReason } from "../../contract/review/reasonState.ts";
import { showInvisibleCharacters } from "../../contract/showInvisibleCharacters.ts";
import { getFieldTitle } from "../ui/recordName.ts";

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

export const formatRejectionEvent = ({ requestsChanges = false }: Notification): string =>
  requestsChanges ? "Changes requested" : "Rejected";
