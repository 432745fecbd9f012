import type { FastifyInstance } from "fastify";
import type { Message } from "../../contract/generated/entities.ts";
import { groupBy } from "../../contract/groupBy.ts";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { migrate } from "../../contract/schema/migrations.ts";
import { featuresOf } from "../../contract/wire/endpoints.ts";
import { encode } from "../../contract/wire/wire.ts";
import type { Db } from "../database/tables.ts";
import { parseBody } from "../documentOf.ts";
import { runIdempotent } from "../idempotent.ts";
import { HttpError } from "../refusal.ts";
import type { Services } from "../services.ts";
import { insertMessage, listMessages, type StoredMessage } from "../stores/records/messageStore.ts";
import { listNotifications, listReasons, type StoredReason } from "../stores/records/notificationStore.ts";
import { findReadableRecord, keepRead, type StoredRecord } from "../stores/records/recordStore.ts";
import { timeOf } from "../uploads/uploadAnswers.ts";
import { requireJsonBody } from "./requests.ts";
import { RECORD_NOT_FOUND, defineOperation, TEXT_BODY_LIMIT_BYTES } from "./operation.ts";

const POSITION = { type: "string", pattern: "^[0-9]{1,9}$" };

const listMessagesCall = defineOperation("listMessages", {
  tag: "Records",
  summary: "List a record's messages",
  description:
    "The thread between a record's vendor and the agency's admins, the oldest message first. Its vendor has then read it; where only some are shown, first_shown and last_shown say which (from 1, 0 for none), and they count as read once none before them is unread.",
  query: { first_shown: POSITION, last_shown: POSITION },
  response: "Message",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

const sendMessageCall = defineOperation("sendMessage", {
  tag: "Records",
  summary: "Send a message",
  description: "Adds a message to the thread of one's own record, or of any for the agency's admins.",
  body: "NewMessage",
  bodyLimit: TEXT_BODY_LIMIT_BYTES,
  headers: {
    "Idempotency-Key": "Any text of the caller's own. The same key gets the same answer, and one record.",
  },
  response: "Message",
  errors: {
    "400": "The message is empty or too long.",
    "403": "The user name is another user's.",
    ...RECORD_NOT_FOUND,
  },
});

/** A record's thread between its vendor and the agency's admins. */
export function messageRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  app.route<{
    Params: { recordId: string };
    Querystring: { first_shown?: string; last_shown?: string };
  }>({
    ...listMessagesCall,
    handler: async ({ method, user, params, query }) => {
      const record = await findReadableRecord(db, user, params.recordId);
      const thread = await listMessages(db, record.id);
      const isOwn = record.username === user.username;
      if (isOwn && method !== "HEAD") {
        const { first_shown: first = 1, last_shown: last = thread.length } = query;
        const newest = newestRead(record, thread, Number(first) - 1, Number(last));
        if (newest) await keepRead(db, record.id, newest.id);
      }
      return thread.map((message) => messageAnswer(message, isOwn ? isUnread(record, message) : undefined));
    },
  });

  app.route({
    ...sendMessageCall,
    handler: async (request, reply) => {
      const document = parseBody("message", requireJsonBody(request));
      const message = document as unknown as Message;
      const { username } = request.user;
      if (message.username !== undefined && message.username !== username)
        throw new HttpError(403, "You can only send messages under your own user name.");
      const record = await findReadableRecord(db, request.user, message.recordId);
      return runIdempotent(services, request, reply, async (trx) => {
        const sent = { recordId: record.id, username, content: message.content, document, now: now() };
        return { body: messageAnswer(await insertMessage(trx, sent)) };
      });
    },
  });
}

/** The last of the messages that were shown, unless one before them is still unread. */
function newestRead(
  record: StoredRecord,
  thread: StoredMessage[],
  from: number,
  to: number,
): StoredMessage | undefined {
  const hidden = thread.slice(0, Math.max(from, 0));
  return hidden.some((message) => isUnread(record, message)) ? undefined : thread.slice(0, to).at(-1);
}

/** Whether a record's vendor has not read a message of somebody else. */
const isUnread = ({ username, last_read_message_id: read }: StoredRecord, message: StoredMessage): boolean =>
  message.id > read && message.username !== username;

function messageAnswer(message: StoredMessage, unread?: boolean): JsonObject {
  const { record_id, content, username, sent_at, upload_version: uploadVersion, ...stored } = message;
  const schema = schemaOf("message");
  const document = migrate(schema, stored.document, stored.schema_version);
  const frame = {
    recordId: String(record_id),
    content,
    username,
    date: sent_at.toISOString(),
    uploadVersion,
    unread,
  };
  return encode(schema, { ...document, ...frame }, "read");
}

const listNotificationsCall = defineOperation("listNotifications", {
  tag: "Records",
  summary: "List a record's notifications",
  description:
    "What the agency, or the processing of an upload, said as the record reached its statuses. The latest of the present status holds the reason of a rejection.",
  response: "Notification",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

/** What the agency, or the processing of an upload, said of a record; the newest comes last. */
export function notificationRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { recordId: string } }>({
    ...listNotificationsCall,
    handler: async (request) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      return notificationsAnswer(db, id);
    },
  });
}

/** A record's notifications as the calls answer them. */
export async function notificationsAnswer(db: Db, recordId: number) {
  const rows = await listNotifications(db, recordId);
  const reasons = groupBy(await listReasons(db, recordId), (reason) => reason.notification_id);
  return featuresOf(
    rows.map(({ id, status, content, username, created_at, upload_version: uploadVersion }) => {
      const said = { status, content, username, date: created_at.toISOString(), uploadVersion };
      const notification = { ...said, reasons: (reasons.get(id) ?? []).map(reasonOf) };
      return encode(schemaOf("notification"), notification, "read");
    }),
  );
}

const reasonOf = ({ id, kind, name, content, answered_at }: StoredReason) => ({
  ...{ id: String(id), kind, name, text: content },
  answered: timeOf(answered_at),
});
