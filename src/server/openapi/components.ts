import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, getSchema, type SchemaName } from "../../contract/schema/fields.ts";
import { schemas } from "../../contract/generated/schemas.ts";
import { FIGURE_GROUPS } from "../../contract/reviewStatistics.ts";
import {
  MAX_ACCEPTANCE_NOTE_LENGTH,
  MAX_ANSWER_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_REOPENING_REASON_LENGTH,
} from "../../contract/reviewLimits.ts";
import { MAIL_FREQUENCIES } from "../../contract/mailFrequency.ts";
import { CONTACT_ID_KEY, RECORD_ID_KEY } from "../../contract/schema/product.ts";
import { listReadNames } from "../../contract/wire/wire.ts";
import { initialReferences } from "../seed/seedReferences.ts";
import { buildWireComponent, type Component } from "./buildWireComponent.ts";

const textSchema = (example: string, description?: string): JsonObject => ({
  type: "string",
  ...(description && { description }),
  example,
});

const ID_SCHEMA = textSchema("1");
const TEXT_LIST = { type: "array", items: { type: "string" }, example: [] };
const USER_ID = {
  userId: {
    type: ["string", "integer", "null"],
    description: "Contact id of the signed-in user.",
    example: "1",
  },
};
const SCHEMA_NAMES = Object.keys(schemas) as SchemaName[];

const readComponent = (...names: SchemaName[]) => buildWireComponent(names, "read", initialReferences);
const writeComponent = (name: SchemaName) => buildWireComponent([name], "write", initialReferences);

const hasProperties = ({ properties }: Component) => Object.keys(properties).length > 0;

/** Named by the title of the schema. The request body of an entity that is also returned is named New... */
function buildEntityComponents(): Record<string, Component> {
  const named = SCHEMA_NAMES.flatMap((name) => {
    const [readSchema, writeSchema, { title }] = [readComponent(name), writeComponent(name), getSchema(name)];
    const writeName = hasProperties(readSchema) ? `New${title}` : title;
    return [
      ...(hasProperties(readSchema) ? [[title, readSchema] as const] : []),
      ...(hasProperties(writeSchema) ? [[writeName, writeSchema] as const] : []),
    ];
  });
  return Object.fromEntries(named);
}

function withProperties(
  component: Component,
  names: Record<string, JsonObject>,
  required: string[] = [],
): Component {
  const examples = Object.entries(names).map(([name, { example }]) => [name, example] as const);
  return {
    ...component,
    properties: { ...component.properties, ...names },
    required: [...component.required, ...required],
    example: { ...component.example, ...Object.fromEntries(examples) },
  };
}

const objectComponent = (
  description: string,
  names: Record<string, JsonObject>,
  required = Object.keys(names),
): Component =>
  withProperties(
    { type: "object", description, properties: {}, required: [], additionalProperties: true, example: {} },
    names,
    required,
  );

const contactIds = { contact_id: ID_SCHEMA, [CONTACT_ID_KEY]: ID_SCHEMA };
const CONFLICT_RECORD_ID = `model_${RECORD_ID_KEY}`;
const conflictParameters = { username: textSchema("vendor1"), [CONFLICT_RECORD_ID]: ID_SCHEMA };
const UPLOAD_ID = textSchema("6f1f3a0e-9c1b-4f0a-8a55-0d0d3c5f7b11");

const DRAFT_KEY = {
  key: { ...textSchema("7", "The record's id, or a unique text."), pattern: "^[A-Za-z0-9_-]{1,80}$" },
  revision: {
    type: "integer",
    minimum: 0,
    maximum: 1_000_000_000,
    description: "The revision that the change replaces; 0 for a draft that was never saved.",
    example: 3,
  },
  window_id: {
    ...textSchema("5b1f8e0c", "Names the browser window that changes the draft."),
    minLength: 1,
    maxLength: 80,
  },
};
const DRAFT_DATA = {
  summary: {
    type: "object",
    maxProperties: 10,
    additionalProperties: { type: ["string", "number"], maxLength: 500 },
    example: { title: "Denton Creek", missing: 5 },
  },
  content: { type: "object", additionalProperties: true, example: { values: {} } },
};
const SAVED_DRAFT = {
  ...DRAFT_KEY,
  [RECORD_ID_KEY]: { type: ["string", "null"], example: "7" },
  summary: { type: "object", additionalProperties: true, example: DRAFT_DATA.summary.example },
  saved_at: textSchema("2026-03-02T15:04:05.000Z"),
};

