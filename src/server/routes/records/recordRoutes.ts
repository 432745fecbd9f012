import type { FastifyInstance } from "fastify";
import type { JsonObject } from "../../../contract/json.ts";
import { isAdmin } from "../../../contract/roles.ts";
import { getFieldText, getSchema, type EntitySchema } from "../../../contract/schema/fields.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import type { References } from "../../../contract/schema/references.ts";
import { encode } from "../../../contract/wire/wire.ts";
import {
  computeRecordEtag,
  readableMetadataSchema,
  encodeRecords,
  computeSchemaHash,
} from "../../records/encodeRecords.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import { listHistoryEntries, type StoredHistoryEntry } from "../../stores/records/historyStore.ts";
import { findRecordListState, listRecordActivity } from "../../stores/records/recordActivityStore.ts";
import {
  findReadableRecord,
  listRecordsOfUser,
  type StoredRecord,
} from "../../stores/records/recordStore.ts";
import {
  isIdentifierUsedByOthers,
  listRecordsWithIdentifier,
  MAX_LISTED_RECORDS,
} from "../../stores/records/identifierStore.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { isNotModified } from "../../etags.ts";
import { RECORD_NOT_FOUND, defineOperation } from "../operation.ts";

const listRecordsCall = defineOperation("listRecords", {
  tag: "Records",
  summary: "List the user's records",
  description:
    "Returns the records of the signed-in user, the latest status change first. With a limit, numberMatched is the number of all records. Responds with 304 if If-None-Match matches.",
  query: { limit: { type: "string", pattern: "^[1-9][0-9]{0,4}$" } },
  response: "Record",
  isList: true,
  isConditional: true,
  errors: { "403": "The request names another user. You can only list records under your own user name." },
});

const getRecordCall = defineOperation("getRecord", {
  tag: "Records",
  summary: "Read one record",
  description:
    "Returns a record. Vendors can read their own records, the agency's admins all. Send the ETag as If-Match when you save the record.",
  response: "Record",
  isList: true,
  isConditional: true,
  errors: RECORD_NOT_FOUND,
});

const checkIdentifierCall = defineOperation("checkIdentifier", {
  tag: "Records",
  summary: "Check who uses a model identifier",
  description:
    "Returns the user's records with this identifier, and whether records of other vendors have it. Admins get the records of all vendors. Deleted records do not count.",
  query: {
    [RECORD_ID_KEY]: {
      type: "string",
      pattern: "^[1-9][0-9]{0,14}$",
      description: "Leaves out this record and the accepted records that it is a new version of.",
    },
  },
  response: "IdentifierUse",
  errors: RECORD_NOT_FOUND,
});

export function recordRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { username: string }; Querystring: { limit?: string } }>({
    ...listRecordsCall,
    handler: async (request, reply) => {
      const { user } = request;
      const { username } = request.params;
      if (username !== user.username)
        throw new HttpError(403, "You can only list the records of your own user name.");
      const limit = request.query.limit === undefined ? null : Number(request.query.limit);
      const { version, total } = (await findRecordListState(db, username, limit))!;
      if (isNotModified(request, reply, `"${version}-${computeSchemaHash(readableMetadataSchema(user))}"`))
        return reply.code(304).send();
      const [records, activity, references] = await Promise.all([
        listRecordsOfUser(db, username, limit),
        listRecordActivity(db, { username, limit }),
        loadReferences(db),
      ]);
      const response = encodeRecords(user, records, references, activity);
      return limit === null ? response : { ...response, numberMatched: total };
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...getRecordCall,
    handler: async (request, reply) => {
      const record = await findReadableRecord(db, request.user, request.params.recordId);
      if (isNotModified(request, reply, computeRecordEtag(request.user, record)))
        return reply.code(304).send();
      return encodeRecords(request.user, [record], await loadReferences(db));
    },
  });

  app.route<{ Params: { identifier: string }; Querystring: Partial<Record<string, string>> }>({
    ...checkIdentifierCall,
    handler: async ({ user, params, query }) => {
      const exceptId = query[RECORD_ID_KEY];
      const except = exceptId === undefined ? undefined : await findReadableRecord(db, user, exceptId);
      const search = { identifier: params.identifier.trim(), exceptId: except?.id };
      const username = isAdmin(user) ? undefined : user.username;
      const records = await listRecordsWithIdentifier(db, { ...search, username, limit: MAX_LISTED_RECORDS });
      const isUsedByOthers =
        username !== undefined && (await isIdentifierUsedByOthers(db, { ...search, username }));
      return encode(
        getSchema("identifier-use"),
        { records: records.map(toIdentifierUser), isUsedByOthers },
        "read",
      );
    },
  });
}

const toIdentifierUser = ({ id, username, status, metadata, ...record }: StoredRecord) => ({
  id: String(id),
  name: getFieldText(getSchema("metadata"), metadata, "title"),
  vendor: username,
  status,
  ...(record.previous_record_id !== null && { previous: String(record.previous_record_id) }),
});

const listHistoryCall = defineOperation("listHistory", {
  tag: "Records",
  summary: "List a record's history",
  description:
    "Returns the latest 20 saved revisions, or the 20 before the given id, newest first. With first=true, only the first revision. Values use the read names, plus user_first_name, user_last_name, user_id, username, record_updated_date and schema_version. old_values is null in the first revision.",
  query: {
    before: { type: "string", pattern: "^[1-9][0-9]{0,14}$" },
    first: { type: "string", enum: ["true"] },
  },
  response: "HistoryEntry",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

const HISTORY_PAGE_SIZE = 20;

export function historyRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { recordId: string }; Querystring: { before?: string; first?: string } }>({
    ...listHistoryCall,
    handler: async ({ user, params, query: { before, first } }) => {
      const { id, username } = await findReadableRecord(db, user, params.recordId);
      const schema = readableMetadataSchema(user, username);
      // One more than returned: it contains who saved the old values of the last returned one.
      const entries = await listHistoryEntries(db, id, {
        before: before === undefined ? undefined : Number(before),
        isFirst: first === "true",
        limit: HISTORY_PAGE_SIZE + 1,
      });
      const references = await loadReferences(db);
      return entries
        .slice(0, HISTORY_PAGE_SIZE)
        .map((entry, index) => encodeEntry(schema, entry, entries[index + 1], references));
    },
  });
}

function encodeEntry(
  schema: EntitySchema,
  version: StoredHistoryEntry,
  before: StoredHistoryEntry | undefined,
  references: References,
): JsonObject {
  const oldValues = version.old_metadata && {
    ...encode(schema, version.old_metadata, "read", references),
    ...(before && getAuthorValues(before)),
  };
  const newValues = {
    ...encode(schema, version.new_metadata, "read", references),
    ...getAuthorValues(version),
  };
  return encode(
    getSchema("history-entry"),
    { id: String(version.id), oldValues, newValues, uploadVersion: version.upload_version },
    "read",
  );
}

const getAuthorValues = (version: StoredHistoryEntry): JsonObject => ({
  user_first_name: version.first_name,
  user_last_name: version.last_name,
  user_id: String(version.account_id),
  username: version.username,
  record_updated_date: version.saved_at.toISOString(),
  schema_version: version.schema_version,
});
