import type { Selectable } from "kysely";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getSchemaVersion } from "../../../contract/schema/fields.ts";
import type { Db } from "../../database/tables.ts";
import type { MessagesTable } from "../../database/recordTables.ts";
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
export async function insertMessage(
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
  const inserted = await trx
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
  if (username !== PORTAL_USER) await setLastMessage(trx, inserted);
  return inserted;
}

/**
 * Does not raise the revision: nothing of the record changes. `greatest`, because messages may be committed in another
 * order than that of their ids.
 */
async function setLastMessage(trx: Db, { id, record_id, username }: StoredMessage): Promise<void> {
  await trx
    .updateTable("records")
    .set(({ eb, fn, ref, val }) => {
      const isVendor = eb("username", "=", username);
      const vendorId = ref("last_vendor_message_id");
      const agencyId = ref("last_agency_message_id");
      const latest = (lastId: typeof vendorId) => fn<number>("greatest", [lastId, val(id)]);
      return {
        last_vendor_message_id: eb.case().when(isVendor).then(latest(vendorId)).else(vendorId).end(),
        last_agency_message_id: eb.case().when(isVendor).then(agencyId).else(latest(agencyId)).end(),
      };
    })
    .where("id", "=", record_id)
    .execute();
}

/** The column with the last message that the vendor or the agency has read. */
export type ReadMarker = "last_read_message_id" | "agency_read_message_id";

/** Does not raise the revision: nothing of the record changes. */
export async function setLastReadMessage(
  db: Db,
  id: number,
  marker: ReadMarker,
  messageId: number,
): Promise<void> {
  await db
    .updateTable("records")
    .set({ [marker]: messageId })
    .where("id", "=", id)
    .where(marker, "<", messageId)
    .execute();
}
