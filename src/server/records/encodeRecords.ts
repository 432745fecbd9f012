import { createHash } from "node:crypto";
import { toFeatureCollection } from "../../contract/wire/endpoints.ts";
import { accessRolesOf, filterReadableFields } from "../../contract/schema/access.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, type EntitySchema } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { User } from "../user.ts";
import type { RecordActivity, ReviewActivity } from "../stores/records/recordActivityStore.ts";
import type { ListedRecord, StoredRecord } from "../stores/records/recordStore.ts";

export const readableMetadataSchema = (user: User, vendor?: string): EntitySchema =>
  filterReadableFields(getSchema("metadata"), accessRolesOf(user, vendor));

const hashesBySchema = new WeakMap<EntitySchema, string>();

/** A hash of the schemas, so that a changed schema invalidates earlier ETags. */
export function computeSchemaHash(metadata: EntitySchema): string {
  const cached = hashesBySchema.get(metadata);
  if (cached) return cached;
  const digest = createHash("sha256").update(JSON.stringify([metadata, getSchema("record")]));
  const hash = digest.digest("base64url").slice(0, 8);
  hashesBySchema.set(metadata, hash);
  return hash;
}

/** Only lists include the activity. */
export const encodeRecords = (
  user: User,
  records: ListedRecord[],
  references: References,
  activityByRecord?: ReadonlyMap<number, RecordActivity | ReviewActivity>,
) =>
  toFeatureCollection(
    records.map((record) =>
      encodeProperties(
        user,
        record,
        references,
        activityByRecord && (activityByRecord.get(record.id) ?? { unreadMessages: 0 }),
      ),
    ),
  );

type ListedActivity = Pick<RecordActivity, "unreadMessages"> & Partial<ReviewActivity>;

function encodeProperties(
  user: User,
  record: ListedRecord,
  references: References,
  activity: ListedActivity | undefined,
): JsonObject {
  const recordFields = {
    id: String(record.id),
    vendor: record.username,
    previousRecordId: record.previous_record_id === null ? undefined : String(record.previous_record_id),
    status: record.status,
    timeOfLastStatusChange: record.status_changed_at.toISOString(),
    dataIsAvailable: record.status === "accepted",
    schemaVersion: record.schema_version,
    ...(record.changes_requested && { changesRequested: true }),
    timeOfDeletion: record.deleted_at?.toISOString(),
    ...(activity && { unreadMessages: activity.unreadMessages }),
    uploaded: activity?.uploadedAt?.toISOString(),
    uploadRefused: activity?.rejectedAt?.toISOString(),
    uploadError: activity?.uploadError,
    modelSize: activity?.size,
    findingCount: activity?.findings,
    openConflicts: activity?.conflicts,
    deliveredAgain: activity?.deliveredAgain,
    assignedTo: activity?.assignedTo,
  };
  return Object.assign(
    encode(readableMetadataSchema(user, record.username), record.metadata, "read", references),
    encode(getSchema("record"), recordFields, "read"),
  );
}

/** Depends on the fields that the user may read. */
export const computeRecordEtag = (
  user: User,
  record: Pick<StoredRecord, "id" | "revision" | "username">,
): string =>
  `"${record.id}-${record.revision}-${computeSchemaHash(readableMetadataSchema(user, record.username))}"`;
