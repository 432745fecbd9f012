import type { FastifyRequest } from "fastify";
import { isAdmin } from "../../contract/roles.ts";
import type { JsonObject } from "../../contract/json.ts";
import { RECORD_ID_KEY } from "../../contract/schema/product.ts";
import type { Db } from "../database/tables.ts";
import { isSameEtag } from "../etags.ts";
import { HttpError } from "../httpError.ts";
import { computeFilesEtag } from "../uploads/encodeUploads.ts";

/** PostgreSQL cannot store NUL characters and unpaired surrogates. */
export function requireJsonBody({ body }: FastifyRequest): JsonObject {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new HttpError(400, "The request body must be a JSON object.");
  if (hasUnstorableText(body))
    throw new HttpError(
      400,
      "A text in the request contains a character that cannot be stored. Remove it and try again.",
    );
  return body as JsonObject;
}

/** A handler before the route's own. @throws HttpError 403 for a vendor */
export async function requireAdmin({ user }: FastifyRequest): Promise<void> {
  if (!isAdmin(user)) throw new HttpError(403, "Only the agency's admins can review records.");
}

export const getRecordId = (body: JsonObject): string => String(body[RECORD_ID_KEY] ?? "");

const UNSTORABLE_CHARACTER = /[\0\p{Cs}]/u;

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === "string") return UNSTORABLE_CHARACTER.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => UNSTORABLE_CHARACTER.test(name) || hasUnstorableText(inner),
  );
}

export const FILES_IF_MATCH_HEADER = {
  "If-Match": "ETag of the file list as you read it. The request fails if the current files have changed.",
};

/** Returns a check that the current files still match the If-Match header; true without the header. */
export const createFilesUnchangedCheck =
  ({ headers }: FastifyRequest, recordId: number) =>
  async (trx: Db): Promise<boolean> => {
    const ifMatch = headers["if-match"];
    return ifMatch === undefined || isSameEtag(ifMatch, await computeFilesEtag(trx, recordId));
  };
