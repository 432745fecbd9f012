import type { FastifyInstance } from "fastify";
import { mayEdit } from "../../contract/schema/access.ts";
import { schemaOf, versionOf, type JsonObject } from "../../contract/schema/fields.ts";
import { idempotent, type Created } from "../idempotent.ts";
import { metadataOf } from "../records/metadataOf.ts";
import { etagOf, recordAnswer } from "../records/recordAnswer.ts";
import { saveRecord } from "../records/saveRecord.ts";
import type { Services } from "../services.ts";
import { insertVersion } from "../stores/records/historyStore.ts";
import {
  findEditableRecord,
  findOwnRecord,
  hideRecord,
  insertRecord,
  lockRecord,
} from "../stores/records/recordStore.ts";
import { audit } from "../stores/auditStore.ts";
import { revokeLinksOf } from "../stores/uploads/uploadLinkStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { bodyOf, recordIdOf, stamp } from "./requests.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { NO_RECORD, operation, RECORD_BODY } from "./operation.ts";

const addRecordCall = operation("addRecord", {
  tag: "Records",
  summary: "Add a record",
  description: "Adds a record in progress with this metadata, and answers it with its new id.",
  body: "NewRecord",
  bodyLimit: RECORD_BODY,
  headers: {
    "Idempotency-Key": "Any text of the caller's own. The same key gets the same answer, and one record.",
  },
  answer: "Record",
  isList: true,
  refusals: {
    "400": "The metadata breaks rules; faults names each field and its wording.",
    "422":
      "The Idempotency-Key was used with another body: made is what that call was answered, etag the version of it.",
  },
});

const saveRecordCall = operation("saveRecord", {
  tag: "Records",
  summary: "Save a record",
  description:
    "Puts new metadata in place of the old and keeps both in the record's history. Every field is sent, an emptied one as empty. The agency's admins save what they edit of any record.",
  body: "RecordChange",
  bodyLimit: RECORD_BODY,
  headers: {
    "If-Match": "The ETag the record was read with; without it, the save goes over any version.",
  },
  answer: "Record",
  isList: true,
  refusals: {
    "400": "The metadata breaks rules; faults names each field and its wording.",
    ...NO_RECORD,
    "409":
      "The record is not in progress, or was saved since it was read: savedBy, savedAt, etag and current say by whom, when and what it is now.",
  },
});

const duplicateRecordCall = operation("duplicateRecord", {
  tag: "Records",
  summary: "Duplicate a record",
  description: "Adds a record in progress with the same metadata, and answers it with its new id.",
  body: "RecordId",
  headers: {
    "Idempotency-Key": "Any text of the caller's own. The same key gets the same answer, and one record.",
  },
  answer: "Record",
  isList: true,
  refusals: NO_RECORD,
});

const deleteRecordCall = operation("deleteRecord", {
  tag: "Records",
  summary: "Delete a record",
  description: "Hides a record, in whatever status it is. Nothing of it is destroyed.",
  body: "RecordId",
  answer: "Record",
  isList: true,
  refusals: NO_RECORD,
});

/** What a vendor does to their own records: add, save, duplicate, delete. */
export function recordChangeRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  const create = async (request: FastifyRequest, reply: FastifyReply, metadata: JsonObject) => {
    const references = await loadReferences(db);
    const { user } = request;
    return idempotent(services, request, reply, async (trx): Promise<Created> => {
      const schemaVersion = versionOf(schemaOf("metadata"));
      const made = { username: user.username, metadata, schemaVersion, now: now() };
      const record = await insertRecord(trx, made);
      await insertVersion(trx, { record, before: null, user, now: now() });
      return { body: recordAnswer(user, [record], references), etag: etagOf(user, record) };
    });
  };

  app.route({
    ...addRecordCall,
    handler: async (request, reply) => {
      const about = { user: request.user, references: await loadReferences(db) };
      return create(request, reply, await metadataOf(db, bodyOf(request), about));
    },
  });

  app.route({
    ...saveRecordCall,
    handler: async (request, reply) => {
      const { user } = request;
      const body = bodyOf(request);
      const before = await findEditableRecord(db, user, recordIdOf(body));
      const references = await loadReferences(db);
      const metadata = await metadataOf(db, body, { user, references, before });
      const ifMatch = request.headers["if-match"];
      const saved = await saveRecord(services, { id: before.id, user, metadata, references, ifMatch });
      stamp(reply, etagOf(user, saved));
      return recordAnswer(user, [saved], references);
    },
  });

  app.route({
    ...duplicateRecordCall,
    handler: async (request, reply) => {
      const record = await findOwnRecord(db, request.user, recordIdOf(bodyOf(request)));
      return create(request, reply, ownPartOf(record.metadata));
    },
  });

  app.route({
    ...deleteRecordCall,
    handler: async (request) => {
      const record = await findOwnRecord(db, request.user, recordIdOf(bodyOf(request)));
      const references = await loadReferences(db);
      return db.transaction().execute(async (trx) => {
        // The uploads before their record, as whoever catalogues one holds them: else each could wait for the other.
        await revokeLinksOf(trx, record.id, now());
        const locked = await lockRecord(trx, record.id);
        await hideRecord(trx, locked.id, now());
        await audit(trx, deletionOf(request, locked.id), now());
        return recordAnswer(request.user, [locked], references);
      });
    },
  });
}

/** What its vendor says of a model: what the agency says of one record is not true of its copy. */
function ownPartOf(metadata: JsonObject): JsonObject {
  const { properties } = schemaOf("metadata");
  return Object.fromEntries(
    Object.entries(metadata).filter(([name]) => mayEdit(properties[name] ?? {}, ["vendor"])),
  );
}

const deletionOf = ({ user, ip }: FastifyRequest, recordId: number) =>
  ({ event: "record deleted", username: user.username, address: ip, recordId }) as const;
