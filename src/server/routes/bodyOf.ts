import type { FastifyRequest } from "fastify";
import type { Bag } from "../../contract/schema/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/schema/product.ts";
import { Refusal } from "../refusal.ts";

/**
 * The JSON object a call carries. Refused with 400 when it carries none, or text the database cannot keep: a zero
 * character, or half of a character that is written in two.
 */
export function bodyOf({ body }: FastifyRequest): Bag {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Refusal(400, "The call must carry a JSON object.");
  if (holdsBrokenText(body)) throw new Refusal(400, "The text holds characters that cannot be stored.");
  return body as Bag;
}

/** The id of the record that a call's body is about; empty when it names none. */
export const recordIdOf = (body: Bag): string => String(body[RECORD_IDENTIFIER] ?? "");

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
