/* Written by `npm run generate` from schemas/. Do not edit. */
/**
 * A signed-in user, as saved for the session.
 */
export interface Account {
  id: string;
  username: string;
  accessToken: string;
  roles: string[];
  /**
   * When the access token expires, in seconds since 1970-01-01 UTC.
   */
  expirationTime: number;
}

/**
 * An agency or company that a contact works for or that a model was built for.
 */
export interface Agency {
  id: string;
  name: string;
}

/**
 * The current password and the new password, typed twice.
 */
export interface ChangePassword {
  /**
   * The password you use to log in now.
   */
  oldPassword: string;
  /**
   * At least 10 characters: numbers and upper & lowercase letters only.
   */
  newPassword: string;
  /**
   * Type the new password again.
   */
  newPasswordConfirmation: string;
}

/**
 * The data system's collection for one flood planning region.
 */
export interface Collection {
  id: string;
  name: string;
}

/**
 * How many files of a record differ between its uploads, without listing them.
 */
export interface ConflictSummary {
  /**
   * Number of files that have different content in two or more uploads.
   */
  contestedFiles: number;
  /**
   * Number of current files that the newest upload does not contain.
   */
  missingFiles: number;
  /**
   * The uploads that contain conflicting files, with the number of those files.
   */
  uploads: {
    uploadBatchId: string;
    contestedFiles: number;
  }[];
}

/**
 * A person listed on records. Records share contacts: a change applies to all of them.
 */
export interface Contact {
  /**
   * The contact's given name.
   */
  firstName: string;
  /**
   * The contact's family name.
   */
  lastName: string;
  /**
   * The email address identifies the contact. You cannot change it later.
   */
  email: string;
  /**
   * Work phone number with area code.
   */
  phoneNumber: string;
  /**
   * The agency or company the contact works for. Choose from the list or type a name.
   */
  agency: string;
}

/**
 * What a contact is responsible for on a record.
 */
export interface ContactRole {
  id: string;
  name: string;
}

/**
 * Read-only access to a record's current uploads. Each upload has its own shared-access query. File paths are relative to `prefix`.
 */
export interface DownloadLink {
  prefix: string;
  query: string;
  expires: string;
  /**
   * The uploads that are not archived. Where the store supports it, each query grants access to the files of that upload only.
   */
  uploads?: {
    uploadBatchId: string;
    query: string;
  }[];
  /**
   * Grants download of the current files as one ZIP. Null if there are no uploads or if uploads conflict.
   */
  modelGrant?: string | null;
  /**
   * Files that a current upload reuses from an archived one. Each has its own query.
   */
  files?: {
    path: string;
    query: string;
  }[];
}

/**
 * One file or folder of the extracted model.
 */
export interface StoredFile {
  path: string;
  uploadType: string;
  mimeType: string;
  size: number;
  sha256: string;
  archived: boolean;
  uploadBatchId: string;
  /**
   * Identifies this file of this upload when resolving conflicts.
   */
  uploadId?: string;
  pathInModel?: string;
}

/**
 * The email address of the account whose password was forgotten.
 */
export interface ForgotPassword {
  email: string;
}

/**
 * One saved change of a record's metadata. Old and new values use the read names.
 */
export interface HistoryEntry {
  /**
   * Increases with each save. To request older entries, pass the id of the oldest entry you have.
   */
  id?: string;
  oldValues: {} | null;
  newValues: {};
  /**
   * The newest version of the model when the change was saved.
   */
  uploadVersion?: number | null;
}

/**
 * Which records use a model identifier.
 */
export interface IdentifierUse {
  /**
   * At most 10 records that the signed-in user may read: their own, or all for an agency admin. The oldest first.
   */
  records: {
    id: string;
    name: string;
    vendor: string;
    status: string;
    /**
     * Id of the accepted record that it is a new version of.
     */
    previous?: string;
  }[];
  /**
   * Whether a record that the signed-in user may not read has the identifier.
   */
  isUsedByOthers: boolean;
}

/**
 * One message between a record's vendor and the agency.
 */
export interface Message {
  recordId: string;
  content: string;
  username?: string;
  date?: string;
  /**
   * The newest version of the model when the message was sent.
   */
  uploadVersion?: number | null;
  /**
   * True until the record's vendor or, for the vendor's messages, a reviewer reads the message. Only they receive this field.
   */
  unread?: boolean | null;
}

/**
 * Metadata of one flood model.
 */