/** The read name of the metadata field for the spatial extent. */
export function getExtentFieldName(): string {
  const schema = getSchema("metadata");
  return listReadNames(schema.properties[getFieldNameByRole(schema, "extent")] ?? {}, "read")[0] ?? "";
}

const ERROR_SCHEMA = {
  type: "object",
  required: ["path", "rule", "message"],
  properties: {
    path: { type: "array", items: { type: "string" } },
    rule: { type: "string" },
    message: { type: "string" },
  },
  example: { path: ["username"], rule: "pattern", message: "Required" },
};

const NOTE = objectComponent("An internal note of the agency.", {
  id: textSchema("1"),
  username: textSchema("agency1"),
  content: textSchema("Waiting for the final geometry."),
  date: textSchema("2026-03-02T15:04:05.000Z"),
});

const DAYS = { type: ["number", "null"], example: 2.5 };

const GROUPED_FIGURES = objectComponent("What was received and decided.", {
  group: { type: "string", enum: ["all", ...FIGURE_GROUPS], example: "vendor" },
  name: textSchema(
    "vendor1",
    "Monday of the week, id of the region or user name. Empty without a region or reviewer.",
  ),
  received: { type: "integer", description: "Uploads that passed the checks.", example: 4 },
  decided: { type: "integer", description: "Acceptances and rejections.", example: 3 },
  returned: { type: "integer", description: "Rejections.", example: 1 },
  median_days: { ...DAYS, description: "Median days from upload to decision; null without a decision." },
  p90_days: { ...DAYS, description: "90 % of the decisions took at most as many days." },
});

const COMMON_FINDING = objectComponent("A reason for rejections.", {
  field: { type: ["string", "null"], description: "The name of the field it is about.", example: "county" },
  text: textSchema("", "Empty for a field: all reasons about it are counted together."),
  count: { type: "integer", description: "The number of rejections with it.", example: 5 },
});

const MAIL_FREQUENCY = { type: "string", enum: [...MAIL_FREQUENCIES], example: "daily" };

const OUTGOING_MAIL = objectComponent("A mail to one user.", {
  id: textSchema("1"),
  username: textSchema("vendor1", "The recipient."),
  subject: textSchema("Denton Creek: The agency accepted this model"),
  text: textSchema("Denton Creek\n\nThe agency accepted this model."),
  state: {
    type: "string",
    enum: ["waiting", "sent", "failed", "kept"],
    description: "kept: the server had no mail server.",
    example: "sent",
  },
  error: { type: ["string", "null"], description: "Why it was not sent, if known.", example: null },
  created: textSchema("2026-03-02T15:04:05.000Z"),
  sent: { type: ["string", "null"], example: "2026-03-02T15:04:06.000Z" },
});

/** parseBody validates the rules of these, with the messages of the schemas. */
export const entityComponents: Record<string, Component> = {
  ...buildEntityComponents(),
  Record: readComponent("metadata", "record"),
  NewRecord: withProperties(writeComponent("metadata"), USER_ID),
  RecordChange: withProperties(writeComponent("metadata"), { [RECORD_ID_KEY]: ID_SCHEMA, ...USER_ID }, [
    RECORD_ID_KEY,
  ]),
  Contact: withProperties(
    readComponent("contact"),
    {
      id: ID_SCHEMA,
      ...contactIds,
      record_count: { type: "integer", minimum: 0, example: 2 },
      etag: textSchema('"1-1"'),
    },
    ["id", ...Object.keys(contactIds), "record_count", "etag"],
  ),
  NewContact: withProperties(writeComponent("contact"), USER_ID),
  ContactChange: withProperties(
    { ...writeComponent("contact"), required: [] },
    { ...contactIds, ...USER_ID },
  ),
  PasswordChange: withProperties(writeComponent("change-password"), { username: textSchema("vendor1") }, [
    "username",
  ]),
};

