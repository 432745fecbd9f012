import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { JsonObject } from "../contract/schema/fields.ts";
import type { Database } from "./database/tables.ts";
import { HttpError } from "./refusal.ts";
import { setEtag } from "./routes/requests.ts";
import type { Services } from "./services.ts";
import { findAnswer, keepAnswer, takeKey } from "./stores/idempotencyStore.ts";

/** What a create answers, and the version of what it made. */
export interface Created {
  body: unknown;
  etag?: string;
}

const MAX_KEY_LENGTH = 200;

/**
 * Does the work of a create in one transaction, and answers what it made. With an `Idempotency-Key` it is done once:
 * the same key of the same user gets the same answer, also when two calls arrive together, or when the server
 * ended between the commit and the answer. Refused with 409 when the key was used for another call, and with 422 when
 * it was used with another body; that refusal carries what the first call was answered, as its answer may be lost.
 */
export async function runIdempotent(
  { db, now }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (trx: Transaction<Database>) => Promise<Created>,
): Promise<unknown> {
  const key = getIdempotencyKey(request);
  const made = await db.transaction().execute(async (trx) => {
    if (key === undefined) return work(trx);
    const route = request.routeOptions.url ?? "";
    const bodyHash = createHash("sha256").update(JSON.stringify(request.body)).digest("hex");
    const claim = { username: request.user.username, key, route, bodyHash };
    if (!(await takeKey(trx, { ...claim, now: now() }))) return findEarlierResponse(trx, claim);
    const answer = await work(trx);
    await keepAnswer(trx, claim, answer as unknown as JsonObject);
    return answer;
  });
  if (made.etag) setEtag(reply, made.etag);
  return made.body;
}

async function findEarlierResponse(
  trx: Transaction<Database>,
  claim: { username: string; key: string; route: string; bodyHash: string },
): Promise<Created> {
  const earlier = await findAnswer(trx, claim);
  if (earlier?.route !== claim.route)
    throw new HttpError(409, "This Idempotency-Key was already used for another call.");
  const answer = earlier.response as unknown as Created;
  if (earlier.body_hash !== claim.bodyHash)
    throw new HttpError(422, "This Idempotency-Key was already used with another body.", undefined, {
      made: answer.body,
      etag: answer.etag,
    });
  return answer;
}

function getIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  const key = Array.isArray(header) ? header[0] : header;
  if (key !== undefined && (key === "" || key.length > MAX_KEY_LENGTH))
    throw new HttpError(400, `An Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`);
  return key;
}