export interface Metadata {
  /**
   * The flood planning region the model is in. Changing the region clears the hydrologic units.
   */
  twdbFloodPlanningRegionID: string;
  /**
   * 12 digits: the 2-digit region number, then 10 digits unique within that region.
   */
  modelIdentifier: string;
  /**
   * The flood management evaluations (FME), strategies (FMS) and mitigation projects (FMP) that this model supports. Press Enter after each ID.
   *
   * @minItems 1
   */
  twdbFloodPlanningProjectID: [string, ...string[]];
  /**
   * The data system's collection for the chosen region.
   */
  tdisCollectionIdentifier?: string;
  /**
   * HUC12 codes the model covers. Once you choose a region, only its codes are listed.
   */
  hydrologicUnitCode?: string[];
  /**
   * Every Texas county the model covers, fully or in part.
   *
   * @minItems 1
   */
  county: [string, ...string[]];
  /**
   * Cities, towns and villages the model covers, if any.
   */
  city?: string[];
  /**
   * A zipped file geodatabase (.gdb.zip) of the area the model covers, up to 200 MB.
   */
  spatialExtentShapefile: string;
  /**
   * The name people will search for, for example the stream and its reach.
   */
  modelName: string;
  /**
   * Describe the streams and reaches, the events, the sources of terrain and flows, and what the model does not cover.
   */
  modelDescription: string;
  /**
   * Why the model was built and which decision it supports.
   */
  modelPurpose: string;
  /**
   * Select every type that applies.
   *
   * @minItems 1
   */
  modelType: [
    (
      | "Hydraulic"
      | "Hydrologic"
      | "Coastal"
      | "Combined Riverine-Coastal"
      | "2D"
      | "Risk Assessment"
      | "Economics/BCA"
      | "Other"
      | "Unknown"
    ),
    ...(
      | "Hydraulic"
      | "Hydrologic"
      | "Coastal"
      | "Combined Riverine-Coastal"
      | "2D"
      | "Risk Assessment"
      | "Economics/BCA"
      | "Other"
      | "Unknown"
    )[]
  ];
  /**
   * Dates of real events the model covers, if any. For a single day, use the same start and end date.
   */
  timePeriodCovered?: {
    /**
     * First day of the period.
     */
    start?: string;
    /**
     * Last day of the period.
     */
    end?: string;
  }[];
  /**
   * The day the model was first completed.
   */
  modelCreationDate: string;
  /**
   * The day the model was last changed.
   */
  modelLastUpdatedDate: string;
  /**
   * How often the model is updated.
   */
  modelUpdateFrequency:
    | "Realtime"
    | "Near-Realtime"
    | "Hourly"
    | "Daily"
    | "Weekly"
    | "Monthly"
    | "Quarterly"
    | "Biannually"
    | "Annually"
    | "2 or More Years"
    | "None"
    | "Other"
    | "Unknown";
  /**
   * Who may use the model and its results. Public is preset: check that it applies.
   *
   * @minItems 1
   */
  useConstraint: [
    (
      | "Public"
      | "Restricted – Can share with partner agencies only"
      | "Restricted - Display on Web"
      | "Restricted - Requires DUA"
      | "Restricted - No Display on Web"
      | "Other"
    ),
    ...(
      | "Public"
      | "Restricted – Can share with partner agencies only"
      | "Restricted - Display on Web"
      | "Restricted - Requires DUA"
      | "Restricted - No Display on Web"
      | "Other"
    )[]
  ];
  /**
   * Reports and readme files in the model folder. Press Enter after each name.
   */
  documentationFilenames?: string[];
  /**
   * Previous owners of the model, oldest first. Press Enter after each one.
   */
  chainOfCustody?: string[];
  /**
   * The program that runs the model.
   */
  softwareName: string;
  /**
   * The version the program shows, for example 6.4.1.
   */
  softwareVersion: string;
  /**
   * The agency or company the model was built for. To add one that is not listed, write to support.
   */
  modelOriginatorAgencyId: string;
  /**
   * Optional: check the box to add a person who can answer questions about how the model was built.
   */
  showOriginatorContact?: boolean;
  /**
   * People the agency can contact about this record, each with a role.
   */
  contacts: {
    /**
     * A person from the agency's contact list, or a new contact.
     */
    contactId: string;
    /**
     * What this person does for the model.
     */
    roleId: string;
  }[];
}

/**
 * Lists the current files of a model, each with its hash, the version it came from and its path in the store. It no longer changes after the record is accepted.
 */
