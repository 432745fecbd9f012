import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getSchema } from "../../../contract/schema/fields.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { isNotModified } from "../../etags.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import { findReadableRecord } from "../../stores/records/recordStore.ts";
import {
  findConflictState,
  listOpenConflicts,
  summarizeConflicts,
} from "../../stores/uploads/conflictStore.ts";
import { encodeConflicts } from "../../uploads/encodeUploads.ts";
import { defineOperation, RECORD_NOT_FOUND } from "../operation.ts";
import { parseNumberCursor, sendPage, type PageQuery } from "../paging.ts";

const listConflictsCall = defineOperation("listConflicts", {
  tag: "Uploads",
  summary: "List the user's upload conflicts",
  description:
    "Returns the file versions that conflict, in all records of the signed-in user. Versions conflict if different uploads contain different files at the same path.",
  response: "UploadConflict",
  isList: true,
  isPaged: true,
  isConditional: true,
  errors: { "403": "The request names another user. You can only list conflicts under your own user name." },
});

const recordConflictsCall = defineOperation("recordConflicts", {
  tag: "Uploads",
  summary: "List a record's upload conflicts",
  description:
    "Returns the file versions of a record that conflict: different uploads contain different files at the same path.",
  response: "UploadConflict",
  isList: true,
  isPaged: true,
  errors: RECORD_NOT_FOUND,
});

const conflictSummaryCall = defineOperation("conflictSummary", {
  tag: "Uploads",
  summary: "Count a record's upload conflicts",
  description:
    "Returns how many files of a record conflict, in total and for each upload, and how many current files the latest upload does not contain.",
  response: "ConflictSummary",
  errors: RECORD_NOT_FOUND,
});

export function conflictRoutes(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { username: string }; Querystring: PageQuery }>({
    ...listConflictsCall,
    handler: async (request, reply) => {
      const { user, params } = request;
      if (params.username !== user.username)
        throw new HttpError(403, "You can only list the conflicts of your own user name.");
      const { version, record_ids: recordIds } = (await findConflictState(db, user.username))!;
      if (isNotModified(request, reply, `"${version}"`)) return reply.code(304).send();
      return sendConflicts(request, reply, recordIds);
    },
  });

  app.route<{ Params: { recordId: string }; Querystring: PageQuery }>({
    ...recordConflictsCall,
    handler: async (request, reply) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      return sendConflicts(request, reply, [id]);
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...conflictSummaryCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return encode(getSchema("conflict-summary"), { ...(await summarizeConflicts(db, id)) }, "read");
    },
  });

  /** The requested page, or all conflicts. */
  async function sendConflicts(
    request: FastifyRequest<{ Querystring: PageQuery }>,
    reply: FastifyReply,
    recordIds: number[],
  ) {
    const { query } = request;
    const after = parseNumberCursor(query.after, CURSOR_COLUMNS);
    const files = await sendPage(request, reply, {
      query: { ...query },
      list: (limit) => listOpenConflicts(db, recordIds, { after, limit }),
      getCursor: (file) => CURSOR_COLUMNS.map((name) => file[name]).join("_"),
    });
    return encodeConflicts(files);
  }
}

const CURSOR_COLUMNS = ["record_id", "conflict_number", "id"] as const;
