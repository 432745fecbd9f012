import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { ANSWER_SHAPE, etagOf, recordAnswer } from "../records/recordAnswer.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findReadableRecord, listRecordsOf, versionOfList } from "../stores/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { refusedUploads } from "../stores/uploadBatchStore.ts";
import { isUnchanged } from "./isUnchanged.ts";

/** Records as they are read: a vendor's own list, and one record. */
export function recordRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { username: string } }>({
    method: endpoints.listRecords.method,
    url: endpoints.listRecords.path,
    handler: async (request, reply) => {
      const { username } = request.params;
      if (username !== request.user.username)
        throw new Refusal(403, "You can only list the records of your own user name.");
      const refused = await refusedUploads(db, username);
      const refusals = [...refused].map(([id, time]) => `${id}.${time.getTime()}`).join(".");
      const version = `${await versionOfList(db, username)}-${refusals}`;
      if (isUnchanged(request, reply, `"${version}-${ANSWER_SHAPE}"`)) return reply.code(304).send();
      return recordAnswer(await listRecordsOf(db, username), await loadReferences(db), refused);
    },
  });

  app.route<{ Params: { recordId: string } }>({
    method: endpoints.getRecord.method,
    url: endpoints.getRecord.path,
    handler: async (request, reply) => {
      const record = await findReadableRecord(db, request.user, request.params.recordId);
      if (isUnchanged(request, reply, etagOf(record))) return reply.code(304).send();
      return recordAnswer([record], await loadReferences(db));
    },
  });
}
