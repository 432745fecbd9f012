import type { FastifyInstance } from "fastify";
import { HttpError } from "../httpError.ts";

/** No request nests deeper; a deeper one could overflow the stack. */
const MAX_DEPTH = 20;
/** Fits the ids of 100,000 files. */
const MAX_VALUES = 110_000;
/** A record has about 200 names. Each unknown name costs an error. */
const MAX_NAMES = 20_000;

/**
 * Rejects bodies whose many values would block the event loop for seconds while they are parsed and checked, although
 * they are short enough in bytes.
 */
export function registerJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    const problem = findExcess(text);
    if (problem) done(new HttpError(400, problem));
    else parseJson(request, text, done);
  });
}

const [QUOTE, BACKSLASH, COMMA, COLON] = ['"', "\\", ",", ":"].map((sign) => sign.charCodeAt(0));
const OPENING = ["{", "["].map((sign) => sign.charCodeAt(0));
const CLOSING = ["}", "]"].map((sign) => sign.charCodeAt(0));

function findExcess(json: string): string | undefined {
  let depth = 0;
  let values = 0;
  let names = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (isInText) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (code === COMMA) values += 1;
    else if (code === COLON) names += 1;
    else if (code === OPENING[0] || code === OPENING[1]) depth += 1;
    else if (code === CLOSING[0] || code === CLOSING[1]) depth -= 1;
    if (depth > MAX_DEPTH) return "The values in the request are nested too deeply.";
    if (values > MAX_VALUES || names > MAX_NAMES) return "The request has too many values.";
  }
  return undefined;
}
