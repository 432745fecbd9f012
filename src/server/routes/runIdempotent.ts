import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { Database } from "../database/tables.ts";
import { HttpError } from "../httpError.ts";
import { setEtag } from "../etags.ts";
import type { Services } from "../services.ts";
import { findResponse, saveResponse, claimIdempotencyKey } from "../stores/idempotencyStore.ts";

export interface Created {
  body: unknown;
  etag?: string;
}

const MAX_KEY_LENGTH = 200;

/**
 * Runs a create in one transaction. With an `Idempotency-Key` it runs only once: a repeated request of the same user with
 * the same key gets the stored response, also if both arrive at the same time or the server stopped before it responded.
 *
 * @throws HttpError 409 if the key was used for another operation; 422, with the first response, for another body
 */
export async function runIdempotent(
  { db, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  create: (trx: Transaction<Database>) => Promise<Created>,
): Promise<unknown> {
  const key = getIdempotencyKey(request);
  const created = await db.transaction().execute(async (trx) => {
    if (key === undefined) return create(trx);
    const route = request.routeOptions.url ?? "";
    const bodyHash = createHash("sha256").update(JSON.stringify(request.body)).digest("hex");
    const claim = { username: request.user.username, key, route, bodyHash };
    if (!(await claimIdempotencyKey(trx, { ...claim, now: now() }))) return findEarlierResponse(trx, claim);
    const response = await create(trx);
    await saveResponse(trx, claim, response as unknown as JsonObject);
    return response;
  });
  if (created.etag) setEtag(reply, created.etag);
  return created.body;
}

async function findEarlierResponse(
  trx: Transaction<Database>,
  claim: { username: string; key: string; route: string; bodyHash: string },
): Promise<Created> {
  const earlier = await findResponse(trx, claim);
  if (earlier?.route !== claim.route)
    throw new HttpError(409, "This Idempotency-Key was already used for another request.");
  const firstResponse = earlier.response as unknown as Created;
  if (earlier.body_hash !== claim.bodyHash)
    throw new HttpError(422, "This Idempotency-Key was already used with another body.", undefined, {
      made: firstResponse.body,
      etag: firstResponse.etag,
    });
  return firstResponse;
}

function getIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  const key = Array.isArray(header) ? header[0] : header;
  if (key !== undefined && (key === "" || key.length > MAX_KEY_LENGTH))
    throw new HttpError(400, `The Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`);
  return key;
}
