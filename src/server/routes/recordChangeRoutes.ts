import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf, versionOf, type Bag } from "../../contract/fields.ts";
import { answerOnce, type Created } from "../answerOnce.ts";
import { metadataOf } from "../records/metadataOf.ts";
import { etagOf, recordAnswer } from "../records/recordAnswer.ts";
import { saveRecord } from "../records/saveRecord.ts";
import type { Services } from "../services.ts";
import { insertVersion } from "../stores/historyStore.ts";
import { findOwnRecord, hideRecord, insertRecord, lockRecord } from "../stores/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { bodyOf } from "./bodyOf.ts";
import { stamp } from "./isUnchanged.ts";
import { recordIdOf } from "./recordIdOf.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** What a vendor does to their own records: add, save, duplicate, delete. */
export function recordChangeRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  const create = async (request: FastifyRequest, reply: FastifyReply, metadata: Bag) => {
    const references = await loadReferences(db);
    return answerOnce(services, request, reply, async (trx): Promise<Created> => {
      const { user } = request;
      const schemaVersion = versionOf(schemaOf("metadata"));
      const made = { username: user.username, metadata, schemaVersion, now: now() };
      const record = await insertRecord(trx, made);
      await insertVersion(trx, { record, before: null, user, now: now() });
      return { body: recordAnswer([record], references), etag: etagOf(record) };
    });
  };

  app.route({
    method: endpoints.addRecord.method,
    url: endpoints.addRecord.path,
    handler: async (request, reply) => {
      const about = { username: request.user.username, references: await loadReferences(db) };
      return create(request, reply, await metadataOf(db, bodyOf(request), about));
    },
  });

  app.route({
    method: endpoints.saveRecord.method,
    url: endpoints.saveRecord.path,
    handler: async (request, reply) => {
      const { user } = request;
      const body = bodyOf(request);
      const { id, metadata: before } = await findOwnRecord(db, user, recordIdOf(body));
      const references = await loadReferences(db);
      const metadata = await metadataOf(db, body, { username: user.username, references, before });
      const ifMatch = request.headers["if-match"];
      const saved = await saveRecord(services, { id, user, metadata, references, ifMatch });
      stamp(reply, etagOf(saved));
      return recordAnswer([saved], references);
    },
  });

  app.route({
    method: endpoints.duplicateRecord.method,
    url: endpoints.duplicateRecord.path,
    handler: async (request, reply) => {
      const record = await findOwnRecord(db, request.user, recordIdOf(bodyOf(request)));
      return create(request, reply, record.metadata);
    },
  });

  app.route({
    method: endpoints.deleteRecord.method,
    url: endpoints.deleteRecord.path,
    handler: async (request) => {
      const record = await findOwnRecord(db, request.user, recordIdOf(bodyOf(request)));
      const references = await loadReferences(db);
      return db.transaction().execute(async (trx) => {
        const locked = await lockRecord(trx, record.id);
        await hideRecord(trx, locked.id, now());
        return recordAnswer([locked], references);
      });
    },
  });
}
