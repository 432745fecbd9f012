import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import { messages } from "../../contract/messages.ts";
import { HttpError } from "../httpError.ts";

/** Responds to errors with `{ message, faults? }`. Unexpected errors are logged; only the request id is sent. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    if (error instanceof HttpError) return sendHttpError(error, reply);
    if (error.validation) return sendHttpError(toValidationError(error), reply);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return reply.code(status).send({ message: error.message });
    if (listCauses(error).some(isUnavailable)) return sendHttpError(toUnavailableError(error), reply);
    request.log.error({ err: error }, `${request.method} ${request.routeOptions.url ?? ""} failed`);
    return reply.code(500).send({ message: messages.generic, request_id: request.id });
  });
}

function sendHttpError({ status, message, errors, details }: HttpError, reply: FastifyReply) {
  const retryAfter = details?.["retryAfter"];
  if (retryAfter !== undefined) void reply.header("retry-after", String(retryAfter));
  return reply.code(status).send({ message, ...(errors && listFirstErrors(errors)), ...details });
}

/** A small body can cause thousands of errors. */
const MAX_ERRORS = 20;
const MAX_NAME_CHARACTERS = 200;

const listFirstErrors = (errors: FieldError[]) => ({
  faults: errors
    .slice(0, MAX_ERRORS)
    .map(({ path, ...error }) => ({ path: path.map(shortenName), ...error })),
  ...(errors.length > MAX_ERRORS && { fault_count: errors.length }),
});

const shortenName = (name: string) =>
  name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}...` : name;

const toUnavailableError = (error: unknown) =>
  new HttpError(
    503,
    listCauses(error).some(isDatabaseStarting) ? messages.starting : messages.unavailable,
    undefined,
    {
      retryAfter: 5,
    },
  );

function toValidationError({ validation = [], validationContext = "body" }: FastifyError): HttpError {
  const fieldErrors = validation.map(({ instancePath, keyword, params, message = "" }): FieldError => {
    const parentPath = instancePath.split("/").slice(1);
    const property = params["additionalProperty"] ?? params["missingProperty"];
    const path = property === undefined ? parentPath : [...parentPath, String(property)];
    if (keyword === "additionalProperties") return { path, rule: keyword, message: messages.unknownField };
    return { path, rule: keyword, message: keyword === "required" ? messages.required : `It ${message}.` };
  });
  if (fieldErrors.some(({ path }) => path.length === 0))
    return new HttpError(400, "The request body must be a JSON object.", []);
  const sentences = fieldErrors
    .slice(0, MAX_ERRORS)
    .map(({ path, message }) => `${path.map(shortenName).join(".")}: ${message}`);
  if (fieldErrors.length > MAX_ERRORS)
    sentences.push(`There are ${fieldErrors.length - MAX_ERRORS} more errors.`);
  return new HttpError(400, `The ${validationContext} is not valid. ${sentences.join(" ")}`, fieldErrors);
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ message: `${request.method} ${request.url.split("?")[0]} does not exist.` });

/** PostgreSQL: connection lost, shutting down, starting, too many connections, statement canceled. */
const UNAVAILABLE_SQLSTATE = /^(08...|57P0[1-3]|53300|57014)$/;
const NETWORK_ERROR_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EHOSTUNREACH", "ETIMEDOUT", "EPIPE", "EAI_AGAIN"],
  "REQUEST_SEND_ERROR",
]);
const UNAVAILABLE_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|query read timeout/i;

const isDatabaseStarting = ({ code }: Failure) => code === "57P03";

const isUnavailable = ({ code, message }: Failure) =>
  (typeof code === "string" && (UNAVAILABLE_SQLSTATE.test(code) || NETWORK_ERROR_CODES.has(code))) ||
  UNAVAILABLE_MESSAGE.test(String(message));

type Failure = Error & { code?: unknown; errors?: unknown };

function listCauses(error: unknown): Failure[] {
  const failure = error as Failure;
  const { cause, errors } = failure;
  return [
    failure,
    ...[...(Array.isArray(errors) ? errors : []), ...(cause ? [cause] : [])].flatMap(listCauses),
  ];
}
