import type { Selectable } from "kysely";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getSchemaVersion } from "../../../contract/schema/fields.ts";
import type { Db, MessagesTable } from "../../database/tables.ts";
import { currentVersionQuery } from "../uploads/modelFileStore.ts";

/** Sender of the portal's own messages and notifications. */
export const PORTAL_USER = "portal";

export type StoredMessage = Selectable<MessagesTable>;

interface MessagePage {
  after?: number | undefined;
  limit?: number | undefined;
}

/** Oldest first. */
export function listMessages(
  db: Db,
  recordId: number,
  { after, limit }: MessagePage = {},
): Promise<StoredMessage[]> {
  return db
    .selectFrom("messages")
    .selectAll()
    .where("record_id", "=", recordId)
    .$if(after !== undefined, (messages) => messages.where("id", ">", after!))
    .orderBy("id")
    .$if(limit !== undefined, (messages) => messages.limit(limit!))
    .execute();
}

export async function hasMessageSince(
  db: Db,
  { recordId, username, content }: { recordId: number; username: string; content: string },
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom("messages")
    .select("id")
    .where("record_id", "=", recordId)
    .where("username", "=", username)
    .where("content", "=", content)
    .where("sent_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Links the message to the current version, unless `uploadVersion` is null. */
export function insertMessage(
  trx: Db,
  message: {
    recordId: number;
    username: string;
    content: string;
    document?: JsonObject;
    now: Date;
    uploadVersion?: null;
  },
): Promise<StoredMessage> {
  const { recordId, username, content, document = {}, now, uploadVersion } = message;
  return trx
    .insertInto("messages")
    .values({
      record_id: recordId,
      username,
      content,
      document: JSON.stringify(document),
      schema_version: getSchemaVersion(getSchema("message")),
      upload_version: uploadVersion === undefined ? currentVersionQuery(recordId) : uploadVersion,
      sent_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
