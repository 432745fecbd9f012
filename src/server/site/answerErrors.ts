import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Fault } from "../../contract/rules/faults.ts";
import { messages } from "../../contract/messages.ts";
import { Refusal } from "../refusal.ts";

/**
 * Answers every failed call with `{ message, faults? }`. Refusals are answered in their own words; whatever else
 * goes wrong is logged, and answered without saying what it was.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal) return answerRefusal(error, reply);
    if (error.validation) return answerRefusal(shapeRefusal(error), reply);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return reply.code(status).send({ message: error.message });
    if (causes(error).some(isUnavailable)) return answerRefusal(notNow(error), reply);
    request.log.error({ err: error }, `${request.method} ${request.routeOptions.url ?? ""} failed`);
    return reply.code(500).send({ message: messages.generic });
  });
}

function answerRefusal({ status, message, faults, details }: Refusal, reply: FastifyReply) {
  const wait = details?.["retryAfter"];
  if (wait !== undefined) void reply.header("retry-after", String(wait));
  return reply.code(status).send({ message, ...(faults && { faults }), ...details });
}

const notNow = (error: unknown) =>
  new Refusal(503, causes(error).some(isStarting) ? messages.starting : messages.unavailable, undefined, {
    retryAfter: 5,
  });

/** What of a call is not of the names and types that its route says. */
function shapeRefusal({ validation = [], validationContext = "body" }: FastifyError): Refusal {
  const faults = validation.map(({ instancePath, keyword, params, message = "" }): Fault => {
    const place = instancePath.split("/").slice(1);
    const named = params["additionalProperty"] ?? params["missingProperty"];
    const path = named === undefined ? place : [...place, String(named)];
    if (keyword === "additionalProperties") return { path, rule: keyword, message: messages.unknownField };
    return { path, rule: keyword, message: keyword === "required" ? messages.required : `It ${message}.` };
  });
  if (faults.some(({ path }) => path.length === 0))
    return new Refusal(400, "The call must carry a JSON object.", []);
  const sentences = faults.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return new Refusal(400, `Of the ${validationContext}, ${sentences.join(" ")}`, faults);
}

/** Answers a path that nothing is served at. */
export const answerNothing = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ message: `There is nothing at ${request.method} ${request.url.split("?")[0]}.` });

/** PostgreSQL's classes of "not now": connection lost, shut down, starting, out of connections, statement ended. */
const NOT_NOW = /^(08...|57P0[1-3]|53300|57014)$/;
const UNREACHABLE = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EHOSTUNREACH", "ETIMEDOUT", "EPIPE", "EAI_AGAIN"],
  "REQUEST_SEND_ERROR",
]);
/** What the database's library says without a code. */
const WORDS = /connection terminated|timeout exceeded when trying to connect|query read timeout/i;

const isStarting = ({ code }: Failure) => code === "57P03";

/** Whether a failure is one of what this server works with, and may pass: the database, or the store. */
const isUnavailable = ({ code, message }: Failure) =>
  (typeof code === "string" && (NOT_NOW.test(code) || UNREACHABLE.has(code))) || WORDS.test(String(message));

type Failure = Error & { code?: unknown; errors?: unknown };

/** A failure, and those that brought it about. */
function causes(error: unknown): Failure[] {
  const failure = error as Failure;
  const { cause, errors } = failure;
  return [failure, ...[...(Array.isArray(errors) ? errors : []), ...(cause ? [cause] : [])].flatMap(causes)];
}
