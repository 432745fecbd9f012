import { fieldWithRole, schemaOf, type JsonObject, type SchemaName } from "../../contract/schema/fields.ts";
import { schemas } from "../../contract/generated/schemas.ts";
import { CONTACT_IDENTIFIER, RECORD_IDENTIFIER } from "../../contract/schema/product.ts";
import { namesRead } from "../../contract/wire/wire.ts";
import { firstReferences } from "../seed/seedReferences.ts";
import { wireComponent, type Component } from "./wireComponent.ts";

/** A text with what it looks like. */
const text = (example: string, description?: string): JsonObject => ({
  type: "string",
  ...(description && { description }),
  example,
});

const ID = text("1");
const TEXTS = { type: "array", items: { type: "string" }, example: [] };
const BY = {
  userId: {
    type: ["string", "integer", "null"],
    description: "The signed-in user's contact id.",
    example: "1",
  },
};
const NAMES = Object.keys(schemas) as SchemaName[];

const read = (...names: SchemaName[]) => wireComponent(names, "read", firstReferences);
const write = (name: SchemaName) => wireComponent([name], "write", firstReferences);

const isSome = ({ properties }: Component) => Object.keys(properties).length > 0;

/** Every entity by its schema's title; what a call writes of one that is answered too is called New... */
function entities(): Record<string, Component> {
  const named = NAMES.flatMap((name) => {
    const [answered, written, { title }] = [read(name), write(name), schemaOf(name)];
    const writtenName = isSome(answered) ? `New${title}` : title;
    return [
      ...(isSome(answered) ? [[title, answered] as const] : []),
      ...(isSome(written) ? [[writtenName, written] as const] : []),
    ];
  });
  return Object.fromEntries(named);
}

