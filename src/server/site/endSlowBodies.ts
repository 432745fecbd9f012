import type { FastifyInstance, FastifyRequest } from "fastify";

/** Slower than any network that a portal can be used on. */
const BYTES_PER_MILLISECOND = 32;

/**
 * Ends a call whose body has not arrived in time: one that never ends would hold its connection for ever. Larger
 * bodies get longer.
 *
 * @param within milliseconds for the smallest
 */
export function endSlowBodies(app: FastifyInstance, within = 30_000): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const stop = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook("preParsing", async (request) => {
    const { bodyLimit = 0 } = request.routeOptions;
    const time = within + bodyLimit / BYTES_PER_MILLISECOND;
    timers.set(request, setTimeout(() => request.raw.destroy(), time).unref());
  });
  app.addHook("preValidation", stop);
  app.addHook("onError", stop);
  app.addHook("onRequestAbort", stop);
}