export interface ModelReceipt {
  receiptVersion: number;
  recordId: string;
  status: string;
  statusSince: string;
  fileName: string;
  size: number;
  /**
   * SHA-256 of a text with one line per file, in this order: the file's SHA-256, two spaces, its path and a line feed.
   */
  sha256: string;
  files: {
    path: string;
    size: number;
    sha256: string;
    version: number | null;
    /**
     * Relative to `prefix` in the record's download link.
     */
    stored: string;
  }[];
}

/**
 * What the files of an uploaded model contain: software, plans, geometries, and whether every file they refer to was uploaded.
 */
export interface ModelReport {
  reportVersion: number;
  software: {
    name: string;
    /**
     * The version of the current plan's results, else of the current plan. Without a current plan, the highest version in the files.
     */
    version?: string;
    /**
     * Versions named in other files of the model.
     */
    otherVersions: string[];
    files: number;
    isRead: boolean;
  }[];
  projects: {
    path: string;
    software: string;
    title?: string;
    version?: string;
    units?: string;
    currentPlan?: string;
    /**
     * The name of the coordinate system.
     */
    coordinateSystem?: string;
    coordinateSystemFrom?: string;
    /**
     * Counties that its shapes touch. Only if the model has 2 to 20 projects.
     */
    counties?: string[];
  }[];
  /**
   * Simulation plans. HEC-HMS control files and SWMM options count as plans.
   */
  plans: {
    path: string;
    project?: string;
    software: string;
    title?: string;
    shortId?: string;
    version?: string;
    /**
     * Without a time zone. T24:00 is the end of the day.
     */
    start?: string;
    end?: string;
    flow?: string;
    geometry?: string;
    boundary?: string;
    /**
     * Whether the plan's result was uploaded, and what it contains.
     */
    result?: "finished" | "unfinished" | "delivered" | "missing";
    resultFile?: string;
    isCurrent: boolean;
  }[];
  /**
   * HEC-RAS geometries, HEC-HMS basin models and SWMM networks.
   */
  geometries: {
    path: string;
    software: string;
    title?: string;
    version?: string;
    dimensions?: "1D" | "2D" | "1D/2D";
    /**
     * Number of elements of each kind, for example cross sections.
     */
    counts: {
      what: string;
      count: number;
    }[];
  }[];
  flows: {
    path: string;
    kind: string;
    title?: string;
    version?: string;
    /**
     * Number of elements of each kind, for example cross sections.
     */
    counts: {
      what: string;
      count: number;
    }[];
  }[];
  /**
   * References from one file to another, and whether the other file was uploaded.
   */
  references: {
    from: string;
    kind: string;
    /**
     * The path as written in the file. Absolute paths, and paths that go up more than one folder, are shortened to … and their last two parts.
     */
    target: string;
    state: "found" | "capitals" | "elsewhere" | "missing" | "outside";
    found?: string;
    isOptional: boolean;
  }[];
  /**
   * Files that identify a program. Other files are only counted.
   */
  files: {
    path: string;
    kind: string;
    software?: string;
    version?: string;
    size: number;
    state: "read" | "in part" | "unreadable" | "not read";
    reason?: string;
    line?: number;
  }[];
  findings: {
    severity: "missing" | "warning" | "note";
    text: string;
    path?: string;
  }[];
  totals: {
    files: number;
    bytes: number;
    recognised: number;
    read: number;
    unread: number;
    unreadable: number;
    references: number;
    found: number;
    capitals: number;
    elsewhere: number;
    missing: number;
    missingOptional: number;
    outside: number;
  };
  /**
   * The model's location in longitude and latitude: outlines of 2D areas, cross-section and stream lines, and their bounding box. Absent if the model names no coordinate system.
   */
  footprint: {
    /**
     * @minItems 4
     * @maxItems 4
     */
    bounds: [number, number, number, number];
    areas: [number, number][][];
    lines: [number, number][][];
    /**
     * Bounding boxes of models without any other shape, such as HEC-HMS elements.
     */
    boxes: [number, number][][];
    /**
     * Texas counties that the outlines and lines intersect.
     */
    counties: string[];
  } | null;
  /**
   * The area of the uploaded coverage geodatabase in longitude and latitude. Absent if there is none or it could not be read.
   */
  coverage?: {
    /**
     * The coordinates of a GeoJSON MultiPolygon.
     */
    polygons: [number, number][][][];
    /**
     * Texas counties that the area intersects.
     */
    counties: string[];
  };
  /**
   * The first and last day on which the model's files were changed, as stated in the files' contents. Null if they state none: file times change when files are copied.
   */
  changed: {
    first: string;
    firstFile: string;
    last: string;
    lastFile: string;
  } | null;
}

