import type { Kysely, Selectable } from "kysely";
import { schemaOf, versionOf, type Bag } from "../../contract/fields.ts";
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
  message: { recordId: number; username: string; content: string; document?: Bag; now: Date },
): Promise<StoredMessage> {
  const { recordId, username, content, document = {}, now } = message;
  return trx
    .insertInto("messages")
    .values({
      record_id: recordId,
      username,
      content,
      document: JSON.stringify(document),
      schema_version: versionOf(schemaOf("message")),
      sent_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
