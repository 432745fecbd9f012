import type { FastifyInstance } from "fastify";
import { schemaOf, type JsonObject, type EntitySchema } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { encode } from "../../contract/wire/wire.ts";
import { etagOf, readSchema, recordAnswer, shapeOf } from "../records/recordAnswer.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { listVersions, type StoredVersion } from "../stores/records/historyStore.ts";
import { findListVersion, recordNews } from "../stores/records/recordNewsStore.ts";
import { findReadableRecord, listRecordsOf } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { isUnchanged } from "./requests.ts";
import { NO_RECORD, operation } from "./operation.ts";

const listRecordsCall = operation("listRecords", {
  tag: "Records",
  summary: "List the user's records",
  description:
    "All records of the signed-in user, the latest change of status first; with a limit so many of them, and in numberMatched how many there are. Answers 304 to an If-None-Match that is still right.",
  query: { limit: { type: "string", pattern: "^[1-9][0-9]{0,4}$" } },
  answer: "Record",
  isList: true,
  isCached: true,
  refusals: { "403": "The user name is another user's." },
});

const getRecordCall = operation("getRecord", {
  tag: "Records",
  summary: "Read one record",
  description:
    "A record of one's own, or any for the agency's admins. The ETag is the If-Match of a later save.",
  answer: "Record",
  isList: true,
  isCached: true,
  refusals: NO_RECORD,
});

/** Records as they are read: a vendor's own list, and one record. */
export function recordRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { username: string }; Querystring: { limit?: string } }>({
    ...listRecordsCall,
    handler: async (request, reply) => {
      const { user } = request;
      const { username } = request.params;
      if (username !== user.username)
        throw new Refusal(403, "You can only list the records of your own user name.");
      const most = request.query.limit === undefined ? null : Number(request.query.limit);
      const { version, total } = (await findListVersion(db, username, most))!;
      if (isUnchanged(request, reply, `"${version}-${shapeOf(readSchema(user))}"`))
        return reply.code(304).send();
      const records = await listRecordsOf(db, username, most);
      const news = await recordNews(db, { username, most });
      const answer = recordAnswer(user, records, await loadReferences(db), news);
      return most === null ? answer : { ...answer, numberMatched: total };
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...getRecordCall,
    handler: async (request, reply) => {
      const record = await findReadableRecord(db, request.user, request.params.recordId);
      if (isUnchanged(request, reply, etagOf(request.user, record))) return reply.code(304).send();
      return recordAnswer(request.user, [record], await loadReferences(db));
    },
  });
}

const listHistoryCall = operation("listHistory", {
  tag: "Records",
  summary: "List a record's history",
  description:
    "The newest 20 versions that were saved, or the 20 before an id, the newest first; with first=true only the one it was created with. Values stand under the read names, with user_first_name, user_last_name, user_id, username, record_updated_date and schema_version. old_values is null for the first.",
  query: {
    before: { type: "string", pattern: "^[1-9][0-9]{0,14}$" },
    first: { type: "string", enum: ["true"] },
  },
  answer: "HistoryEntry",
  isList: true,
  refusals: NO_RECORD,
});

/** Versions in one answer. Each may hold twice what a save can bring, and history never ends. */
const PAGE = 20;

/** What every save of a record changed, the newest first. */
export function historyRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { recordId: string }; Querystring: { before?: string; first?: string } }>({
    ...listHistoryCall,
    handler: async ({ user, params, query: { before, first } }) => {
      const { id, username } = await findReadableRecord(db, user, params.recordId);
      const schema = readSchema(user, username);
      // One more than is answered: it tells who saved the last one's old values.
      const versions = await listVersions(db, id, {
        before: before === undefined ? undefined : Number(before),
        isFirst: first === "true",
        most: PAGE + 1,
      });
      const references = await loadReferences(db);
      return versions
        .slice(0, PAGE)
        .map((version, index) => entryOf(schema, version, versions[index + 1], references));
    },
  });
}

function entryOf(
  schema: EntitySchema,
  version: StoredVersion,
  before: StoredVersion | undefined,
  references: References,
): JsonObject {
  const oldValues = version.old_metadata && {
    ...encode(schema, version.old_metadata, "read", references),
    ...(before && savedBy(before)),
  };
  const newValues = {
    ...encode(schema, version.new_metadata, "read", references),
    ...savedBy(version),
  };
  return encode(
    schemaOf("history-entry"),
    { id: String(version.id), oldValues, newValues, uploadVersion: version.upload_version },
    "read",
  );
}

/** Who saved a version and when, under the names that stand among its values. */
const savedBy = (version: StoredVersion): JsonObject => ({
  user_first_name: version.first_name,
  user_last_name: version.last_name,
  user_id: String(version.account_id),
  username: version.username,
  record_updated_date: version.saved_at.toISOString(),
  schema_version: version.schema_version,
});
