import { createHash } from "node:crypto";
import { toFeatureCollection } from "../../contract/wire/endpoints.ts";
import { accessRolesOf, filterReadableFields } from "../../contract/schema/access.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, type EntitySchema } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { User } from "../auth/tokens.ts";
import type { RecordActivity, ReviewActivity } from "../stores/records/recordActivityStore.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";

/** The metadata that a user reads of a record. */
export const readableMetadataSchema = (user: User, vendor?: string): EntitySchema =>
  filterReadableFields(getSchema("metadata"), accessRolesOf(user, vendor));

const shapes = new WeakMap<EntitySchema, string>();

/** Stands for the shape of an answer: a release with another field makes every earlier ETag another version. */
export function computeShapeHash(metadata: EntitySchema): string {
  const known = shapes.get(metadata);
  if (known) return known;
  const shape = createHash("sha256").update(JSON.stringify([metadata, getSchema("record")]));
  const made = shape.digest("base64url").slice(0, 8);
  shapes.set(metadata, made);
  return made;
}

/**
 * Records as the services answer them: the frame around each, and what its reader may read of its metadata, under the
 * read names.
 *
 * @param news what has happened to records besides, by the record's id; only lists tell it
 */
export const encodeRecords = (
  user: User,
  records: StoredRecord[],
  references: References,
  news?: ReadonlyMap<number, RecordActivity | ReviewActivity>,
) =>
  toFeatureCollection(
    records.map((record) =>
      propertiesOf(user, record, references, news && (news.get(record.id) ?? { unread: 0 })),
    ),
  );

/** Only the list of reviews tells what concerns the agency. */
type News = RecordActivity & Partial<ReviewActivity>;

function propertiesOf(
  user: User,
  record: StoredRecord,
  references: References,
  news: News | undefined,
): JsonObject {
  const frame = {
    id: String(record.id),
    vendor: record.username,
    status: record.status,
    timeOfLastStatusChange: record.status_changed_at.toISOString(),
    dataIsAvailable: record.status === "accepted",
    schemaVersion: record.schema_version,
    ...(news && { unreadMessages: news.unread }),
    uploaded: news?.uploaded?.toISOString(),
    uploadRefused: news?.refused?.toISOString(),
    uploadError: news?.fault,
    uploadSize: news?.size,
    uploadWarnings: news?.warnings,
    listOpenConflicts: news?.conflicts,
  };
  return {
    ...encode(readableMetadataSchema(user, record.username), record.metadata, "read", references),
    ...encode(getSchema("record"), frame, "read"),
  };
}

/** The ETag of one record as a user reads it. */
export const etagOf = (user: User, record: Pick<StoredRecord, "id" | "revision" | "username">): string =>
  `"${record.id}-${record.revision}-${computeShapeHash(readableMetadataSchema(user, record.username))}"`;
