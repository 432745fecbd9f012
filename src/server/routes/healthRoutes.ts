import type { FastifyInstance } from "fastify";
import { getDependencyChecks } from "../dependencyChecks.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { defineOperation } from "./operation.ts";

const common = { tag: "Operation", response: "Health", allowsAnonymous: true, hasNoRateLimit: true } as const;

const healthLiveCall = defineOperation("healthLive", {
  ...common,
  summary: "Check that the server process runs",
  description:
    "Returns 200 as long as the server process runs. If there is no response, restart the process.",
});

const healthReadyCall = defineOperation("healthReady", {
  ...common,
  summary: "Check that the server can handle requests",
  description:
    "Returns 200 if the database and the file storage respond. While the check fails, send users to another server.",
  errors: {
    503: "The database or the file storage does not respond. Wait the number of seconds in Retry-After.",
  },
});

export function healthRoutes(app: FastifyInstance, services: Services): void {
  app.route({ ...healthLiveCall, handler: async () => ({ status: "ok" }) });

  app.route({
    ...healthReadyCall,
    handler: async () => {
      for (const [name, check] of Object.entries(getDependencyChecks(services)))
        await check().catch(() => {
          throw new HttpError(503, `The ${name} does not respond.`, undefined, { retryAfter: 5 });
        });
      return { status: "ok" };
    },
  });
}
