import type { Kysely, Selectable } from "kysely";
import type { Database, MessagesTable } from "../database/tables.ts";

export type StoredMessage = Selectable<MessagesTable>;

type Db = Kysely<Database>;

/** A record's thread, the oldest message first. */
export function listMessages(db: Db, recordId: number): Promise<StoredMessage[]> {
  return db.selectFrom("messages").selectAll().where("record_id", "=", recordId).orderBy("id").execute();
}

/** Adds a message at the end of a record's thread. */
export function insertMessage(
  trx: Db,
  message: { recordId: number; username: string; content: string; now: Date },
): Promise<StoredMessage> {
  const { recordId, username, content, now } = message;
  return trx
    .insertInto("messages")
    .values({ record_id: recordId, username, content, sent_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}
