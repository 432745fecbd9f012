import type { FastifyInstance } from "fastify";
import type { Message } from "../../../contract/generated/entities.ts";
import { groupBy } from "../../../contract/groupBy.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { checkNewValues } from "../../../contract/rules/checkNewValues.ts";
import { isAdmin } from "../../../contract/roles.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../../contract/schema/migrateToCurrentSchema.ts";
import { toFeatureCollection } from "../../../contract/wire/endpoints.ts";
import { encode } from "../../../contract/wire/wire.ts";
import type { Db } from "../../database/tables.ts";
import { loadOptionValues } from "../../optionValues.ts";
import { parseBody, requireNoErrors } from "../../parseBody.ts";
import { runIdempotent } from "../runIdempotent.ts";
import { HttpError } from "../../httpError.ts";
import { queueRecordMail } from "../../mail/queueMail.ts";
import { encodeChecklist } from "../../records/reviewChecklist.ts";
import { toRejectionReason } from "../../records/toRejectionReason.ts";
import type { Services } from "../../services.ts";
import {
  insertMessage,
  listMessages,
  setLastReadMessage,
  type ReadMarker,
  type StoredMessage,
} from "../../stores/records/messageStore.ts";
import { listNotifications, listReasons } from "../../stores/records/notificationStore.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { findReadableRecord, type StoredRecord } from "../../stores/records/recordStore.ts";
import type { User } from "../../user.ts";
import { getRecordId, requireJsonBody } from "../requests.ts";
import {
  RECORD_NOT_FOUND,
  IDEMPOTENCY_KEY_HEADER,
  defineOperation,
  TEXT_BODY_LIMIT_BYTES,
} from "../operation.ts";
import { parseRowCursor, sendPage, type PageQuery } from "../paging.ts";

const listMessagesCall = defineOperation("listMessages", {
  tag: "Records",
  summary: "List a record's messages",
  description:
    "Returns the messages between a record's vendor and the agency's admins, oldest first: all, or one page of them. `unread` is set for the vendor, and for the reviewers of the record: its assigned admin, or all admins if it has none. Does not mark messages as read.",
  response: "Message",
  isList: true,
  isPaged: true,
  errors: RECORD_NOT_FOUND,
});

const markMessagesReadCall = defineOperation("markMessagesRead", {
  tag: "Records",
  summary: "Mark a record's messages as read",
  description:
    "Marks messages as read: those that the caller was shown, up to the position last_shown. Has no effect while a message before the position first_shown is unread, or if the caller is neither the vendor nor a reviewer of the record. A message that one reviewer has read counts as read by the agency. Positions start at 1. Returns the number of messages that are still unread.",
  body: "ShownMessages",
  response: "UnreadMessages",
  errors: RECORD_NOT_FOUND,
});

const sendMessageCall = defineOperation("sendMessage", {
  tag: "Records",
  summary: "Send a message",
  description:
    "Adds a message to a record. Vendors can write to their own records, the agency's admins to all.",
  body: "NewMessage",
  bodyLimit: TEXT_BODY_LIMIT_BYTES,
  headers: IDEMPOTENCY_KEY_HEADER,
  response: "Message",
  errors: {
    "400": "The message is empty or too long.",
    "403": "The request names another user. You can only send messages under your own user name.",
    ...RECORD_NOT_FOUND,
  },
});