export const ownComponents: Record<string, Component> = {
  RecordId: objectComponent("The id of one record.", { [RECORD_ID_KEY]: ID_SCHEMA }),
  DraftKey: objectComponent(
    "Names one draft of the user, and the revision and window of its last change.",
    DRAFT_KEY,
  ),
  NewDraft: objectComponent(
    "What the user typed but did not save. `summary` is returned by the list of drafts, `content` is not.",
    { ...DRAFT_KEY, [RECORD_ID_KEY]: ID_SCHEMA, ...DRAFT_DATA },
    [...Object.keys(DRAFT_KEY), ...Object.keys(DRAFT_DATA)],
  ),
  DraftSummary: objectComponent("A draft without its content.", SAVED_DRAFT),
  Draft: objectComponent("A draft of the user.", { ...SAVED_DRAFT, content: DRAFT_DATA.content }),
  UploadRequest: objectComponent(
    "The record and, for a correction, the corrected version and the paths to delete from it.",
    { [RECORD_ID_KEY]: ID_SCHEMA, corrected_upload_batch_id: UPLOAD_ID, left_out_paths: TEXT_LIST },
    [RECORD_ID_KEY],
  ),
  Acceptance: objectComponent(
    "The record to accept and, if findings are open, why it is accepted all the same.",
    {
      [RECORD_ID_KEY]: ID_SCHEMA,
      note: {
        ...textSchema("The missing result files are not part of the contract."),
        maxLength: MAX_ACCEPTANCE_NOTE_LENGTH,
      },
    },
    [RECORD_ID_KEY],
  ),
  ReasonAnswer: objectComponent(
    "Marks a reason for a rejection as corrected, answered or open. Without `answer`, the stored answer stays.",
    {
      [RECORD_ID_KEY]: ID_SCHEMA,
      reason_id: textSchema("1"),
      answered: { type: "boolean", example: true },
      answer: {
        ...textSchema("The reach ends there by contract.", "Empty: the vendor corrected it."),
        maxLength: MAX_ANSWER_LENGTH,
      },
    },
    [RECORD_ID_KEY, "reason_id", "answered"],
  ),
  ShownMessages: objectComponent(
    "The first and last message that were shown to the record's vendor, by position.",
    {
      [RECORD_ID_KEY]: ID_SCHEMA,
      first_shown: { type: "integer", minimum: 1, maximum: 1_000_000_000, example: 1 },
      last_shown: { type: "integer", minimum: 0, maximum: 1_000_000_000, example: 3 },
    },
  ),
  UnreadMessages: objectComponent("The number of unread messages of a record.", {
    unread_messages: { type: "integer", minimum: 0, example: 0 },
  }),
  UploadReport: objectComponent(
    "Describes the zip that an upload script has sent: file name, size and SHA-256.",
    {
      file_name: { ...textSchema("030000000001_Denton_Creek.zip"), minLength: 1, maxLength: 1000 },
      size: { type: "integer", minimum: 0, example: 1048576 },
      sha256: {
        ...textSchema("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        pattern: "^[0-9A-Fa-f]{64}$",
      },
    },
  ),
  UploadState: objectComponent(
    "The processing state of an upload, for its upload script.",
    {
      state: {
        type: "string",
        enum: ["expected", "refused", "processing", "processed"],
        example: "processing",
      },
      stage: {
        type: "string",
        enum: ["hashing", "checking", "extracting", "cataloguing", "catalogued"],
        example: "checking",
      },
      size: { type: "integer", description: "Bytes of the zip that was sent.", example: 31457280 },
      faults: TEXT_LIST,
      messages: TEXT_LIST,
    },
    ["state"],
  ),
  UploadCheck: objectComponent(
    "The errors and warnings that processing would find in the zip.",
    {
      faults: TEXT_LIST,
      warnings: TEXT_LIST,
      needed: {
        type: "object",
        properties: { offset: { type: "integer" }, length: { type: "integer" } },
        example: { offset: 0, length: 131072 },
      },
    },
    [],
  ),
  UploadReceived: objectComponent("Confirms that the portal received the upload script's report.", {
    status: { type: "string", const: "received", example: "received" },
  }),
  UploadCanceled: objectComponent("Confirms that the upload was canceled.", {
    status: { type: "string", const: "canceled", example: "canceled" },
  }),
  SpatialExtentName: objectComponent("The stored name of an uploaded geodatabase, to save in a record.", {
    [getExtentFieldName()]: textSchema("0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3e_Denton_Creek.gdb.zip"),
  }),
  SpatialExtentArea: objectComponent("The area of a geodatabase as one GeoJSON feature.", {
    type: { type: "string", const: "Feature", example: "Feature" },
    geometry: {
      type: ["object", "null"],
      additionalProperties: true,
      description: "A MultiPolygon in geographic coordinates, or null if no area could be read.",
      example: {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [-97.3, 33.1],
              [-97.2, 33.1],
              [-97.2, 33.2],
              [-97.3, 33.1],
            ],
          ],
        ],
      },
    },
    properties: {
      type: "object",
      properties: {
        feature_classes: TEXT_LIST,
        counties: TEXT_LIST,
        regions: TEXT_LIST,
        note: { type: "string" },
      },
      example: { feature_classes: ["Coverage"] },
    },
  }),
  UploadChoice: objectComponent(
    "Chooses one whole upload of a record.",
    { ...conflictParameters, upload_batch_id: UPLOAD_ID },
    [CONFLICT_RECORD_ID, "upload_batch_id"],
  ),
  VersionChoice: objectComponent(
    "Chooses one version of a file.",
    { ...conflictParameters, upload_id: textSchema("7") },
    [CONFLICT_RECORD_ID, "upload_id"],
  ),
  VersionsChoice: objectComponent(
    "Chooses one version each of many files, and the files to remove from the model.",
    {
      ...conflictParameters,
      upload_ids: { type: "array", items: { type: "string" }, maxItems: 100_000, example: ["7", "9"] },
      left_out_ids: { type: "array", items: { type: "string" }, maxItems: 100_000, example: ["8"] },
    },
    ["upload_ids"],
  ),
  UndoneChoice: objectComponent(
    "The record, and the id of the conflict resolution to undo. Without that id, the latest one is undone.",
    { [RECORD_ID_KEY]: ID_SCHEMA, ...conflictParameters, resolution_id: textSchema("12") },
    [],
  ),
  RedoneChoice: objectComponent(
    "The record, and the id of the conflict resolution to redo.",
    { [RECORD_ID_KEY]: ID_SCHEMA, username: textSchema("vendor1"), resolution_id: textSchema("12") },
    [RECORD_ID_KEY, "resolution_id"],
  ),
  Health: objectComponent("The status of the server.", {
    status: { type: "string", const: "ok", example: "ok" },
  }),
  ReviewDesk: objectComponent("Who reviews a record, and the agency's internal notes about it.", {
    assigned_to: {
      type: ["string", "null"],
      description: "User name of the reviewer who handles the record.",
      example: "agency1",
    },
    notes: { type: "array", description: "The oldest first.", items: NOTE, example: [NOTE.example] },
    reviewers: { ...TEXT_LIST, description: "User names of all who can review records." },
    viewers: { ...TEXT_LIST, description: "Other agency admins who had the record open in the last minute." },
  }),
  RecordNeighbors: objectComponent("Where a record is among the records of a search.", {
    position: { type: ["integer", "null"], description: "From 1.", example: 2 },
    total: { type: "integer", example: 12 },
    previous: { type: ["string", "null"], description: "The id of the record before.", example: "1" },
    next: { type: ["string", "null"], description: "The id of the record after.", example: "3" },
  }),
  UnreadRecords: objectComponent("The number of records with unread messages.", {
    unread_records: { type: "integer", minimum: 0, example: 3 },
  }),
  Vendor: objectComponent("A vendor.", { username: textSchema("vendor1") }),
  Reviewer: objectComponent("An agency admin.", { username: textSchema("agency1") }),
  NewAssignment: objectComponent(
    "Assigns a record to a reviewer; null returns it to all reviewers. `previous` is the reviewer whom the caller saw.",
    {
      [RECORD_ID_KEY]: ID_SCHEMA,
      assigned_to: { type: ["string", "null"], example: "agency1" },
      previous: { type: ["string", "null"], example: null },
    },
  ),
  Reopening: objectComponent("Why an accepted record is reopened.", {
    [RECORD_ID_KEY]: ID_SCHEMA,
    reason: {
      ...textSchema("The datum of the cross sections is wrong."),
      pattern: "\\S",
      maxLength: MAX_REOPENING_REASON_LENGTH,
    },
  }),
  NewNote: objectComponent("An internal note. Reviewers named as @username get a mail.", {
    [RECORD_ID_KEY]: ID_SCHEMA,
    content: {
      ...textSchema("@agency1 Is this the final geometry?"),
      pattern: "\\S",
      maxLength: MAX_NOTE_LENGTH,
    },
  }),
  ReviewFigures: objectComponent(
    "Uploads of the last twelve weeks, pending records and the time to a decision.",
    {
      deliveries: {
        type: "array",
        description:
          "The number of uploads that passed the checks, by the Monday of their week and the current status of their record. Without versions that were followed by another one before a decision.",
        items: {
          type: "object",
          required: ["week", "status", "count"],
          properties: {
            week: textSchema("2026-03-02"),
            status: textSchema("accepted"),
            count: { type: "integer", example: 3 },
          },
        },
        example: [{ week: "2026-03-02", status: "accepted", count: 3 }],
      },
      counties: {
        type: "array",
        description: "The number of pending records that list each county.",
        items: {
          type: "object",
          required: ["county", "count"],
          properties: { county: textSchema("Comal"), count: { type: "integer", example: 3 } },
        },
        example: [{ county: "Comal", count: 3 }],
      },
      decisions: { type: "integer", example: 12 },
      median_days: {
        type: ["number", "null"],
        description: "Median days from an upload to its decision; null before the first decision.",
        example: 2.5,
      },
    },
  ),
  GroupedFigures: objectComponent("Figures of the review for a period.", {
    since: textSchema("2026-03-02", "The first day, a Monday."),
    figures: {
      type: "array",
      description: "A row for each week, region, vendor and reviewer, and one for all.",
      items: GROUPED_FIGURES,
      example: [GROUPED_FIGURES.example],
    },
    findings: {
      type: "array",
      description: "The commonest reasons for rejections, the commonest first.",
      items: COMMON_FINDING,
      example: [COMMON_FINDING.example],
    },
  }),
  MailSettings: objectComponent("How often the signed-in user gets mails.", {
    frequency: MAIL_FREQUENCY,
    address: textSchema("vera@example.com", "Where mails are sent. Empty without an email address."),
    sends_mail: {
      type: "boolean",
      description: "Whether this server has a mail server. Otherwise mails are kept and not sent.",
      example: true,
    },
  }),
  NewMailSettings: objectComponent("How often the signed-in user gets mails.", { frequency: MAIL_FREQUENCY }),
  OutgoingMail: objectComponent("The latest mails to users.", {
    sends_mail: { type: "boolean", example: true },
    mails: {
      type: "array",
      items: OUTGOING_MAIL,
      example: [OUTGOING_MAIL.example],
    },
  }),
  AuditEntry: objectComponent("An entry of the audit log.", {
    id: textSchema("1"),
    at: textSchema("2026-03-02T15:04:05.000Z"),
    event: textSchema("record accepted"),
    username: { type: ["string", "null"], example: "agency1" },
    address: { type: ["string", "null"], example: "192.0.2.7" },
    [RECORD_ID_KEY]: { type: ["string", "null"], example: "1" },
    detail: { type: "object", additionalProperties: true, example: {} },
  }),
  PasswordChanged: objectComponent("The password was changed. Contains the token of a new session.", {
    message: textSchema("Reset password successfully!"),
    accessToken: textSchema("eyJ..."),
    expirationTime: { type: "integer", description: "Epoch seconds.", example: 1793000000 },
  }),
  ErrorResponse: objectComponent(
    "The error message and, if fields are not valid, their errors.",
    {
      message: textSchema("Please fix 1 error(s)."),
      faults: {
        type: "array",
        description: "The first 20 errors.",
        items: ERROR_SCHEMA,
        example: [ERROR_SCHEMA.example],
      },
      fault_count: {
        type: "integer",
        description: "The number of all errors. Present only if there are more than the 20 listed.",
        example: 35,
      },
      request_id: {
        type: "string",
        description: "Only with status 500: the id of the request in the server's log.",
        example: "0b6f3c1e-3c5d-4a7e-9a51-0f6c2d1b8a44",
      },
    },
    ["message"],
  ),
};

export const components = { ...entityComponents, ...ownComponents };
