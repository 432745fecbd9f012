interface Standing {
  /** As users read it. */
  label: string;
  /** What it means for the vendor. */
  meaning: string;
  /** The colours and the sign it is shown with. */
  state: "info" | "pending" | "good" | "bad";
  /** The record opens in the form. */
  isEditable?: true;
  /** A model may be sent; a second upload while pending is how conflicts arise. */
  isUploadable?: true;
}

const standings = {
  "in progress": {
    label: "in progress",
    meaning:
      "You can edit the record and upload its model. What was wrong with an upload stands on the record.",
    state: "info",
    isEditable: true,
    isUploadable: true,
  },
  pending: {
    label: "pending admin acceptance",
    meaning:
      "The model has arrived and was checked; an admin of the agency looks at it. If several uploads conflict, you choose between them on the record.",
    state: "pending",
    isUploadable: true,
  },
  accepted: {
    label: "accepted",
    meaning: "The model is available. The record can be read and duplicated.",
    state: "good",
  },
  rejected: {
    label: "rejected",
    meaning:
      "The admin's reasons stand on the record, each with a link to the field or the file it names. Reopen the record, mend it, tick the reasons off and upload it again.",
    state: "bad",
  },
} satisfies Record<string, Standing>;

/** Where a record stands between its first save and the agency's decision. */
export type Status = keyof typeof standings;

/** All there are, in the order of a record's way. */
export const statuses = Object.keys(standings) as Status[];

/** Other services may know a status that we do not: its own word says it. */
const standing = (status: Status): Standing =>
  (standings as Partial<Record<string, Standing>>)[status] ?? {
    label: String(status ?? "unknown"),
    meaning: "",
    state: "info",
  };

export const statusLabel = (status: Status): string => standing(status).label;
export const statusMeaning = (status: Status): string => standing(status).meaning;
export const statusState = (status: Status): Standing["state"] => standing(status).state;
export const isEditable = (status: Status): boolean => standing(status).isEditable === true;
export const isUploadable = (status: Status): boolean => standing(status).isUploadable === true;

/** What is said of an upload to a record that takes none. */
export const closedToUploads = (status: Status): string =>
  `The record is ${statusLabel(status)}, and takes no more uploads. ` +
  `${status === "rejected" ? "Reopen" : "Duplicate"} the record to send another version of the model.`;

/** What the date beside a record's status means. */
export const statusDateLabel = (status: Status): string =>
  isEditable(status) ? "Last updated on" : "Uploaded on";