export function messageRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  app.route<{ Params: { recordId: string }; Querystring: PageQuery }>({
    ...listMessagesCall,
    handler: async (request, reply) => {
      const { user, params, query } = request;
      const record = await findReadableRecord(db, user, params.recordId);
      const after = parseRowCursor(query.after);
      const messages = await sendPage(request, reply, {
        query: { ...query },
        list: (limit) => listMessages(db, record.id, { after, limit }),
        getCursor: ({ id }) => String(id),
      });
      const marker = findReadMarker(record, user);
      return messages.map((message) => encodeMessage(message, marker && isUnread(record, marker, message)));
    },
  });

  app.route({
    ...markMessagesReadCall,
    handler: async (request) => {
      const body = requireJsonBody(request);
      const record = await findReadableRecord(db, request.user, getRecordId(body));
      const marker = findReadMarker(record, request.user);
      if (!marker) return { unread_messages: 0 };
      const { first_shown: first, last_shown: last } = body as { first_shown: number; last_shown: number };
      const messages = await listMessages(db, record.id);
      const unread = messages.filter((message) => isUnread(record, marker, message));
      const isEarlierUnread = messages.slice(0, Math.max(first - 1, 0)).some((one) => unread.includes(one));
      const lastRead = isEarlierUnread ? undefined : messages.slice(0, last).at(-1);
      if (lastRead) await setLastReadMessage(db, record.id, marker, lastRead.id);
      return { unread_messages: unread.filter(({ id }) => id > (lastRead?.id ?? 0)).length };
    },
  });

  app.route({
    ...sendMessageCall,
    handler: async (request, reply) => {
      const references = await loadReferences(db);
      const document = parseBody("message", requireJsonBody(request), references);
      requireNoErrors(
        checkNewValues(getSchema("message"), document, undefined, await loadOptionValues(references)),
      );
      const message = document as unknown as Message;
      const { username } = request.user;
      if (message.username !== undefined && message.username !== username)
        throw new HttpError(403, "You can only send messages under your own user name.");
      const record = await findReadableRecord(db, request.user, message.recordId);
      return runIdempotent(services, request, reply, async (trx) => {
        const newMessage = { recordId: record.id, username, content: message.content, document, now: now() };
        const mail = {
          recordId: record.id,
          to: record.username === username ? ("reviewers" as const) : ("vendor" as const),
          actor: username,
          sentence: `${username} wrote a message about this model.`,
        };
        await queueRecordMail(trx, mail, now());
        return { body: encodeMessage(await insertMessage(trx, newMessage)) };
      });
    },
  });
}

/** Undefined for admins who do not review the record: messages that only they have read stay unread. */
function findReadMarker(record: StoredRecord, { username, roles }: User): ReadMarker | undefined {
  if (record.username === username) return "last_read_message_id";
  const isReviewer = isAdmin({ roles }) && [null, username].includes(record.assigned_to);
  return isReviewer ? "agency_read_message_id" : undefined;
}

const isUnread = (record: StoredRecord, marker: ReadMarker, message: StoredMessage): boolean =>
  message.id > record[marker] &&
  (message.username === record.username) === (marker === "agency_read_message_id");

function encodeMessage(message: StoredMessage, unread?: boolean): JsonObject {
  const { record_id, content, username, sent_at, upload_version: uploadVersion, ...stored } = message;
  const schema = getSchema("message");
  const document = migrateToCurrentSchema(schema, stored.document, stored.schema_version);
  const fields = {
    recordId: String(record_id),
    content,
    username,
    date: sent_at.toISOString(),
    uploadVersion,
    unread,
  };
  return encode(schema, { ...document, ...fields }, "read");
}

const listNotificationsCall = defineOperation("listNotifications", {
  tag: "Records",
  summary: "List a record's notifications",
  description:
    "Returns the notifications of a record: what the agency or the upload processing wrote at each status change. The latest one of the current status contains the reason for a rejection.",
  response: "Notification",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

export function notificationRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { recordId: string } }>({
    ...listNotificationsCall,
    handler: async (request) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      return loadNotifications(db, request.user, id);
    },
  });
}

/** Oldest first. */
export async function loadNotifications(db: Db, user: User, recordId: number) {
  const rows = await listNotifications(db, recordId);
  const reasons = groupBy(await listReasons(db, recordId), (reason) => reason.notification_id);
  const references = await loadReferences(db);
  return toFeatureCollection(
    rows.map((row) => {
      const { status, content, username, upload_version: uploadVersion } = row;
      const notification = {
        ...{ status, content, username, uploadVersion },
        date: row.created_at.toISOString(),
        requestsChanges: row.requests_changes,
        ...(isAdmin(user) && row.note !== "" && { note: row.note }),
        ...(isAdmin(user) &&
          row.checklist && {
            checklist: encodeChecklist(row.checklist, row.checklist_version ?? 1, references),
          }),
        reasons: (reasons.get(row.id) ?? []).map((reason) =>
          toRejectionReason(isAdmin(user) ? reason : { ...reason, finding: null }),
        ),
      };
      return encode(getSchema("notification"), notification, "read");
    }),
  );
}
