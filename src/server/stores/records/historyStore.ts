import type { Selectable } from "kysely";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getFieldText } from "../../../contract/schema/fields.ts";
import type { User } from "../../user.ts";
import type { Db } from "../../database/tables.ts";
import type { HistoryTable } from "../../database/recordTables.ts";
import { upgradeMetadata, type StoredRecord } from "./recordStore.ts";
import { latestVersionQuery } from "../uploads/uploadStore.ts";
import { upgradeContact } from "../contactStore.ts";

export type StoredHistoryEntry = Selectable<HistoryTable>;

/** Records what a save changed and who saved it. `before` is null for a new record. */
export async function insertHistoryEntry(
  trx: Db,
  { record, before, user, now }: { record: StoredRecord; before: JsonObject | null; user: User; now: Date },
): Promise<void> {
  const contact = await trx
    .selectFrom("contacts")
    .select(["document", "schema_version"])
    .where("id", "=", Number(user.id))
    .executeTakeFirst();
  const person = contact ? upgradeContact(contact.document, contact.schema_version) : {};
  const getName = (role: string) => getFieldText(getSchema("contact"), person, role);
  await trx
    .insertInto("history")
    .values({
      record_id: record.id,
      account_id: Number(user.id),
      username: user.username,
      first_name: getName("firstName"),
      last_name: getName("lastName"),
      old_metadata: before && JSON.stringify(before),
      new_metadata: JSON.stringify(record.metadata),
      schema_version: record.schema_version,
      upload_version: latestVersionQuery(record.id),
      saved_at: now,
    })
    .execute();
}

interface HistoryPage {
  before?: number | undefined;
  isFirst?: boolean;
  limit: number;
}

export async function listHistoryEntries(
  db: Db,
  recordId: number,
  { before, isFirst = false, limit }: HistoryPage,
): Promise<StoredHistoryEntry[]> {
  const entries = await db
    .selectFrom("history")
    .selectAll()
    .where("record_id", "=", recordId)
    .$if(before !== undefined, (query) => query.where("id", "<", before!))
    .orderBy("id", isFirst ? "asc" : "desc")
    .limit(isFirst ? 1 : limit)
    .execute();
  return entries.map((entry) => ({
    ...entry,
    old_metadata: entry.old_metadata && upgradeMetadata(entry.old_metadata, entry.schema_version),
    new_metadata: upgradeMetadata(entry.new_metadata, entry.schema_version),
  }));
}

export function findLatestHistoryEntry(db: Db, recordId: number): Promise<StoredHistoryEntry | undefined> {
  return db
    .selectFrom("history")
    .selectAll()
    .where("record_id", "=", recordId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
