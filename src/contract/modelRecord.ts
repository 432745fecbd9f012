import { decode } from "./wire/wire.ts";
import { schemaOf, type Bag } from "./schema/fields.ts";
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
  statusInfo: { status: Status; timeOfLastStatusChange: string };
  /** True from acceptance. */
  dataIsAvailable: boolean;
  schemaVersion: number;
}

/**
 * Reads a record out of the properties of an answer's feature. Its metadata are read when they are first looked at:
 * of a long list most are not.
 */
export function readModelRecord(wire: Bag, references: References): ModelRecord {
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
      metadata ??= decode(schemaOf("metadata"), wire, "read", references) as Partial<Metadata>;
      return metadata;
    },
    statusInfo: { status, timeOfLastStatusChange },
    schemaVersion: schemaVersion ?? 1,
  };
}
