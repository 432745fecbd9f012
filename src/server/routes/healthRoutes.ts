import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { operation } from "./operation.ts";

const about = { tag: "Operation", answer: "Health", isOpen: true } as const;

const healthLiveCall = operation("healthLive", {
  ...about,
  summary: "Tell that the server runs",
  description: "Answers as long as the process does. Where it does not, start the process again.",
});

const healthReadyCall = operation("healthReady", {
  ...about,
  summary: "Tell that the server can serve",
  description: "Asks the database and the store. Where it refuses, send users to another server, and wait.",
  refusals: { 503: "The database or the store does not answer; Retry-After says how many seconds to wait." },
});

/** What a load balancer asks. */
export function healthRoutes(app: FastifyInstance, { db, storage }: Services): void {
  app.route({ ...healthLiveCall, handler: async () => ({ status: "ok" }) });

  app.route({
    ...healthReadyCall,
    handler: async () => {
      const parts = {
        database: () => sql`SELECT 1`.execute(db),
        store: () => storage.find("store-id"),
      };
      for (const [name, ask] of Object.entries(parts))
        await ask().catch(() => {
          throw new Refusal(503, `The ${name} does not answer.`, undefined, { retryAfter: 5 });
        });
      return { status: "ok" };
    },
  });
}