/**
 * The message sent when a record's status changed.
 */
export interface Notification {
  status: string;
  content: string;
  username: string;
  date: string;
  /**
   * The newest version of the model when the notification was sent.
   */
  uploadVersion?: number | null;
  /**
   * For a rejection that reopened the record at once.
   */
  requestsChanges?: boolean;
  /**
   * For an acceptance with open findings: why. Only agency admins see it.
   */
  note?: string;
  /**
   * For a decision: what the reviewer checked, as a ReviewChecklist. Only agency admins see it.
   */
  checklist?: {} | null;
  /**
   * For a rejection: what to change. Without kind and name, a reason is about the whole record.
   */
  reasons?: {
    id: string;
    kind?: "field" | "file" | "finding";
    /**
     * The field's name in its schema, or the file's path inside the model.
     */
    name?: string;
    text: string;
    blocking?: boolean;
    /**
     * When the vendor marked this reason as corrected, or answered it.
     */
    answered?: string | null;
    /**
     * What the vendor wrote about it. Empty: the vendor corrected it.
     */
    answer?: string;
    /**
     * What the portal had found, as the review lists it, if this change was requested for it. Only agency admins see it.
     */
    finding?: string;
  }[];
}

/**
 * Identity, status and times of a record, apart from its metadata.
 */
export interface RecordFrame {
  id: string;
  /**
   * Username of the record's owner.
   */
  vendor?: string;
  /**
   * Id of the accepted record that this one is a new version of. Missing in other records.
   */
  previousRecordId?: string;
  status: "in progress" | "pending" | "accepted" | "rejected";
  timeOfLastStatusChange: string;
  /**
   * When the record was moved to the trash. Only in lists of deleted records.
   */
  timeOfDeletion?: string;
  dataIsAvailable: boolean;
  /**
   * True if the agency's last decision requested changes and no model was delivered since.
   */
  changesRequested?: boolean;
  /**
   * When the newest upload was refused because of errors. Only in the list of records, until the next upload.
   */
  uploadRefused?: string;
  /**
   * The first error of the refused upload. Only in the list of records.
   */
  uploadError?: string | null;
  /**
   * When the newest version was uploaded. Only in lists of records.
   */
  uploaded?: string;
  /**
   * Number of messages from others that the record's vendor has not read; in the list of all records, number of the vendor's messages that no reviewer has read. Only in lists of records.
   */
  unreadMessages?: number;
  /**
   * Size in bytes of the record's current files. Only in the review list.
   */
  modelSize?: number;
  /**
   * Number of findings that the review of a pending record shows, without those that the vendor corrected. Missing until the portal has counted them. Only in the review list.
   */
  findingCount?: number;
  /**
   * Number of files with conflicts the vendor has not resolved. Only in the review list.
   */
  openConflicts?: number;
  /**
   * Whether the vendor has delivered more than one version. Only in the review list.
   */
  deliveredAgain?: boolean;
  /**
   * Username of the reviewer who handles the record. Only in the review list.
   */
  assignedTo?: string;
  schemaVersion: number;
}

/**
 * Why an agency admin rejects a record, or which changes the admin requests.
 */
export interface Rejection {
  recordId: string;
  /**
   * Tell the vendor what to change, naming fields and files.
   */
  reason: string;
  /**
   * The vendor gets them as a checklist, and corrects or answers each one. Untick a change if the model can be accepted without it.
   *
   * @maxItems 200
   */
  reasons?: {
    kind?: "field" | "file" | "finding";
    name?: string;
    text: string;
    blocking?: boolean;
    /**
     * What the portal had found, as the review lists it, if this change was requested for it. Only agency admins see it.
     */
    finding?: string;
  }[];
}

/**
 * One conflict resolution of a record: who chose what, when, and which files were archived.
 */
export interface Resolution {
  id: string;
  username: string;
  date: string;
  /**
   * The newest version of the model when the choice was made.
   */
  uploadVersion?: number | null;
  /**
   * The version of the upload whose files were all kept. Null if files were chosen one by one.
   */
  keptVersion?: number | null;
  /**
   * The first 200 files of this choice: the version of each that was kept, or null if the file was removed from the model.
   */
  chosen: {
    path: string;
    version: number | null;
  }[];
  /**
   * The first 200 files that this choice archives. Undo restores them.
   */
  archivedFiles: {
    path: string;
    version: number | null;
  }[];
  archivedFileCount: number;
  /**
   * When the choice was undone. Null if it was not.
   */
  undone?: string | null;
  undoneBy?: string | null;
  /**
   * undo for the choice that can be undone next, redo for the one that can be redone next. Null for all others.
   */
  reversal?: "undo" | "redo" | null;
  /**
   * The version of the model that a correction upload corrected. Null if a user chose between uploads.
   */
  correctedVersion?: number | null;
}

