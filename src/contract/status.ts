/** Where a record stands between its first save and the agency's decision. */
export type Status = "in progress" | "pending" | "accepted" | "rejected";

export const statuses: Status[] = ["in progress", "pending", "accepted", "rejected"];

/** A status as users read it. */
export const statusLabel = (status: Status): string =>
  status === "pending" ? "pending admin acceptance" : status;

/** Only a record in progress opens in the form. */
export const isEditable = (status: Status): boolean => status === "in progress";

/** A model can be sent until the agency has decided; a second upload while pending is how conflicts arise. */
export const isUploadable = (status: Status): boolean => status === "in progress" || status === "pending";

/** What the date beside a record's status means. */
export const statusDateLabel = (status: Status): string =>
  isEditable(status) ? "Last updated on" : "Uploaded on";
