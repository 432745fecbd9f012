import { createHash } from "node:crypto";
import { featuresOf } from "../../contract/endpoints.ts";
import { schemaOf, type Bag } from "../../contract/fields.ts";
import type { References } from "../../contract/references.ts";
import { encode } from "../../contract/wire.ts";
import type { StoredRecord } from "../stores/recordStore.ts";

/** Stands for the shape of the answers: a release with another field makes every earlier ETag another version. */
export const ANSWER_SHAPE = createHash("sha256")
  .update(JSON.stringify([schemaOf("metadata"), schemaOf("record")]))
  .digest("base64url")
  .slice(0, 8);

/**
 * Records as the services answer them: the frame around each, and its metadata under the read names.
 *
 * @param refused when the last upload of a record was refused, by the record's id
 */
export const recordAnswer = (
  records: StoredRecord[],
  references: References,
  refused: ReadonlyMap<number, Date> = new Map(),
) => featuresOf(records.map((record) => propertiesOf(record, references, refused.get(record.id))));

function propertiesOf(record: StoredRecord, references: References, refused: Date | undefined): Bag {
  const frame = {
    id: String(record.id),
    vendor: record.username,
    status: record.status,
    timeOfLastStatusChange: record.status_changed_at.toISOString(),
    dataIsAvailable: record.status === "accepted",
    schemaVersion: record.schema_version,
    ...(refused && { uploadRefused: refused.toISOString() }),
  };
  return {
    ...encode(schemaOf("metadata"), record.metadata, "read", references),
    ...encode(schemaOf("record"), frame, "read"),
  };
}

/** The ETag of one record. */
export const etagOf = ({ id, version }: Pick<StoredRecord, "id" | "version">): string =>
  `"${id}-${version}-${ANSWER_SHAPE}"`;
