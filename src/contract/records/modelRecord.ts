import { decode } from "../wire/wire.ts";
import type { JsonObject } from "../json.ts";
import { getFieldNameByRole, getSchema, type EntitySchema } from "../schema/fields.ts";
import type { Metadata, RecordFrame } from "../generated/entities.ts";
import type { References } from "../schema/references.ts";
import type { Status } from "../status.ts";

/** Only in list answers, and only from servers that support it. */
type RecordListInfo = Pick<
  RecordFrame,
  | "uploaded"
  | "timeOfDeletion"
  | "uploadRefused"
  | "uploadError"
  | "unreadMessages"
  | "modelSize"
  | "findingCount"
  | "openConflicts"
  | "deliveredAgain"
  | "assignedTo"
>;

export interface ModelRecord extends RecordListInfo {
  id: string;
  /** The accepted record that this one is a new version of. */
  previousRecordId?: string | undefined;
  vendor?: string | undefined;
  /** By the agency's last decision, and no model was delivered since. */
  changesRequested?: boolean | undefined;
  currentMetadata: Partial<Metadata>;
  /** For searching long lists without decoding all metadata. */
  titleAndIdentifier: JsonObject;
  statusInfo: { status: Status; timeOfLastStatusChange: string };
  dataIsAvailable: boolean;
  schemaVersion: number;
}

const metadataSchema = getSchema("metadata");

const titleAndIdentifierSchema: EntitySchema = {
  ...metadataSchema,
  properties: Object.fromEntries(
    ["title", "identifier"].map((role) => {
      const name = getFieldNameByRole(metadataSchema, role);
      return [name, metadataSchema.properties[name]!];
    }),
  ),
};

/** Decodes the metadata on first access: most records of a long list are never shown. */
export function parseModelRecord(wire: JsonObject, references: References): ModelRecord {
  const { status, timeOfLastStatusChange, schemaVersion, ...frame } = decode(
    getSchema("record"),
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
    get titleAndIdentifier() {
      return decode(titleAndIdentifierSchema, wire, "read", references);
    },
    statusInfo: { status, timeOfLastStatusChange },
    schemaVersion: schemaVersion ?? 1,
  };
}
