import type { FastifyInstance } from "fastify";
import { canEditField } from "../../../contract/schema/access.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema, getSchemaVersion } from "../../../contract/schema/fields.ts";
import { allowsNewVersion, statusLabel } from "../../../contract/status.ts";
import { HttpError } from "../../httpError.ts";
import { runIdempotent, type Created } from "../runIdempotent.ts";
import { parseRecordMetadata } from "../../records/parseRecordMetadata.ts";
import { computeRecordEtag, encodeRecords } from "../../records/encodeRecords.ts";
import { saveRecord } from "../../records/saveRecord.ts";
import { withdrawRecord } from "../../records/decideRecord.ts";
import type { Services } from "../../services.ts";
import { requestFindingCountsOfIdentifiers } from "../../stores/records/findingStore.ts";
import { insertHistoryEntry } from "../../stores/records/historyStore.ts";
import { findEditableRecord, findOwnRecord, insertRecord } from "../../stores/records/recordStore.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { setEtag } from "../../etags.ts";
import { requireJsonBody, getRecordId } from "../requests.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  RECORD_NOT_FOUND,
  IDEMPOTENCY_KEY_HEADER,
  defineOperation,
  RECORD_BODY_LIMIT_BYTES,
} from "../operation.ts";

const addRecordCall = defineOperation("addRecord", {
  tag: "Records",
  summary: "Add a record",
  description: "Creates a record with the status in progress and returns it with its new id.",
  body: "NewRecord",
  bodyLimit: RECORD_BODY_LIMIT_BYTES,
  headers: IDEMPOTENCY_KEY_HEADER,
  response: "Record",
  isList: true,
  errors: {
    "400": "The metadata is not valid. `faults` lists each field with its error.",
    "422": "The Idempotency-Key was used with another body. `made` is the earlier response, `etag` its ETag.",
  },
});

const saveRecordCall = defineOperation("saveRecord", {
  tag: "Records",
  summary: "Save a record",
  description:
    "Replaces the metadata of a record and adds the old and the new values to its history. Send every field, also the empty ones. The agency's admins can edit their fields of all records.",
  body: "RecordChange",
  bodyLimit: RECORD_BODY_LIMIT_BYTES,
  headers: {
    "If-Match":
      "The ETag of the record as you read it. Without If-Match, the request overwrites changes that other users saved.",
  },
  response: "Record",
  isList: true,
  errors: {
    "400": "The metadata is not valid. `faults` lists each field with its error.",
    ...RECORD_NOT_FOUND,
    "409":
      "The record is not in progress, or was saved by another user after it was read. `savedBy`, `savedAt`, `etag` and `current` describe that save.",
  },
});

const duplicateRecordCall = defineOperation("duplicateRecord", {
  tag: "Records",
  summary: "Duplicate a record",
  description:
    "Creates a record with the same metadata and the status in progress, and returns it with its new id.",
  body: "RecordId",
  headers: IDEMPOTENCY_KEY_HEADER,
  response: "Record",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

const createNewVersionCall = defineOperation("createNewVersion", {
  tag: "Records",
  summary: "Create a new version of an accepted record",
  description:
    "Creates a record with the same metadata, identifier included, and the status in progress. It names the accepted record as its previous record, so that the identifier does not count as used twice.",
  body: "RecordId",
  headers: IDEMPOTENCY_KEY_HEADER,
  response: "Record",
  isList: true,
  errors: { ...RECORD_NOT_FOUND, "409": "The record is not accepted." },
});

const withdrawRecordCall = defineOperation("withdrawRecord", {
  tag: "Records",
  summary: "Withdraw a pending record",
  description:
    "Sets a pending record back to in progress and adds a message for the agency. Its history, messages, uploads and versions do not change.",
  body: "RecordId",
  response: "Record",
  isList: true,
  errors: { ...RECORD_NOT_FOUND, "409": "The record is not pending." },
});

export function recordChangeRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;

  const create = async (
    request: FastifyRequest,
    reply: FastifyReply,
    metadata: JsonObject,
    previousRecordId?: number,
  ) => {
    const references = await loadReferences(db);
    const { user } = request;
    return runIdempotent(services, request, reply, async (trx): Promise<Created> => {
      const schemaVersion = getSchemaVersion(getSchema("metadata"));
      const { username } = user;
      const newRecord = { username, metadata, schemaVersion, previousRecordId, now: now() };
      const record = await insertRecord(trx, newRecord);
      await insertHistoryEntry(trx, { record, before: null, user, now: now() });
      await requestFindingCountsOfIdentifiers(trx, [record.identifier]);
      return { body: encodeRecords(user, [record], references), etag: computeRecordEtag(user, record) };
    });
  };

  app.route({
    ...addRecordCall,
    handler: async (request, reply) => {
      const context = { user: request.user, references: await loadReferences(db) };
      return create(request, reply, await parseRecordMetadata(db, requireJsonBody(request), context));
    },
  });

  app.route({
    ...saveRecordCall,
    handler: async (request, reply) => {
      const { user } = request;
      const body = requireJsonBody(request);
      const before = await findEditableRecord(db, user, getRecordId(body));
      const references = await loadReferences(db);
      const metadata = await parseRecordMetadata(db, body, { user, references, before });
      const ifMatch = request.headers["if-match"];
      const saved = await saveRecord(services, { id: before.id, user, metadata, references, ifMatch });
      setEtag(reply, computeRecordEtag(user, saved));
      return encodeRecords(user, [saved], references);
    },
  });

  app.route({
    ...duplicateRecordCall,
    handler: async (request, reply) => {
      const record = await findOwnRecord(db, request.user, getRecordId(requireJsonBody(request)));
      return create(request, reply, omitAgencyFields(record.metadata));
    },
  });

  app.route({
    ...createNewVersionCall,
    handler: async (request, reply) => {
      const record = await findOwnRecord(db, request.user, getRecordId(requireJsonBody(request)));
      if (!allowsNewVersion(record.status))
        throw new HttpError(
          409,
          `Only an accepted record can have a new version. This one is ${statusLabel(record.status)}.`,
        );
      return create(request, reply, omitAgencyFields(record.metadata), record.id);
    },
  });

  app.route({
    ...withdrawRecordCall,
    handler: async (request) => {
      const { user } = request;
      const { id } = await findOwnRecord(db, user, getRecordId(requireJsonBody(request)));
      return encodeRecords(user, [await withdrawRecord(services, user, id)], await loadReferences(db));
    },
  });
}

/** What the agency entered for one record does not apply to its copy. */
function omitAgencyFields(metadata: JsonObject): JsonObject {
  const { properties } = getSchema("metadata");
  return Object.fromEntries(
    Object.entries(metadata).filter(([name]) => canEditField(properties[name] ?? {}, ["vendor"])),
  );
}