/** A component with names of its own beside the entity's; those in `required` must be sent. */
function withNames(
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

const object = (
  description: string,
  names: Record<string, JsonObject>,
  required = Object.keys(names),
): Component =>
  withNames(
    { type: "object", description, properties: {}, required: [], additionalProperties: true, example: {} },
    names,
    required,
  );

const contactIds = { contact_id: ID, [CONTACT_IDENTIFIER]: ID };
const CONTESTED_RECORD = `model_${RECORD_IDENTIFIER}`;
const contested = { username: text("vendor1"), [CONTESTED_RECORD]: ID };
const BATCH = text("6f1f3a0e-9c1b-4f0a-8a55-0d0d3c5f7b11");

/** The spatial extent under the name it is answered by, wherever the schema says that is. */
export function extentName(): string {
  const schema = schemaOf("metadata");
  return namesRead(schema.properties[fieldWithRole(schema, "extent")] ?? {}, "read")[0] ?? "";
}

const FAULT = {
  type: "object",
  required: ["path", "rule", "message"],
  properties: {
    path: { type: "array", items: { type: "string" } },
    rule: { type: "string" },
    message: { type: "string" },
  },
  example: { path: ["username"], rule: "pattern", message: "Required" },
};

/** Entities as calls send and answer them. Their rules are asked by the portal's own check, in the schemas' words. */
export const entityComponents: Record<string, Component> = {
  ...entities(),
  Record: read("metadata", "record"),
  NewRecord: withNames(write("metadata"), BY),
  RecordChange: withNames(write("metadata"), { [RECORD_IDENTIFIER]: ID, ...BY }, [RECORD_IDENTIFIER]),
  Contact: withNames(
    read("contact"),
    { id: ID, ...contactIds, record_count: { type: "integer", minimum: 0, example: 2 } },
    ["id", ...Object.keys(contactIds), "record_count"],
  ),
  NewContact: withNames(write("contact"), BY),
  ContactChange: withNames({ ...write("contact"), required: [] }, { ...contactIds, ...BY }),
  PasswordChange: withNames(write("change-password"), { username: text("vendor1") }, ["username"]),
};

/** What calls send and answer beside entities. */
export const ownComponents: Record<string, Component> = {
  RecordId: object("Names one record.", { [RECORD_IDENTIFIER]: ID }),
  UploadRequest: object(
    "Names a record and, for a correction, the version that is corrected and what of it is to go.",
    { [RECORD_IDENTIFIER]: ID, corrected_upload_batch_id: BATCH, left_out_paths: TEXTS },
    [RECORD_IDENTIFIER],
  ),
  ReasonAnswer: object("Ticks a reason of a rejection off, or takes the tick away.", {
    [RECORD_IDENTIFIER]: ID,
    reason_id: text("1"),
    answered: { type: "boolean", example: true },
  }),
  UploadReport: object("What an upload script says of the zip it has sent.", {
    file_name: { ...text("030000000001_Denton_Creek.zip"), minLength: 1, maxLength: 1000 },
    size: { type: "integer", minimum: 0, example: 1048576 },
    sha256: {
      ...text("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
      pattern: "^[0-9A-Fa-f]{64}$",
    },
  }),
  UploadState: object(
    "How far the upload of a script has come.",
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
      faults: TEXTS,
    },
    ["state"],
  ),
  UploadCheck: object(
    "What would be said of a zip after its upload.",
    {
      faults: TEXTS,
      warnings: TEXTS,
      needed: {
        type: "object",
        properties: { offset: { type: "integer" }, length: { type: "integer" } },
        example: { offset: 0, length: 131072 },
      },
    },
    [],
  ),
  UploadReceived: object("Says that an upload is taken.", {
    status: { type: "string", const: "received", example: "received" },
  }),
  SpatialExtentName: object("The name to save with a record.", {
    [extentName()]: text("0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3e_Denton_Creek.gdb.zip"),
  }),
  SpatialExtentArea: object("The area of a geodatabase as one GeoJSON feature.", {
    type: { type: "string", const: "Feature", example: "Feature" },
    geometry: {
      type: ["object", "null"],
      additionalProperties: true,
      description: "A MultiPolygon in geographic coordinates, or null where no area could be read.",
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
      properties: { feature_classes: TEXTS, counties: TEXTS, regions: TEXTS, note: { type: "string" } },
      example: { feature_classes: ["Coverage"] },
    },
  }),
  UploadChoice: object("Chooses one whole upload of a record.", { ...contested, upload_batch_id: BATCH }, [
    CONTESTED_RECORD,
    "upload_batch_id",
  ]),
  VersionChoice: object("Chooses one version of a file.", { ...contested, upload_id: text("7") }, [
    CONTESTED_RECORD,
    "upload_id",
  ]),
  VersionsChoice: object(
    "Chooses of many files one version each that stays, and files that are left out.",
    {
      ...contested,
      upload_ids: { type: "array", items: { type: "string" }, maxItems: 100_000, example: ["7", "9"] },
      left_out_ids: { type: "array", items: { type: "string" }, maxItems: 100_000, example: ["8"] },
    },
    ["upload_ids"],
  ),
  UndoneChoice: object("Takes back a choice.", { [RECORD_IDENTIFIER]: ID, ...contested }, []),
  Health: object("Says that all is well.", { status: { type: "string", const: "ok", example: "ok" } }),
  ReviewFigures: object("What has come to the agency in the last twelve weeks, and how fast it decided.", {
    deliveries: {
      type: "array",
      description: "Uploads that were taken, by the Monday of their week and the status of their record now.",
      items: {
        type: "object",
        required: ["week", "status", "count"],
        properties: {
          week: text("2026-03-02"),
          status: text("accepted"),
          count: { type: "integer", example: 3 },
        },
      },
      example: [{ week: "2026-03-02", status: "accepted", count: 3 }],
    },
    decisions: { type: "integer", example: 12 },
    median_days: {
      type: ["number", "null"],
      description: "Days from an upload to its decision, half of them took longer; null before the first.",
      example: 2.5,
    },
  }),
  AuditEntry: object("One line of the audit log.", {
    id: text("1"),
    at: text("2026-03-02T15:04:05.000Z"),
    event: text("record accepted"),
    username: { type: ["string", "null"], example: "agency1" },
    address: { type: ["string", "null"], example: "192.0.2.7" },
    [RECORD_IDENTIFIER]: { type: ["string", "null"], example: "1" },
    detail: { type: "object", additionalProperties: true, example: {} },
  }),
  PasswordChanged: object("Says that it is done, with the token of a new session.", {
    message: text("Reset password successfully!"),
    accessToken: text("eyJ..."),
    expirationTime: { type: "integer", description: "Epoch seconds.", example: 1793000000 },
  }),
  Refusal: object(
    "Why a call was refused, and where fields are at fault, each of them.",
    {
      message: text("Please fix 1 error(s)."),
      faults: { type: "array", items: FAULT, example: [FAULT.example] },
    },
    ["message"],
  ),
};

/** Everything that routes refer to, by its name. */
export const components = { ...entityComponents, ...ownComponents };
