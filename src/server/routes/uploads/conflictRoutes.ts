import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toFeatureCollection } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { quoteName } from "../../../contract/model-folder/diagnostic.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { isRowId } from "../../database/queries.ts";
import type { Db } from "../../database/tables.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import {
  listOpenConflicts,
  listOpenConflictsOfUser,
  summarizeConflicts,
  fingerprintConflicts,
  type ConflictPosition,
  type ConflictingFile,
} from "../../stores/uploads/conflictStore.ts";
import { findOwnRecord, findReadableRecord, type StoredRecord } from "../../stores/records/recordStore.ts";
import { isNotModified, setEtag, strongEtag } from "../../etags.ts";
import {
  findResolution,
  listResolutions,
  type StoredResolution,
} from "../../stores/uploads/resolutionStore.ts";
import { keepUpload, keepFile, keepFiles, type ResolvedConflicts } from "../../uploads/resolveConflicts.ts";
import {
  findReversals,
  getReversal,
  previewReversal,
  redoResolution,
  undoResolution,
} from "../../uploads/reverseResolution.ts";
import { encodeConflict, encodeResolution } from "../../uploads/encodeUploads.ts";
import {
  requireJsonBody,
  createFilesUnchangedCheck,
  FILES_IF_MATCH_HEADER,
  getRecordId,
} from "../requests.ts";
import { parseNumberCursor, sendPage, type PageQuery } from "../paging.ts";
import { RECORD_NOT_FOUND, defineOperation } from "../operation.ts";

const RETURNS_REMAINING =
  "Returns the remaining conflicts of the record. If the model then repeats a rejected version, a pending record goes back to in progress. To undo this choice, send the returned ETag as If-Match to the undo operation.";

const CHOICE_OPERATION = {
  tag: "Uploads",
  response: "UploadConflict",
  isList: true,
  errors: {
    ...RECORD_NOT_FOUND,
    409: "The record's status does not allow resolving conflicts, or another request archived or chose the version.",
  },
} as const;

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

const resolveBatchConflictCall = defineOperation("resolveBatchConflict", {
  ...CHOICE_OPERATION,
  summary: "Resolve conflicts by choosing a whole upload",
  description: `Resolves the record's conflicts: keeps the files of one upload and archives all files of the other uploads. ${RETURNS_REMAINING}`,
  body: "UploadChoice",
  headers: FILES_IF_MATCH_HEADER,
});

const resolveFileConflictCall = defineOperation("resolveFileConflict", {
  ...CHOICE_OPERATION,
  summary: "Resolve a file conflict by choosing a version",
  description: `Resolves the conflict of one file: keeps one version and archives the other versions. ${RETURNS_REMAINING}`,
  body: "VersionChoice",
  headers: FILES_IF_MATCH_HEADER,
});

const resolveFileConflictsCall = defineOperation("resolveFileConflicts", {
  ...CHOICE_OPERATION,
  summary: "Resolve many file conflicts by choosing versions",
  description: `Resolves the conflicts of many files: keeps the versions in upload_ids, and removes the files in left_out_ids from the model. One undo reverts the whole request. ${RETURNS_REMAINING}`,
  body: "VersionsChoice",
  headers: FILES_IF_MATCH_HEADER,
  // Fits the ids of 100,000 files.
  bodyLimit: 4 * 1024 * 1024,
});

const listResolutionsCall = defineOperation("listResolutions", {
  tag: "Uploads",
  summary: "List the conflict resolutions of a record",
  description:
    "Returns who chose which versions and when, and which files were archived as a result. Newest first, including undone resolutions.",
  response: "Resolution",
  isList: true,
  errors: RECORD_NOT_FOUND,
});

