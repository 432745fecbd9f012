import type { FastifyInstance, FastifyRequest } from "fastify";
import type { JsonObject } from "../../../contract/json.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import {
  deleteDraft,
  findDraft,
  listDrafts,
  upsertDraft,
  type DraftPosition,
  type StoredDraft,
  type StoredDraftSummary,
} from "../../stores/draftStore.ts";
import { findReadableRecord } from "../../stores/records/recordStore.ts";
import { defineOperation, RECORD_BODY_LIMIT_BYTES, RECORD_NOT_FOUND } from "../operation.ts";
import { formatTimeCursor, parseTimeKeyCursor, sendPage, type PageQuery } from "../paging.ts";
import { getRecordId, requireJsonBody } from "../requests.ts";

const listDraftsCall = defineOperation("listDrafts", {
  tag: "Records",
  summary: "List the user's drafts",
  description:
    "Returns the drafts of the signed-in user without their content, the last saved first. Drafts of deleted records are left out until the record is restored.",
  query: {
    keys: {
      type: "string",
      pattern: "^[A-Za-z0-9_-]{1,80}(,[A-Za-z0-9_-]{1,80}){0,99}$",
      description: "Only the drafts with these keys, separated by commas.",
    },
    new: { type: "string", enum: ["true"], description: "Only the drafts of records that were never saved." },
  },
  response: "DraftSummary",
  isList: true,
  isPaged: true,
});

const getDraftCall = defineOperation("getDraft", {
  tag: "Records",
  summary: "Get a draft",
  description: "Returns one draft of the signed-in user with its content, or an empty list if there is none.",
  response: "Draft",
  isList: true,
});

const saveDraftCall = defineOperation("saveDraft", {
  tag: "Records",
  summary: "Save a draft",
  description:
    "Stores what the signed-in user typed but did not save or send, such as the values of a form or the text of a message, under a key of the client's choice. Drafts need not be complete or valid, and no other user can read them. A draft that is not saved for TRASH_RETENTION_DAYS is deleted.",
  body: "NewDraft",
  // A draft holds the typed values and the values that they change.
  bodyLimit: 2 * RECORD_BODY_LIMIT_BYTES,
  response: "DraftSummary",
  errors: {
    ...RECORD_NOT_FOUND,
    409: "Another window has saved the draft since `revision`. `current` is that draft.",
  },
});

const deleteDraftCall = defineOperation("deleteDraft", {
  tag: "Records",
  summary: "Delete a draft",
  description:
    "Deletes a draft of the signed-in user. A draft that another window has saved since `revision` is kept.",
  body: "DraftKey",
  response: "DraftKey",
});

export function draftRoutes(app: FastifyInstance, { db, now }: Services): void {
  app.route<{ Querystring: PageQuery & { keys?: string; new?: "true" } }>({
    ...listDraftsCall,
    handler: async (request, reply) => {
      const { user, query } = request;
      const selection = {
        keys: query.keys?.split(","),
        isOfNewRecord: query.new === "true",
        after: parseTimeKeyCursor(query.after),
      };
      const drafts = await sendPage(request, reply, {
        query: { ...query },
        list: (limit) => listDrafts(db, user.username, { ...selection, limit }),
        getCursor: ({ saved_at, key }) => formatTimeCursor(saved_at, key),
      });
      return drafts.map(encodeSummary);
    },
  });

  app.route<{ Params: { key: string } }>({
    ...getDraftCall,
    handler: async ({ user, params }) => {
      const draft = await findDraft(db, user.username, params.key);
      return draft ? [encodeDraft(draft)] : [];
    },
  });

  app.route({
    ...saveDraftCall,
    handler: async (request) => {
      const body = requireJsonBody(request);
      const { summary, content } = body as unknown as DraftBody;
      const hasRecord = body[RECORD_ID_KEY] !== undefined;
      const record = hasRecord ? await findReadableRecord(db, request.user, getRecordId(body)) : undefined;
      const position = parsePosition(request);
      const draft = { ...position, recordId: record?.id ?? null, summary, content, now: now() };
      const saved = await upsertDraft(db, draft);
      if (saved) return encodeSummary(saved);
      const current = await findDraft(db, position.username, position.key);
      throw new HttpError(409, "You are also editing this in another window.", undefined, {
        ...(current && { current: encodeDraft(current) }),
      });
    },
  });

  app.route({
    ...deleteDraftCall,
    handler: async (request) => {
      await deleteDraft(db, parsePosition(request));
      return request.body;
    },
  });
}

/** Validated by the schema of the operation. */
interface DraftBody {
  key: string;
  revision: number;
  window_id: string;
  summary: JsonObject;
  content: JsonObject;
}

function parsePosition(request: FastifyRequest): DraftPosition {
  const { key, revision, window_id: windowId } = requireJsonBody(request) as unknown as DraftBody;
  return { username: request.user.username, key, revision, windowId };
}

const encodeSummary = (draft: StoredDraftSummary): JsonObject => ({
  key: draft.key,
  [RECORD_ID_KEY]: draft.record_id === null ? null : String(draft.record_id),
  revision: draft.revision,
  window_id: draft.window_id,
  summary: draft.summary,
  saved_at: draft.saved_at.toISOString(),
});

const encodeDraft = (draft: StoredDraft): JsonObject => ({ ...encodeSummary(draft), content: draft.content });
