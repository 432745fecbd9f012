import type { FastifyInstance, FastifyRequest } from "fastify";
import { featuresOf } from "../../contract/wire/endpoints.ts";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/schema/product.ts";
import { encode } from "../../contract/wire/wire.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import {
  openConflicts,
  openConflictsOfUser,
  summarizeConflicts,
  versionOfConflicts,
  type ConflictingVersion,
} from "../stores/uploads/conflictStore.ts";
import { findOwnRecord, findReadableRecord, type StoredRecord } from "../stores/records/recordStore.ts";
import { listResolutions } from "../stores/uploads/resolutionStore.ts";
import {
  chooseBatch,
  chooseVersion,
  chooseVersions,
  undoResolution,
  type Resolved,
} from "../uploads/resolveConflicts.ts";
import { conflictAnswer, resolutionAnswer } from "../uploads/uploadAnswers.ts";
import { bodyOf, filesSeen, isUnchanged, LOOKED_AT, recordIdOf, stamp, unmarked } from "./requests.ts";
import { NO_RECORD, operation } from "./operation.ts";

const REMAINING = "Answers the record's remaining conflicts. The ETag names the choice, for undoing it.";

const CHOICE = {
  tag: "Uploads",
  answer: "UploadConflict",
  isList: true,
  refusals: {
    ...NO_RECORD,
    409: "The record's status does not allow it, or another version was chosen or put aside meanwhile.",
  },
} as const;

const listConflictsCall = operation("listConflicts", {
  tag: "Uploads",
  summary: "List the user's upload conflicts",
  description: "The versions of files between which the signed-in user still has to choose, of all records.",
  answer: "UploadConflict",
  isList: true,
  isCached: true,
  refusals: { "403": "The user name is another user's." },
});

const recordConflictsCall = operation("recordConflicts", {
  tag: "Uploads",
  summary: "List a record's upload conflicts",
  description: "The versions of files between which a record's vendor still has to choose.",
  answer: "UploadConflict",
  isList: true,
  refusals: NO_RECORD,
});

const conflictSummaryCall = operation("conflictSummary", {
  tag: "Uploads",
  summary: "Count a record's upload conflicts",
  description:
    "In how many files a record's uploads do not agree: what there is to know before any of them is looked at.",
  answer: "ConflictSummary",
  refusals: NO_RECORD,
});

const resolveBatchConflictCall = operation("resolveBatchConflict", {
  ...CHOICE,
  summary: "Choose a whole upload",
  description: `Keeps one whole upload: exactly its files stand afterwards, and all others are archived. ${REMAINING}`,
  body: "UploadChoice",
  headers: LOOKED_AT,
});

const resolveFileConflictCall = operation("resolveFileConflict", {
  ...CHOICE,
  summary: "Choose one version of a file",
  description: `Keeps one version and archives the others of its path. ${REMAINING}`,
  body: "VersionChoice",
  headers: LOOKED_AT,
});

const resolveFileConflictsCall = operation("resolveFileConflicts", {
  ...CHOICE,
  summary: "Choose versions of many files",
  description: `Keeps one version each of many files and leaves others out, as one resolution that is undone as one. ${REMAINING}`,
  body: "VersionsChoice",
  headers: LOOKED_AT,
  // Ids of a record of a hundred thousand files.
  bodyLimit: 4 * 1024 * 1024,
});

const listResolutionsCall = operation("listResolutions", {
  tag: "Uploads",
  summary: "List the choices between a record's uploads",
  description:
    "Who chose what and when, and what that put aside; the newest first, with those that were undone.",
  answer: "Resolution",
  isList: true,
  refusals: NO_RECORD,
});

const undoConflictResolutionCall = operation("undoConflictResolution", {
  tag: "Uploads",
  summary: "Undo a resolution",
  description:
    "Brings back what a resolution archived; its vendor may and, while the record is pending, the agency. Undoing it again changes nothing. Answers the conflicts again.",
  body: "UndoneChoice",
  headers: { "If-Match": "The ETag of the choice to undo; without it, the last one is undone." },
  answer: "UploadConflict",
  isList: true,
  refusals: {
    ...NO_RECORD,
    "409": "The record's status does not allow it, or another choice was made since.",
  },
});

/** Files that arrived in several versions: what there is to choose from, the choice, and taking it back. */
export function conflictRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<{ Params: { username: string } }>({
    ...listConflictsCall,
    handler: async (request, reply) => {
      const { user, params } = request;
      if (params.username !== user.username)
        throw new Refusal(403, "You can only list the conflicts of your own user name.");
      const version = await versionOfConflicts(db, user.username);
      if (isUnchanged(request, reply, `"${version}"`)) return reply.code(304).send();
      return answerOf(await openConflictsOfUser(db, user.username));
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...recordConflictsCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return answerOf(await openConflicts(db, id));
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...conflictSummaryCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return encode(schemaOf("conflict-summary"), { ...(await summarizeConflicts(db, id)) }, "read");
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...listResolutionsCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return (await listResolutions(db, id)).map(resolutionAnswer);
    },
  });

  choiceRoutes(app, services);
}

/** The choice, and taking it back. */
function choiceRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const choice = (
    route: ReturnType<typeof operation>,
    work: (record: StoredRecord, body: JsonObject, isSeen: ReturnType<typeof filesSeen>) => Promise<Resolved>,
  ) =>
    app.route({
      ...route,
      handler: async (request, reply) => {
        const body = ownBodyOf(request);
        const record = await findOwnRecord(db, request.user, contestedRecordIdOf(body));
        const { open, resolutionId } = await work(record, body, filesSeen(request, record.id));
        if (resolutionId !== undefined) stamp(reply, `"${resolutionId}"`);
        return answerOf(open);
      },
    });

  choice(resolveBatchConflictCall, (record, body, isSeen) =>
    chooseBatch(services, record, String(body["upload_batch_id"]), isSeen),
  );
  choice(resolveFileConflictCall, (record, body, isSeen) =>
    chooseVersion(services, record, String(body["upload_id"]), isSeen),
  );
  choice(resolveFileConflictsCall, (record, body, isSeen) => {
    const [kept, leftOut] = [body["upload_ids"], body["left_out_ids"] ?? []] as [string[], string[]];
    return chooseVersions(services, record, { kept, leftOut }, isSeen);
  });

  app.route({
    ...undoConflictResolutionCall,
    handler: async (request) => {
      const { user } = request;
      const record = await findReadableRecord(db, user, contestedRecordIdOf(ownBodyOf(request)));
      const made = request.headers["if-match"];
      return answerOf(await undoResolution(services, record, user, made && resolutionIdOf(made)));
    },
  });
}

/** A choice's ETag is the id of its resolution. */
const resolutionIdOf = (etag: string) => unmarked(etag).replaceAll('"', "");

const answerOf = (versions: ConflictingVersion[]) => featuresOf(versions.map(conflictAnswer));

/** Refused with 403 when the body speaks for another user than the one who calls. */
function ownBodyOf(request: FastifyRequest): JsonObject {
  const body = bodyOf(request);
  if (body["username"] !== undefined && body["username"] !== request.user.username)
    throw new Refusal(403, "You can only resolve conflicts under your own user name.");
  return body;
}

/** The calls that resolve write the identifier with `model_` before it; the one that undoes writes it plainly. */
const contestedRecordIdOf = (body: JsonObject): string =>
  String(body[`model_${RECORD_IDENTIFIER}`] ?? recordIdOf(body));
