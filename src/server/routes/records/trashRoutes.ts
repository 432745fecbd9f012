import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { deleteRecord, restoreRecord, startOfTrash } from "../../records/trash.ts";
import { encodeRecords } from "../../records/encodeRecords.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import { listDeletedRecords } from "../../stores/records/deletedRecordStore.ts";
import { loadReferences } from "../../stores/referenceStore.ts";
import { ADMINS_ONLY, defineOperation, RECORD_NOT_FOUND } from "../operation.ts";
import { formatTimeCursor, parseTimeCursor, sendPage, type PageQuery } from "../paging.ts";
import { getRecordId, requireAdmin, requireJsonBody } from "../requests.ts";

const deleteRecordCall = defineOperation("deleteRecord", {
  tag: "Records",
  summary: "Delete a record",
  description:
    "Moves a record to the trash, with the status in progress or rejected. It can be restored for TRASH_RETENTION_DAYS.",
  body: "RecordId",
  response: "Record",
  isList: true,
  errors: { ...RECORD_NOT_FOUND, 409: "The record is pending or accepted." },
});

const restoreRecordCall = defineOperation("restoreRecord", {
  tag: "Records",
  summary: "Restore a deleted record",
  description:
    "Takes a record out of the trash, with the status it had. Upload scripts downloaded before the deletion no longer work. Vendors can restore their own records, the agency's admins all.",
  body: "RecordId",
  response: "Record",
  isList: true,
  errors: { 404: "The record is not in the trash or belongs to another vendor." },
});

const listDeletedRecordsCall = defineOperation("listDeletedRecords", {
  tag: "Records",
  summary: "List the user's deleted records",
  description: "Returns the records of the signed-in user that can be restored, the last deleted first.",
  response: "Record",
  isList: true,
  isPaged: true,
  errors: { 403: "The request names another user. You can only list records under your own user name." },
});

const listAllDeletedRecordsCall = defineOperation("listAllDeletedRecords", {
  tag: "Review",
  summary: "List all deleted records",
  description: "Returns the records of all vendors that can be restored, the last deleted first.",
  response: "Record",
  isList: true,
  isPaged: true,
  errors: ADMINS_ONLY,
});

export function trashRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route({
    ...deleteRecordCall,
    handler: async (request) => {
      const references = await loadReferences(db);
      const record = await deleteRecord(services, request, getRecordId(requireJsonBody(request)));
      return encodeRecords(request.user, [record], references);
    },
  });

  app.route({
    ...restoreRecordCall,
    handler: async (request) => {
      const references = await loadReferences(db);
      const record = await restoreRecord(services, request, getRecordId(requireJsonBody(request)));
      return encodeRecords(request.user, [record], references);
    },
  });

  const list = async (request: FastifyRequest, reply: FastifyReply, query: PageQuery, username?: string) => {
    const cursor = parseTimeCursor(query.after);
    const after = cursor && { deletedAt: cursor.time, id: cursor.id };
    const records = await sendPage(request, reply, {
      query: { ...query },
      list: (limit) =>
        listDeletedRecords(db, startOfTrash(services), { ...(username && { username }), after, limit }),
      getCursor: ({ deleted_at, id }) => formatTimeCursor(deleted_at!, id),
    });
    return encodeRecords(request.user, records, await loadReferences(db));
  };

  app.route<{ Params: { username: string }; Querystring: PageQuery }>({
    ...listDeletedRecordsCall,
    handler: async (request, reply) => {
      const { username } = request.params;
      if (username !== request.user.username)
        throw new HttpError(403, "You can only list the records of your own user name.");
      return list(request, reply, request.query, username);
    },
  });

  app.route<{ Querystring: PageQuery }>({
    ...listAllDeletedRecordsCall,
    preHandler: requireAdmin,
    handler: (request, reply) => list(request, reply, request.query),
  });
}
