import type { FastifyInstance } from "fastify";
import { etagOf, readSchema, recordAnswer, shapeOf } from "../records/recordAnswer.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { recordNews } from "../stores/records/recordNewsStore.ts";
import { findReadableRecord, listRecordsOf } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { isUnchanged } from "./isUnchanged.ts";
import { NO_RECORD, operation } from "./operation.ts";

const listRecordsCall = operation("listRecords", {
  tag: "Records",
  summary: "List the user's records",
  description:
    "All records of the signed-in user, the latest change of status first. Answers 304 to an If-None-Match that is still right.",
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
  app.route<{ Params: { username: string } }>({
    ...listRecordsCall,
    config: { readsList: true },
    handler: async (request, reply) => {
      const { user } = request;
      const { username } = request.params;
      if (username !== user.username)
        throw new Refusal(403, "You can only list the records of your own user name.");
      if (isUnchanged(request, reply, `"${request.listVersion}-${shapeOf(readSchema(user))}"`))
        return reply.code(304).send();
      const [records, references] = [await listRecordsOf(db, username), await loadReferences(db)];
      return recordAnswer(user, records, references, await recordNews(db, { username }));
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
