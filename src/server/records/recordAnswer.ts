import { createHash } from "node:crypto";
import { featuresOf } from "../../contract/wire/endpoints.ts";
import { schemaOf, type Bag } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { RecordNews } from "../stores/records/recordNewsStore.ts";
import type { ReviewNews } from "../stores/records/reviewStore.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";

/** Stands for the shape of the answers: a release with another field makes every earlier ETag another version. */
export const ANSWER_SHAPE = createHash("sha256")
  .update(JSON.stringify([schemaOf("metadata"), schemaOf("record")]))
  .digest("base64url")
  .slice(0, 8);

/**
 * Records as the services answer them: the frame around each, and its metadata under the read names.
 *
 * @param news what has happened to records besides, by the record's id; only lists tell it
 */
export const recordAnswer = (
  records: StoredRecord[],
  references: References,
  news?: ReadonlyMap<number, RecordNews | ReviewNews>,
) =>
  featuresOf(
    records.map((record) => propertiesOf(record, references, news && (news.get(record.id) ?? { unread: 0 }))),
  );

/** Only the list of reviews tells what concerns the agency. */
type News = RecordNews & Partial<ReviewNews>;

function propertiesOf(record: StoredRecord, references: References, news: News | undefined): Bag {
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
    uploadSize: news?.size,
    uploadWarnings: news?.warnings,
    openConflicts: news?.conflicts,
  };
  return {
    ...encode(schemaOf("metadata"), record.metadata, "read", references),
    ...encode(schemaOf("record"), frame, "read"),
  };
}

/** The ETag of one record. */
export const etagOf = ({ id, version }: Pick<StoredRecord, "id" | "version">): string =>
  `"${id}-${version}-${ANSWER_SHAPE}"`;
