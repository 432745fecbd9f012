import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { messages } from "../../contract/messages.ts";
import { Refusal } from "../refusal.ts";

/**
 * Answers every failed call with `{ message, faults? }`. Refusals are answered in their own words; whatever else
 * goes wrong is logged, and answered without saying what it was.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal) return answerRefusal(error, reply);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return reply.code(status).send({ message: error.message });
    request.log.error({ err: error }, `${request.method} ${request.routeOptions.url ?? ""} failed`);
    return reply.code(500).send({ message: messages.generic });
  });
}

function answerRefusal({ status, message, faults, details }: Refusal, reply: FastifyReply) {
  const wait = details?.["retryAfter"];
  if (wait !== undefined) void reply.header("retry-after", String(wait));
  return reply.code(status).send({ message, ...(faults && { faults }), ...details });
}

/** Answers a path that nothing is served at. */
export const answerNothing = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ message: `There is nothing at ${request.method} ${request.url.split("?")[0]}.` });