const undoConflictResolutionCall = defineOperation("undoConflictResolution", {
  tag: "Uploads",
  summary: "Undo a conflict resolution",
  description:
    "Restores the files that a conflict resolution archived. The record's vendor can undo resolutions. The agency can do so while the record is pending. Undoing a resolution twice has no effect. If the model then repeats a rejected version, a pending record goes back to in progress. Returns the record's remaining conflicts.",
  body: "UndoneChoice",
  headers: {
    "If-Match":
      "ETag returned by the conflict resolution to undo. Without If-Match, the latest conflict resolution is undone.",
  },
  response: "UploadConflict",
  isList: true,
  errors: {
    ...RECORD_NOT_FOUND,
    "400": "The record has no such conflict resolution.",
    "409": "The record's status does not allow undoing a conflict resolution, or a later one exists.",
  },
});

const redoConflictResolutionCall = defineOperation("redoConflictResolution", {
  tag: "Uploads",
  summary: "Redo an undone conflict resolution",
  description:
    "Applies the conflict resolution that was undone last. The record's vendor can redo it. The agency can do so while the record is pending. Redoing a resolution twice has no effect. Returns the record's remaining conflicts.",
  body: "RedoneChoice",
  response: "UploadConflict",
  isList: true,
  errors: {
    ...RECORD_NOT_FOUND,
    "400": "The record has no such conflict resolution.",
    "409":
      "The record's status does not allow redoing a conflict resolution, or another resolution or version was added since.",
  },
});

const reversalOutcomeCall = defineOperation("reversalOutcome", {
  tag: "Uploads",
  summary: "Preview undoing or redoing a conflict resolution",
  description:
    "Returns what undoing the conflict resolution, or redoing it if it is undone, would do: the versions that the model would consist of, a rejected version that it would repeat, and the record's status. Nothing changes.",
  response: "ReversalOutcome",
  errors: { ...RECORD_NOT_FOUND, "400": "The record has no such conflict resolution." },
});

export function conflictRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<{ Params: { username: string }; Querystring: PageQuery }>({
    ...listConflictsCall,
    handler: async (request, reply) => {
      const { user, params } = request;
      if (params.username !== user.username)
        throw new HttpError(403, "You can only list the conflicts of your own user name.");
      const version = await fingerprintConflicts(db, user.username);
      if (isNotModified(request, reply, `"${version}"`)) return reply.code(304).send();
      return sendConflicts(request, reply, (page) => listOpenConflictsOfUser(db, user.username, page));
    },
  });

  app.route<{ Params: { recordId: string }; Querystring: PageQuery }>({
    ...recordConflictsCall,
    handler: async (request, reply) => {
      const { id } = await findReadableRecord(db, request.user, request.params.recordId);
      return sendConflicts(request, reply, (page) => listOpenConflicts(db, id, page));
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...conflictSummaryCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return encode(getSchema("conflict-summary"), { ...(await summarizeConflicts(db, id)) }, "read");
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...listResolutionsCall,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      const reversals = await findReversals(db, id);
      return (await listResolutions(db, id)).map((resolution) =>
        encodeResolution({ ...resolution, reversal: reversals.get(resolution.id) ?? null }),
      );
    },
  });

  choiceRoutes(app, services);
  reversalRoutes(app, services);
}

const CURSOR_COLUMNS = ["record_id", "conflict_number", "id"] as const;

/** The requested page, or all conflicts. */
async function sendConflicts(
  request: FastifyRequest<{ Querystring: PageQuery }>,
  reply: FastifyReply,
  list: (page: { after?: ConflictPosition; limit?: number | undefined }) => Promise<ConflictingFile[]>,
) {
  const { query } = request;
  const after = parseNumberCursor(query.after, CURSOR_COLUMNS);
  const files = await sendPage(request, reply, {
    query: { ...query },
    list: (limit) => list({ ...(after && { after }), limit }),
    getCursor: (file) => CURSOR_COLUMNS.map((name) => file[name]).join("_"),
  });
  return toConflictFeatures(files);
}

function choiceRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const addChoiceRoute = (
    route: ReturnType<typeof defineOperation>,
    choose: (
      record: StoredRecord,
      body: JsonObject,
      areFilesUnchanged: ReturnType<typeof createFilesUnchangedCheck>,
    ) => Promise<ResolvedConflicts>,
  ) =>
    app.route({
      ...route,
      handler: async (request, reply) => {
        const body = requireOwnBody(request);
        const record = await findOwnRecord(db, request.user, getConflictRecordId(body));
        const { openConflicts, resolutionId } = await choose(
          record,
          body,
          createFilesUnchangedCheck(request, record.id),
        );
        if (resolutionId !== undefined) setEtag(reply, `"${resolutionId}"`);
        return toConflictFeatures(openConflicts);
      },
    });

  addChoiceRoute(resolveBatchConflictCall, (record, body, areFilesUnchanged) =>
    keepUpload(services, record, String(body["upload_batch_id"]), areFilesUnchanged),
  );
  addChoiceRoute(resolveFileConflictCall, (record, body, areFilesUnchanged) =>
    keepFile(services, record, String(body["upload_id"]), areFilesUnchanged),
  );
  addChoiceRoute(resolveFileConflictsCall, (record, body, areFilesUnchanged) => {
    const [keptFileIds, removedFileIds] = [body["upload_ids"], body["left_out_ids"] ?? []] as [
      string[],
      string[],
    ];
    return keepFiles(services, record, { keptFileIds, removedFileIds }, areFilesUnchanged);
  });
}

function reversalRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<{ Params: { recordId: string; resolutionId: string } }>({
    ...reversalOutcomeCall,
    handler: async ({ user, params }) => {
      const record = await findReadableRecord(db, user, params.recordId);
      const resolution = await requireResolutionOfRecord(db, record.id, params.resolutionId);
      const outcome = await previewReversal(db, record, resolution);
      return encode(
        getSchema("reversal-outcome"),
        { ...outcome, reversal: getReversal(resolution), rejectedVersion: outcome.rejectedVersion ?? null },
        "read",
      );
    },
  });

  app.route({
    ...redoConflictResolutionCall,
    handler: async (request) => {
      const { user } = request;
      const body = requireOwnBody(request);
      const record = await findReadableRecord(db, user, getConflictRecordId(body));
      const resolutionId = String(body["resolution_id"]);
      await requireResolutionOfRecord(db, record.id, resolutionId);
      return toConflictFeatures(await redoResolution(services, record, user, resolutionId));
    },
  });

  app.route({
    ...undoConflictResolutionCall,
    handler: async (request) => {
      const { user } = request;
      const body = requireOwnBody(request);
      const record = await findReadableRecord(db, user, getConflictRecordId(body));
      const namedId = body["resolution_id"] as string | undefined;
      if (namedId !== undefined) await requireResolutionOfRecord(db, record.id, namedId);
      const ifMatch = request.headers["if-match"];
      return toConflictFeatures(
        await undoResolution(services, record, user, namedId ?? (ifMatch && getResolutionId(ifMatch))),
      );
    },
  });
}

/** @throws HttpError 400 if the record has no such resolution */
async function requireResolutionOfRecord(db: Db, recordId: number, id: string): Promise<StoredResolution> {
  const resolution = isRowId(id) ? await findResolution(db, recordId, Number(id)) : undefined;
  if (resolution) return resolution;
  throw new HttpError(400, `The record has no conflict resolution ${quoteName(id)}.`);
}

/** The ETag of a resolution is its id. */
const getResolutionId = (etag: string) => strongEtag(etag).replaceAll('"', "");

const toConflictFeatures = (versions: ConflictingFile[]) => toFeatureCollection(versions.map(encodeConflict));

/** @throws HttpError 403 if the body names another user */
function requireOwnBody(request: FastifyRequest): JsonObject {
  const body = requireJsonBody(request);
  if (body["username"] !== undefined && body["username"] !== request.user.username)
    throw new HttpError(403, "You can only resolve conflicts under your own user name.");
  return body;
}

/** Only the choice requests prefix the identifier with `model_`. */
const getConflictRecordId = (body: JsonObject): string =>
  String(body[`model_${RECORD_ID_KEY}`] ?? getRecordId(body));
