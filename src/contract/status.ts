interface StatusInfo {
  label: string;
  description: string;
  tone: "info" | "pending" | "good" | "bad";
  isEditable?: true;
  /** Also true while pending: a second upload can cause conflicts. */
  isUploadable?: true;
  /** Why the vendor cannot delete a record with this status. */
  deletionRefusal?: string;
}

const STATUS_INFO = {
  "in progress": {
    label: "in progress",
    description: "You can edit the record and upload its model. Upload errors are shown on the record.",
    tone: "info",
    isEditable: true,
    isUploadable: true,
  },
  pending: {
    label: "pending admin acceptance",
    description:
      "The model was uploaded and checked. An agency admin is reviewing it. If uploads conflict, choose between them on the record.",
    tone: "pending",
    isUploadable: true,
    deletionRefusal: "This record is pending admin acceptance. Withdraw it before you delete it.",
  },
  accepted: {
    label: "accepted",
    description:
      "The model is available. You can view the record, duplicate it or create a new version of it.",
    tone: "good",
    deletionRefusal: "An accepted record cannot be deleted because the agency uses its model.",
  },
  rejected: {
    label: "rejected",
    description:
      "The record lists the admin's reasons, each with a link to the field or file. Reopen the record, correct it, check off the reasons and upload the model again.",
    tone: "bad",
  },
} satisfies Record<string, StatusInfo>;

export type Status = keyof typeof STATUS_INFO;

export const STATUSES = Object.keys(STATUS_INFO) as Status[];

/** Other servers may send unknown statuses; they are shown unchanged. */
const getStatusInfo = (status: Status): StatusInfo =>
  (STATUS_INFO as Partial<Record<string, StatusInfo>>)[status] ?? {
    label: String(status ?? "unknown"),
    description: "",
    tone: "info",
  };

export const statusLabel = (status: Status): string => getStatusInfo(status).label;
export const statusDescription = (status: Status): string => getStatusInfo(status).description;
export const statusTone = (status: Status): StatusInfo["tone"] => getStatusInfo(status).tone;
export const isEditableStatus = (status: Status): boolean => getStatusInfo(status).isEditable === true;
export const isUploadableStatus = (status: Status): boolean => getStatusInfo(status).isUploadable === true;

/** Undefined if the vendor can delete a record with this status. */
export const deletionRefusal = (status: Status): string | undefined => getStatusInfo(status).deletionRefusal;
export const isWithdrawableStatus = (status: Status): boolean => status === "pending";
/** Whether a new record can continue this one under the same identifier. */
export const allowsNewVersion = (status: Status): boolean => status === "accepted";

/** For a change that the record's status does not allow, such as "change its uploads". */
export function statusForbidsMessage(status: Status, change: string): string {
  const label = statusLabel(status);
  if (status === "rejected") return `This record is ${label}. Reopen it to ${change}.`;
  if (isWithdrawableStatus(status)) return `This record is ${label}. Withdraw it to ${change}.`;
  return `This record is ${label}, so you cannot ${change}.`;
}

export const uploadsClosedMessage = (status: Status): string =>
  `The record is ${statusLabel(status)}, so you cannot upload to it. ` +
  `${status === "rejected" ? "Reopen" : "Create a new version of"} the record to upload another version of the model.`;

export const statusDateLabel = (status: Status): string =>
  isEditableStatus(status) ? "Last updated on" : "Uploaded on";
