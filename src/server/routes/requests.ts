import type { FastifyReply, FastifyRequest } from "fastify";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/schema/product.ts";
import type { Db } from "../database/tables.ts";
import { Refusal } from "../refusal.ts";
import { filesEtag } from "../uploads/uploadAnswers.ts";

/**
 * The JSON object a call carries. Refused with 400 when it carries none, or text the database cannot keep: a zero
 * character, or half of a character that is written in two.
 */
export function bodyOf({ body }: FastifyRequest): JsonObject {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Refusal(400, "The call must carry a JSON object.");
  if (holdsBrokenText(body)) throw new Refusal(400, "The text holds characters that cannot be stored.");
  return body as JsonObject;
}

/** The id of the record that a call's body is about; empty when it names none. */
export const recordIdOf = (body: JsonObject): string => String(body[RECORD_IDENTIFIER] ?? "");

const BROKEN = /[\0\p{Cs}]/u;

/** No call nests its values deeper; walking what does could overflow. */
const DEEPEST = 20;

function holdsBrokenText(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return BROKEN.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth > DEEPEST) throw new Refusal(400, "The call nests its values too deeply.");
  return Object.entries(value).some(
    ([name, inner]) => BROKEN.test(name) || holdsBrokenText(inner, depth + 1),
  );
}

/** Puts an answer's version on it as its ETag, for callers to send back as If-None-Match or If-Match. */
export function stamp(reply: FastifyReply, etag: string): void {
  void reply.header("etag", etag).header("cache-control", "private, no-cache");
}

/**
 * Whether the caller already has this version of the answer, which then needs no body: answer 304. Puts the ETag on
 * the answer either way.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  stamp(reply, etag);
  const known = request.headers["if-none-match"];
  return known !== undefined && known.split(",").some((one) => isSame(one, etag));
}

/** Whether two ETags name one version. */
export const isSame = (a: string, b: string): boolean => unmarked(a) === unmarked(b);

/** An ETag as it was given. A proxy that compresses marks it as weak. */
export const unmarked = (etag: string): string => etag.trim().replace(/^W\//, "");

/** Describes the header of calls that count only for the files that were looked at. */
export const LOOKED_AT = {
  "If-Match": "The ETag of the list of files that was looked at; refused where others stand by now.",
};

/** Tells whether the files of a record that stand are those that the caller looked at; where it does not say, they are. */
export const filesSeen =
  ({ headers }: FastifyRequest, recordId: number) =>
  async (trx: Db): Promise<boolean> => {
    const seen = headers["if-match"];
    return seen === undefined || isSame(seen, await filesEtag(trx, recordId));
  };
