import type { Notification } from "../../contract/generated/entities.ts";
import { formatReason } from "../../contract/review/formatReason.ts";
import type { NewReason } from "../../contract/review/reasonState.ts";

/** The text of a rejection, for readers without the list. */
export const formatReasons = (reasons: NewReason[]): string => reasons.map(formatReason).join("\n");

/** The text of a rejection besides its reasons. */
export const getOtherText = ({ content, reasons = [] }: Notification): string =>
  content.trim() === formatReasons(reasons).trim() ? "" : content.trim();

export const formatRejectionEvent = ({ requestsChanges = false }: Notification): string =>
  requestsChanges ? "Changes requested" : "Rejected";
