import type { JsonObject } from "../json.ts";

export interface Endpoint {
  /** Sign-in and passwords are a separate service. */
  base: "auth" | "middleware";
  method: "GET" | "POST";
  path: string;
  /** Returns a FeatureCollection instead of a plain value. */
  returnsFeatures?: boolean;
  /** Returns rows: an answer that is neither a FeatureCollection nor an array is an error. */
  returnsList?: boolean;
}

const auth = (method: Endpoint["method"], path: string): Endpoint => ({ base: "auth", method, path });
const plain = (method: Endpoint["method"], path: string): Endpoint => ({ base: "middleware", method, path });
const features = (method: Endpoint["method"], path: string): Endpoint => ({
  ...plain(method, path),
  returnsFeatures: true,
  returnsList: true,
});
const list = (path: string): Endpoint => ({ ...plain("GET", path), returnsList: true });

export const endpoints = {
  signIn: auth("POST", "/auth/signin"),
  resetPassword: auth("POST", "/auth/reset-password"),

  listRecords: features("GET", "/vendors/list-records/:username"),
  listConflicts: features("GET", "/vendors/get-upload-conflicts/:username"),
  getRecord: features("GET", "/vendors/get-record/:recordId"),
  addRecord: features("POST", "/vendors/add-record"),
  saveRecord: features("POST", "/vendors/save-record"),
  duplicateRecord: features("POST", "/vendors/duplicate-record"),
  createNewVersion: features("POST", "/vendors/create-new-version"),
  checkIdentifier: plain("GET", "/vendors/check-identifier/:identifier"),
  deleteRecord: features("POST", "/vendors/delete-record"),
  listDeletedRecords: features("GET", "/vendors/list-deleted-records/:username"),
  restoreRecord: features("POST", "/vendors/restore-record"),
  withdrawRecord: features("POST", "/vendors/withdraw-record"),
  listDrafts: list("/vendors/list-drafts"),
  getDraft: list("/vendors/get-draft/:key"),
  saveDraft: plain("POST", "/vendors/save-draft"),
  deleteDraft: plain("POST", "/vendors/delete-draft"),
  reopenRecord: features("POST", "/vendors/reopen-record"),
  answerReason: features("POST", "/vendors/answer-reason"),
  resolveFileConflict: features("POST", "/vendors/resolve-upload-conflicts"),
  resolveFileConflicts: features("POST", "/vendors/resolve-many-upload-conflicts"),
  resolveBatchConflict: features("POST", "/vendors/resolve-batch-upload-conflict"),
  undoConflictResolution: features("POST", "/vendors/undo-conflict-resolution"),
  redoConflictResolution: features("POST", "/vendors/redo-conflict-resolution"),
  requestUpload: plain("POST", "/vendors/request-upload"),
  uploadComplete: plain("POST", "/vendors/upload-complete"),
  uploadState: plain("GET", "/vendors/upload-complete"),
  checkUpload: plain("POST", "/vendors/check-upload"),
  cancelUpload: plain("POST", "/vendors/cancel-upload"),
  finishUpload: features("POST", "/vendors/finish-upload"),
  uploadSpatialExtent: plain("POST", "/vendors/upload-spatial-extent"),

  addContact: features("POST", "/metadata/contacts/add-contact"),
  updateContact: features("POST", "/metadata/contacts/update-contact"),
  getContact: { ...features("GET", "/metadata/contacts/get-contact/:contactId"), returnsList: false },
  listContacts: features("GET", "/metadata/contacts/get-contacts"),
  listContactRoles: list("/metadata/contacts/get-contact-roles"),
  listAgencies: list("/metadata/agencies/get-agencies"),
  listSoftware: list("/metadata/get-software-list"),
  listCollections: list("/collections/get-existing-collections"),

  sendMessage: plain("POST", "/metadata/send-message"),
  listMessages: list("/metadata/get-messages/:recordId"),
  markMessagesRead: plain("POST", "/metadata/mark-messages-read"),
  recordConflicts: features("GET", "/metadata/get-upload-conflicts/:recordId"),
  conflictSummary: plain("GET", "/metadata/get-conflict-summary/:recordId"),
  listResolutions: list("/metadata/get-conflict-resolutions/:recordId"),
  reversalOutcome: plain("GET", "/metadata/get-reversal-outcome/:recordId/:resolutionId"),
  listArchive: list("/metadata/get-model-archive/:recordId"),
  listFiles: list("/metadata/get-file-structure/:recordId"),
  listNotifications: features("GET", "/metadata/get-notifications/:recordId"),
  listHistory: list("/metadata/get-history/:recordId"),
  downloadLink: plain("GET", "/metadata/get-download-link/:recordId"),
  modelZip: plain("GET", "/metadata/get-model-zip/:recordId"),
  modelReceipt: plain("GET", "/metadata/get-model-receipt/:recordId"),
  uploadReceipt: plain("GET", "/metadata/get-upload-receipt/:recordId/:uploadBatchId"),
  modelReport: plain("GET", "/metadata/get-model-report/:recordId/:uploadBatchId"),
  uploadProgress: plain("GET", "/metadata/get-upload-progress/:recordId"),
  spatialExtent: plain("GET", "/metadata/get-spatial-extent/:recordId"),
  spatialExtentFile: plain("GET", "/metadata/get-spatial-extent-file/:recordId"),
  uploadedExtent: plain("GET", "/metadata/get-extent-area/:storedName"),

  getMailSettings: plain("GET", "/metadata/get-mail-settings"),
  updateMailSettings: plain("POST", "/metadata/update-mail-settings"),

  listReviews: features("GET", "/reviews/list-records"),
  listAllRecords: features("GET", "/reviews/list-all-records"),
  recordNeighbors: plain("GET", "/reviews/get-neighbors/:recordId"),
  countUnread: plain("GET", "/reviews/count-unread"),
  listVendors: list("/reviews/list-vendors"),
  listReviewers: list("/reviews/list-reviewers"),
  listAllDeletedRecords: features("GET", "/reviews/list-deleted-records"),
  getReviewDesk: plain("GET", "/reviews/get-desk/:recordId"),
  assignRecord: plain("POST", "/reviews/assign-record"),
  addNote: plain("POST", "/reviews/add-note"),
  reviewFigures: plain("GET", "/reviews/get-figures"),
  groupedFigures: plain("GET", "/reviews/get-grouped-figures"),
  acceptRecord: features("POST", "/reviews/accept-record"),
  requestChanges: features("POST", "/reviews/request-changes"),
  rejectRecord: features("POST", "/reviews/reject-record"),
  acceptWithoutFindings: features("POST", "/reviews/accept-record-without-findings"),
  reopenAccepted: features("POST", "/reviews/reopen-accepted-record"),
  listOutgoingMail: plain("GET", "/reviews/get-outgoing-mail"),
  listAudit: plain("GET", "/reviews/get-audit-log"),

  healthLive: plain("GET", "/health/live"),
  healthReady: plain("GET", "/health/ready"),
} as const satisfies Record<string, Endpoint>;

export function fillPath(path: string, values: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Missing value for "${name}" in the path ${path}`);
    return encodeURIComponent(value);
  });
}

export const toFeatureCollection = (rows: JsonObject[]) => ({
  type: "FeatureCollection",
  features: rows.map((properties) => ({ type: "Feature", geometry: null, properties })),
});

export const isListAnswer = (answer: unknown): boolean =>
  Array.isArray(answer) || Array.isArray((answer as { features?: unknown } | null)?.features);

export function parseRows(answer: unknown): JsonObject[] {
  if (Array.isArray(answer)) return answer as JsonObject[];
  if (typeof answer !== "object" || answer === null) return [];
  const { features: found } = answer as { features?: { properties?: JsonObject }[] };
  return Array.isArray(found) ? found.map(({ properties }) => properties ?? {}) : [answer as JsonObject];
}
