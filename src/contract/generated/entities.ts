/* Written by `npm run generate` from schemas/. Do not edit. */
/**
 * A signed-in user, as the portal keeps it for the session.
 */
export interface Account {
  id: string;
  username: string;
  accessToken: string;
  roles: string[];
  /**
   * Epoch seconds.
   */
  expirationTime: number;
}

/**
 * A public body or company a contact or model belongs to.
 */
export interface Agency {
  id: string;
  name: string;
}

/**
 * The old password and, twice, the new one.
 */
export interface ChangePassword {
  oldPassword: string;
  /**
   * At least 10 characters: digits, upper and lower case letters.
   */
  newPassword: string;
  newPasswordConfirmation: string;
}

/**
 * The data system's collection of one flood planning region.
 */
export interface Collection {
  id: string;
  name: string;
}

/**
 * In how many files a record's uploads do not agree, without the files.
 */
export interface ConflictSummary {
  /**
   * Files of which uploads hold different versions.
   */
  contestedFiles: number;
  /**
   * Files that stand, and that the newest upload does not hold.
   */
  leftOutFiles: number;
  /**
   * The uploads that hold versions of contested files, and of how many.
   */
  uploads: {
    uploadBatchId: string;
    contestedFiles: number;
  }[];
}

/**
 * A person named on records. One contact serves every record that names it.
 */
export interface Contact {
  firstName: string;
  lastName: string;
  /**
   * Used to recognise the contact; it cannot be changed later.
   */
  email: string;
  phoneNumber: string;
  /**
   * The agency or company the contact works for: one of the list, or its name.
   */
  agency: string;
}

/**
 * What a contact does for a record.
 */
export interface ContactRole {
  id: string;
  name: string;
}

/**
 * Read-only shared access to a record's uploads that stand, each by a query of its own; file paths are relative to the prefix.
 */
export interface DownloadLink {
  prefix: string;
  query: string;
  expires: string;
  /**
   * The uploads that stand; each query reaches the files of that upload and no others, where the store can limit it.
   */
  uploads?: {
    uploadBatchId: string;
    query: string;
  }[];
  /**
   * Leave to download the model as it stands as one zip; null where nothing was uploaded, or uploads conflict.
   */
  modelGrant?: string | null;
  /**
   * Files that an upload which stands took over from one that does not, each with a query of its own.
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
   * Names this file of this upload in choices between uploads.
   */
  uploadId?: string;
  pathInModel?: string;
}

/**
 * The address to which instructions for a new password would be sent.
 */
export interface ForgotPassword {
  email: string;
}

/**
 * One saved version of a record's metadata. Old and new values hold read names.
 */
export interface HistoryEntry {
  /**
   * Counts up with each save; the page before an entry is asked for by it.
   */
  id?: string;
  oldValues: {} | null;
  newValues: {};
  /**
   * The newest version when this was saved.
   */
  uploadVersion?: number | null;
}

/**
 * One message in a record's thread between its vendor and the agency.
 */
export interface Message {
  recordId: string;
  content: string;
  username?: string;
  date?: string;
  /**
   * The newest version when this was said.
   */
  uploadVersion?: number | null;
  /**
   * Whether the record's vendor has not read it yet; said to that vendor alone.
   */
  unread?: boolean | null;
}

/**
 * Metadata of one flood model, as its vendor edits it.
 */
