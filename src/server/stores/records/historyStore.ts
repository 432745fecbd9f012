import type { Selectable } from "kysely";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getFieldText } from "../../../contract/schema/fields.ts";
import type { User } from "../../auth/tokens.ts";
import type { Db, HistoryTable } from "../../database/tables.ts";
import { migrateMetadata, type StoredRecord } from "./recordStore.ts";
import { latestVersionQuery } from "../uploads/uploadStore.ts";
import { migrateContact } from "../contactStore.ts";

/** A version as today's schema reads both its sides. */
export type StoredHistoryEntry = Selectable<HistoryTable>;

/** Keeps what a save changed, and who saved it under which name. `before` is null for a record's first version. */
export async function insertHistoryEntry(
  trx: Db,
  { record, before, user, now }: { record: StoredRecord; before: JsonObject | null; user: User; now: Date },
): Promise<void> {
  const contact = await trx
    .selectFrom("contacts")
    .select(["document", "schema_version"])
    .where("id", "=", Number(user.id))
    .executeTakeFirst();
  const person = contact ? migrateContact(contact.document, contact.schema_version) : {};
  const nameOf = (role: string) => getFieldText(getSchema("contact"), person, role);
  await trx
    .insertInto("history")
    .values({
      record_id: record.id,
      account_id: Number(user.id),
      username: user.username,
      first_name: nameOf("firstName"),
      last_name: nameOf("lastName"),
      old_metadata: before && JSON.stringify(before),
      new_metadata: JSON.stringify(record.metadata),
      schema_version: record.schema_version,
      upload_version: latestVersionQuery(record.id),
      saved_at: now,
    })
    .execute();
}

/** Which versions of a record are asked for: those before an id, the newest of all without one, or the first of all. */
interface HistoryPage {
  before?: number | undefined;
  isFirst?: boolean;
  most: number;
}

/** Some versions of a record, the newest first. */
export async function listVersions(
  db: Db,
  recordId: number,
  { before, isFirst = false, most }: HistoryPage,
): Promise<StoredHistoryEntry[]> {
  const versions = await db
    .selectFrom("history")
    .selectAll()
    .where("record_id", "=", recordId)
    .$if(before !== undefined, (query) => query.where("id", "<", before!))
    .orderBy("id", isFirst ? "asc" : "desc")
    .limit(isFirst ? 1 : most)
    .execute();
  return versions.map((version) => ({
    ...version,
    old_metadata: version.old_metadata && migrateMetadata(version.old_metadata, version.schema_version),
    new_metadata: migrateMetadata(version.new_metadata, version.schema_version),
  }));
}

/** The newest version of a record: who saved it last. */
export function findLatestHistoryEntry(db: Db, recordId: number): Promise<StoredHistoryEntry | undefined> {
  return db
    .selectFrom("history")
    .selectAll()
    .where("record_id", "=", recordId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
