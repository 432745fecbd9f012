import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints, featuresOf, type Endpoint } from "../../contract/endpoints.ts";
import type { Bag } from "../../contract/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { openConflicts, openConflictsOfUser, type ConflictingVersion } from "../stores/conflictStore.ts";
import { versionOfConflicts } from "../stores/conflictVersionStore.ts";
import { findOwnRecord, findReadableRecord, type StoredRecord } from "../stores/recordStore.ts";
import {
  chooseBatch,
  chooseVersion,
  chooseVersions,
  undoResolution,
  type Resolved,
} from "../uploads/resolveConflicts.ts";
import { conflictAnswer } from "../uploads/uploadAnswers.ts";
import { bodyOf } from "./bodyOf.ts";
import { isUnchanged, stamp, unmarked } from "./isUnchanged.ts";
import { recordIdOf } from "./recordIdOf.ts";

/** Files that arrived in several versions: what there is to choose from, the choice, and taking it back. */
export function conflictRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.route<{ Params: { username: string } }>({
    method: endpoints.listConflicts.method,
    url: endpoints.listConflicts.path,
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
    method: endpoints.recordConflicts.method,
    url: endpoints.recordConflicts.path,
    handler: async ({ user, params }) => {
      const { id } = await findReadableRecord(db, user, params.recordId);
      return answerOf(await openConflicts(db, id));
    },
  });

  const ownRecordOf = async (request: FastifyRequest) => {
    const body = ownBodyOf(request);
    return { body, record: await findOwnRecord(db, request.user, contestedRecordIdOf(body)) };
  };

  const choice = (endpoint: Endpoint, work: (record: StoredRecord, body: Bag) => Promise<Resolved>) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        const { body, record } = await ownRecordOf(request);
        const { open, resolutionId } = await work(record, body);
        if (resolutionId !== undefined) stamp(reply, `"${resolutionId}"`);
        return answerOf(open);
      },
    });

  choice(endpoints.resolveBatchConflict, (record, body) =>
    chooseBatch(services, record, String(body["upload_batch_id"])),
  );
  choice(endpoints.resolveFileConflict, (record, body) =>
    chooseVersion(services, record, String(body["upload_id"])),
  );
  choice(endpoints.resolveFileConflicts, (record, body) =>
    chooseVersions(services, record, [body["upload_ids"]].flat().map(String)),
  );

  app.route({
    method: endpoints.undoConflictResolution.method,
    url: endpoints.undoConflictResolution.path,
    handler: async (request) => {
      const { record } = await ownRecordOf(request);
      const made = request.headers["if-match"];
      return answerOf(await undoResolution(services, record, made && resolutionIdOf(made)));
    },
  });
}

/** A choice's ETag is the id of its resolution. */
const resolutionIdOf = (etag: string) => unmarked(etag).replaceAll('"', "");

const answerOf = (versions: ConflictingVersion[]) => featuresOf(versions.map(conflictAnswer));

/** Refused with 403 when the body speaks for another user than the one who calls. */
function ownBodyOf(request: FastifyRequest): Bag {
  const body = bodyOf(request);
  if (body["username"] !== undefined && body["username"] !== request.user.username)
    throw new Refusal(403, "You can only resolve conflicts under your own user name.");
  return body;
}

/** The calls that resolve write the identifier with `model_` before it; the one that undoes writes it plainly. */
const contestedRecordIdOf = (body: Bag): string =>
  String(body[`model_${RECORD_IDENTIFIER}`] ?? recordIdOf(body));
