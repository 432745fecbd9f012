import { decode } from "./wire/wire.ts";
import { fieldWithRole, schemaOf, type JsonObject, type EntitySchema } from "./schema/fields.ts";
import type { Metadata, RecordFrame } from "./generated/entities.ts";
import type { References } from "./schema/references.ts";
import type { Status } from "./status.ts";

/** What only lists tell of a record, and the services of an installation may not. */
type Told = Pick<
  RecordFrame,
  | "uploaded"
  | "uploadRefused"
  | "uploadFault"
  | "unreadMessages"
  | "uploadSize"
  | "uploadWarnings"
  | "openConflicts"
>;

/** One flood model's record: its metadata and what surrounds it. */
export interface ModelRecord extends Told {
  id: string;
  /** User name of the owner; unknown where the services do not say. */
  vendor?: string | undefined;
  currentMetadata: Partial<Metadata>;
  /** Its title and identifier alone: a search of thousands reads no more of them. */
  names: JsonObject;
  statusInfo: { status: Status; timeOfLastStatusChange: string };
  /** True from acceptance. */
  dataIsAvailable: boolean;
  schemaVersion: number;
}

const metadataSchema = schemaOf("metadata");

const namesSchema: EntitySchema = {
  ...metadataSchema,
  properties: Object.fromEntries(
    ["title", "identifier"].map((role) => {
      const name = fieldWithRole(metadataSchema, role);
      return [name, metadataSchema.properties[name]!];
    }),
  ),
};

/**
 * Reads a record out of the properties of an answer's feature. Its metadata are read when they are first looked at:
 * of a long list most are not.
 */
export function readModelRecord(wire: JsonObject, references: References): ModelRecord {
  const { status, timeOfLastStatusChange, schemaVersion, ...frame } = decode(
    schemaOf("record"),
    wire,
    "read",
  ) as unknown as RecordFrame;
  let metadata: Partial<Metadata> | undefined;
  return {
    ...frame,
    id: String(frame.id),
    get currentMetadata() {
      metadata ??= decode(metadataSchema, wire, "read", references) as Partial<Metadata>;
      return metadata;
    },
    get names() {
      return decode(namesSchema, wire, "read", references);
    },
    statusInfo: { status, timeOfLastStatusChange },
    schemaVersion: schemaVersion ?? 1,
  };
}
