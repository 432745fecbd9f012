import type { FastifyInstance, FastifyRequest } from "fastify";
import type { JsonObject } from "../../../contract/json.ts";
import { quoteName } from "../../../contract/model-folder/diagnostic.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { encode } from "../../../contract/wire/wire.ts";
import { isRowId } from "../../database/queries.ts";
import type { Db } from "../../database/tables.ts";
import { setEtag, strongEtag } from "../../etags.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import { findOwnRecord, findReadableRecord, type StoredRecord } from "../../stores/records/recordStore.ts";
import {
  findResolution,
  listResolutions,
  type StoredResolution,
} from "../../stores/uploads/resolutionStore.ts";
import { encodeConflicts, encodeResolution } from "../../uploads/encodeUploads.ts";
import { keepFile, keepFiles, keepUpload, type ResolvedConflicts } from "../../uploads/resolveConflicts.ts";
import {
  findReversals,
  getReversal,
  previewReversal,
  redoResolution,
  undoResolution,
} from "../../uploads/reverseResolution.ts";
import { defineOperation, RECORD_NOT_FOUND } from "../operation.ts";
import {
  createFilesUnchangedCheck,
  FILES_IF_MATCH_HEADER,
  getRecordId,
  requireJsonBody,
} from "../requests.ts";

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
  errors: {
    ...CHOICE_OPERATION.errors,
    400: "left_out_ids names the metadata file. It is part of every model.",
  },
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

export function resolutionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

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
        return encodeConflicts(openConflicts);
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
      return encodeConflicts(await redoResolution(services, record, user, resolutionId));
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
      return encodeConflicts(
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