export interface Metadata {
  /**
   * The flood planning region in which the model lies. Another one clears the hydrologic units.
   */
  twdbFloodPlanningRegionID: string;
  /**
   * 12 digits: the region's 2, and 10 that no other model of the region has.
   */
  modelIdentifier: string;
  /**
   * The flood management evaluations (FME), strategies (FMS) and mitigation projects (FMP) that this model supports. Press Enter after each ID.
   *
   * @minItems 1
   */
  twdbFloodPlanningProjectID: [string, ...string[]];
  /**
   * The data system's collection of the chosen region.
   */
  tdisCollectionIdentifier?: string;
  /**
   * The 12-digit codes (HUC12) of the units the model covers; of the region, once chosen.
   */
  hydrologicUnitCode?: string[];
  /**
   * Every Texas county the model reaches into.
   *
   * @minItems 1
   */
  county: [string, ...string[]];
  /**
   * Cities, towns and villages the model reaches into, if any.
   */
  city?: string[];
  /**
   * A zipped file geodatabase (.gdb.zip) with the area the model covers, 200 MB at most.
   */
  spatialExtentShapefile: string;
  /**
   * The name by which people will look for the model, for example the stream and its reach.
   */
  modelName: string;
  /**
   * Streams and reaches, events, the source of terrain and flows, and what is left out.
   */
  modelDescription: string;
  /**
   * Why the model was made, and which decision it is meant to support.
   */
  modelPurpose: string;
  /**
   * Every kind of modeling that applies.
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
   * Those of real events, if any. For a single day, use the same start and end date.
   */
  timePeriodCovered?: {
    start?: string;
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
   * How often the model is brought up to date.
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
   * Who may use the model and its results.
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
   * Reports and readme files inside the model's folder. Press Enter after each name.
   */
  documentationFilenames?: string[];
  /**
   * Who held the model before, in order, oldest first. Press Enter after each holder.
   */
  chainOfCustody?: string[];
  /**
   * The program that runs the model.
   */
  softwareName: string;
  /**
   * As the program shows it, like 6.4.1.
   */
  softwareVersion: string;
  /**
   * The agency or company for which the model was made.
   */
  modelOriginatorAgencyId: string;
  /**
   * Adds a person who can answer questions about how the model came about.
   */
  showOriginatorContact?: boolean;
  /**
   * People the agency can ask about this record, each with a role.
   */
  contacts: {
    contactId: string;
    roleId: string;
  }[];
}

/**
 * The proof of a model as it stands: every file of it with its hash, the version that brought it and its place in the store. Once the record is accepted it no longer changes.
 */
export interface ModelReceipt {
  receiptVersion: number;
  recordId: string;
  status: string;
  statusSince: string;
  fileName: string;
  size: number;
  /**
   * Of one line for each file, in this order: its SHA-256, two spaces, its path and a line feed.
   */
  sha256: string;
  files: {
    path: string;
    size: number;
    sha256: string;
    version: number | null;
    /**
     * Relative to the prefix of the record's download link.
     */
    stored: string;
  }[];
}

/**
 * What the files of a delivered model say: software, plans, geometries, and whether every file they refer to was delivered.
 */
export interface ModelReport {
  reportVersion: number;
  software: {
    name: string;
    /**
     * The current plan's; without one, the highest of its files.
     */
    version?: string;
    /**
     * Versions that other files of the model state.
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
     * Its name.
     */
    coordinateSystem?: string;
    coordinateSystemFrom?: string;
  }[];
  /**
   * What is computed, and when. A control file of HEC-HMS and the options of SWMM count as plans.
   */
  plans: {
    path: string;
    project?: string;
    software: string;
    title?: string;
    shortId?: string;
    version?: string;
    /**
     * In no time zone; T24:00 is the end of that day.
     */
    start?: string;
    end?: string;
    flow?: string;
    geometry?: string;
    boundary?: string;
    /**
     * Whether its result was delivered, and what that says.
     */
    result?: "finished" | "unfinished" | "delivered" | "missing";
    resultFile?: string;
    isCurrent: boolean;
  }[];
  /**
   * Geometries of HEC-RAS, basin models of HEC-HMS and networks of SWMM.
   */
  geometries: {
    path: string;
    software: string;
    title?: string;
    version?: string;
    dimensions?: "1D" | "2D" | "1D/2D";
    /**
     * How many of each it holds, for example cross sections.
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
     * How many of each it holds, for example cross sections.
     */
    counts: {
      what: string;
      count: number;
    }[];
  }[];
  /**
   * What files say of other files, and whether those were delivered.
   */
  references: {
    from: string;
    kind: string;
    /**
     * As it is written; of an author's own path only the end.
     */
    target: string;
    state: "found" | "capitals" | "elsewhere" | "missing" | "outside";
    found?: string;
    isOptional: boolean;
  }[];
  /**
   * The files that a program is known by; other files are only counted.
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
   * Where the model lies, in longitude and latitude: outlines of 2D areas, cross-section and stream lines, and the box around them. None where no coordinate system is stated.
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
     * Outlines of the boxes around models that state no other shape, such as the elements of HEC-HMS.
     */
    boxes: [number, number][][];
    /**
     * The counties of Texas that outlines and lines reach into.
     */
    counties: string[];
  } | null;
  /**
   * The area that the delivered coverage geodatabase covers, in longitude and latitude. Left out where there is none, or none could be read.
   */
  coverage?: {
    /**
     * The coordinates of a GeoJSON MultiPolygon.
     */
    polygons: [number, number][][][];
    /**
     * The counties of Texas that it reaches into.
     */
    counties: string[];
  };
  /**
   * The first and the last day on which the model's own files were changed: as they say themselves, else as they were delivered.
   */
  changed: {
    first: string;
    firstFile: string;
    last: string;
    lastFile: string;
  } | null;
}

/**
 * What the agency or the processing said when a record reached a status.
 */
export interface Notification {
  status: string;
  content: string;
  username: string;
  date: string;
  /**
   * The newest version when this was said.
   */
  uploadVersion?: number | null;
  /**
   * Of a rejection: what is to change, field by field and file by file.
   */
  reasons?: {
    id: string;
    kind: "field" | "file" | "finding";
    /**
     * The field's name in its schema, or the file's path inside the model.
     */
    name: string;
    text: string;
    /**
     * When the vendor ticked it off.
     */
    answered?: string | null;
  }[];
}

