import { decode } from "./wire.ts";
import { schemaOf, type Bag } from "./fields.ts";
import type { Metadata, RecordFrame } from "./generated/entities.ts";
import type { References } from "./references.ts";
import type { Status } from "./status.ts";

/** One flood model's record: its metadata and what surrounds it. */
export interface ModelRecord extends Pick<RecordFrame, "uploaded" | "uploadRefused" | "unreadMessages"> {
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
  const frame = decode(schemaOf("record"), wire, "read") as unknown as RecordFrame;
  let metadata: Partial<Metadata> | undefined;
  return {
    ...told(frame),
    id: String(frame.id),
    get currentMetadata() {
      metadata ??= decode(schemaOf("metadata"), wire, "read", references) as Partial<Metadata>;
      return metadata;
    },
    statusInfo: { status: frame.status, timeOfLastStatusChange: frame.timeOfLastStatusChange },
    dataIsAvailable: frame.dataIsAvailable,
    schemaVersion: frame.schemaVersion ?? 1,
  };
}

/** What lists tell of a record besides, and other services may not. */
const told = ({ vendor, uploaded, uploadRefused, unreadMessages }: RecordFrame) => ({
  ...(vendor !== undefined && { vendor }),
  ...(uploaded && { uploaded }),
  ...(uploadRefused && { uploadRefused }),
  ...(unreadMessages && { unreadMessages }),
});
