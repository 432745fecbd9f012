import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf, type Bag } from "../../contract/fields.ts";
import type { Message } from "../../contract/generated/entities.ts";
import { migrate } from "../../contract/migrations.ts";
import { encode } from "../../contract/wire.ts";
import { answerOnce } from "../answerOnce.ts";
import { documentOf } from "../documentOf.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { insertMessage, listMessages, type StoredMessage } from "../stores/messageStore.ts";
import { findReadableRecord } from "../stores/recordStore.ts";
import { bodyOf } from "./bodyOf.ts";

/** A record's thread between its vendor and the agency's admins. */
export function messageRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  app.route<{ Params: { recordId: string } }>({
    method: endpoints.listMessages.method,
    url: endpoints.listMessages.path,
    handler: async (request) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      return (await listMessages(db, id)).map(messageAnswer);
    },
  });

  app.route({
    method: endpoints.sendMessage.method,
    url: endpoints.sendMessage.path,
    handler: async (request, reply) => {
      const document = documentOf("message", bodyOf(request));
      const message = document as unknown as Message;
      const { username } = request.user;
      if (message.username !== undefined && message.username !== username)
        throw new Refusal(403, "You can only send messages under your own user name.");
      const record = await findReadableRecord(db, request.user, message.recordId);
      return answerOnce(services, request, reply, async (trx) => {
        const sent = { recordId: record.id, username, content: message.content, document, now: now() };
        return { body: messageAnswer(await insertMessage(trx, sent)) };
      });
    },
  });
}

function messageAnswer({ record_id, content, username, sent_at, ...stored }: StoredMessage): Bag {
  const schema = schemaOf("message");
  const document = migrate(schema, stored.document, stored.schema_version);
  const frame = { recordId: String(record_id), content, username, date: sent_at.toISOString() };
  return encode(schema, { ...document, ...frame }, "read");
}