/**
 * What surrounds the metadata of a record: identity, status and times.
 */
export interface RecordFrame {
  id: string;
  /**
   * User name of the record's owner.
   */
  vendor?: string;
  status: "in progress" | "pending" | "accepted" | "rejected";
  timeOfLastStatusChange: string;
  dataIsAvailable: boolean;
  /**
   * When the upload that was sent last was refused for its faults; only in the list of records, and only while no other one was sent.
   */
  uploadRefused?: string;
  /**
   * The first of the faults that the upload was refused for; only in the list of records, beside the time of that.
   */
  uploadFault?: string | null;
  /**
   * When the upload that was taken last was sent; only in lists of records.
   */
  uploaded?: string;
  /**
   * How many messages of others have come since the record's vendor last read its thread; only in the list of records.
   */
  unreadMessages?: number;
  /**
   * Bytes of the zip that was taken last; only in the list of records to review.
   */
  uploadSize?: number;
  /**
   * What the check of the upload that was taken last advised; only in the list of records to review.
   */
  uploadWarnings?: number;
  /**
   * Files between whose versions the vendor still has to choose; only in the list of records to review.
   */
  openConflicts?: number;
  schemaVersion: number;
}

/**
 * Why an agency admin returns a record to its vendor.
 */
export interface Rejection {
  recordId: string;
  /**
   * Tell the vendor what to change, naming fields and files.
   */
  reason: string;
  /**
   * What is to change, field by field and file by file; the vendor ticks each off.
   *
   * @maxItems 200
   */
  reasons?: {
    kind: "field" | "file" | "finding";
    /**
     * The field's name in its schema, the file's path inside the model, or what made the finding.
     */
    name: string;
    text: string;
  }[];
}

/**
 * One choice between the uploads of a record: who chose what, when, and what that put aside.
 */
export interface Resolution {
  id: string;
  username: string;
  date: string;
  /**
   * The newest when the choice was made.
   */
  uploadVersion?: number | null;
  /**
   * The upload that was kept as a whole; null where files were chosen one by one.
   */
  keptVersion?: number | null;
  /**
   * One by one: the version that stays, or null where the file was left out. The first 200.
   */
  chosen: {
    path: string;
    version: number | null;
  }[];
  /**
   * Contents that stand no more; undoing brings them back. The first 200.
   */
  putAside: {
    path: string;
    version: number | null;
  }[];
  putAsideCount: number;
  /**
   * When the choice was taken back; null while it stands.
   */
  undone?: string | null;
  undoneBy?: string | null;
  /**
   * A correction took the place of this version; null where somebody chose between uploads.
   */
  correctedVersion?: number | null;
}

/**
 * What a user types to sign in, and again before a script is downloaded.
 */
export interface SignIn {
  username: string;
  password: string;
}

/**
 * A program that runs flood models. Records keep the abbreviation.
 */
export interface Software {
  name: string;
  abbreviation: string;
}

/**
 * One uploaded zip of a record; archived ones are hidden.
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
  sameFiles?: number | null;
  goneFiles?: number | null;
  /**
   * 1 for the record's first upload that was taken, 2 for the next.
   */
  uploadVersion?: number | null;
  /**
   * What its zip does not hold is taken over from that version; none where the zip holds the whole model.
   */
  correctsVersion?: number | null;
}

/**
 * One of several versions of a file that arrived with different uploads of one record.
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
   * 1 for the record's first upload that was taken, 2 for the next.
   */
  uploadVersion?: number | null;
}

/**
 * How far the newest upload of a record has come; a stage not reached has no time. While its zip is being sent it has none, and says how much has arrived.
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
 * The proof of what arrived with one upload: the zip, every file in it with its hash, who sent it and when each stage ended.
 */
export interface UploadReceipt {
  receiptVersion: number;
  recordId: string;
  uploadBatchId: string;
  username: string;
  fileName: string;
  /**
   * Relative to the prefix of the record's download link; none when the zip was not taken.
   */
  path?: string | null;
  size?: number | null;
  sha256?: string | null;
  /**
   * Relative to the prefix of the record's download link; the paths of the files are relative to it.
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
     * Where another upload brought the file: relative to the prefix of the record's download link.
     */
    stored?: string;
  }[];
  /**
   * 1 for the record's first upload that was taken, 2 for the next.
   */
  uploadVersion?: number | null;
  /**
   * What its zip does not hold is taken over from that version; none where the zip holds the whole model.
   */
  correctsVersion?: number | null;
}

/**
 * Leave to upload one model: where to, until when, and the token of that one upload.
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