/**
 * What undoing or redoing a conflict resolution would do.
 */
export interface ReversalOutcome {
  reversal: "undo" | "redo";
  /**
   * The versions whose files the model would consist of, the oldest first.
   */
  versions: number[];
  /**
   * A rejected version that the model would repeat: it would have the same files, or nothing newer. Null if there is none.
   */
  rejectedVersion: number | null;
  status: "in progress" | "pending" | "accepted" | "rejected";
}

/**
 * What a reviewer checked before a decision. Stored with the decision. Only agency admins see it.
 */
export interface ReviewChecklist {
  modelRun?: ("completes" | "warns" | "fails" | "not tried") & string;
  coverageMatches?: boolean;
  filesComplete?: boolean;
  metadataAgrees?: boolean;
  checkNotes?: string;
}

/**
 * Username and password, entered to sign in and again before a script download.
 */
export interface SignIn {
  username: string;
  password: string;
}

/**
 * A program that runs flood models. Records store the abbreviation.
 */
export interface Software {
  name: string;
  abbreviation: string;
}

/**
 * One uploaded zip of a record. The list of uploads includes archived ones.
 */
export interface Upload {
  path: string;
  uploaded: string;
  username: string;
  archived: boolean;
  size: number;
  sha256: string;
  uploadBatchId: string;
  fileCount?: number | null;
  newFiles?: number | null;
  changedFiles?: number | null;
  unchangedFiles?: number | null;
  removedFiles?: number | null;
  /**
   * 1 for the record's first upload without errors, 2 for the next.
   */
  uploadVersion?: number | null;
  /**
   * The version whose other files this upload reuses. Absent if the zip contains the whole model.
   */
  correctsVersion?: number | null;
}

/**
 * One of several versions of a file, from different uploads of one record.
 */
export interface UploadConflict {
  recordId: string;
  uploadBatchId: string;
  conflictNumber: number;
  filename: string;
  uploadId: string;
  uploaded: string;
  username: string;
  archived: boolean;
  size: number;
  sha256: string;
  /**
   * 1 for the record's first upload without errors, 2 for the next.
   */
  uploadVersion?: number | null;
}

/**
 * Progress of a record's newest upload: a time for each completed stage and, while the zip is being sent, the bytes received.
 */
export interface UploadProgress {
  uploadBatchId: string;
  arrivedBytes?: number | null;
  size?: number | null;
  sent?: string | null;
  received?: string | null;
  checked?: string | null;
  extracted?: string | null;
  catalogued?: string | null;
  failed?: string | null;
  fault?: string | null;
}

/**
 * What one upload delivered: the zip, every file in it with its hash, the sender, and when each stage ended.
 */
export interface UploadReceipt {
  receiptVersion: number;
  recordId: string;
  uploadBatchId: string;
  username: string;
  fileName: string;
  /**
   * Relative to `prefix` in the record's download link. Absent if the upload was refused.
   */
  path?: string | null;
  size?: number | null;
  sha256?: string | null;
  /**
   * Relative to `prefix` in the record's download link. The paths of the files are relative to this folder.
   */
  folder: string;
  requested?: string | null;
  sent?: string | null;
  received?: string | null;
  checked?: string | null;
  extracted?: string | null;
  catalogued?: string | null;
  failed?: string | null;
  metadataSha256?: string | null;
  schemaVersion?: number | null;
  warnings: string[];
  faults: string[];
  files: {
    path: string;
    size: number;
    sha256: string;
    /**
     * For a file reused from another upload: its path, relative to `prefix` in the record's download link.
     */
    stored?: string;
  }[];
  /**
   * 1 for the record's first upload without errors, 2 for the next.
   */
  uploadVersion?: number | null;
  /**
   * The version whose other files this upload reuses. Absent if the zip contains the whole model.
   */
  correctsVersion?: number | null;
}

/**
 * Permission to upload one model: the address, the expiry time and the upload token.
 */
export interface UploadTicket {
  prefix: string;
  query: string;
  blobName: string;
  folder: string;
  uploadBatchId: string;
  expires: string;
  uploadToken: string;
  completeAddress: string;
  azcopyAddresses?: {
    [k: string]: string;
  };
}
