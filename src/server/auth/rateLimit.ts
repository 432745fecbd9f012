import type { FastifyInstance, FastifyRequest } from "fastify";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { getNetworkPrefix } from "./signInLimiter.ts";
import { verifyToken } from "./tokens.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** For calls of load balancers, whose failure would stop the server. */
    hasNoRateLimit?: boolean;
  }
}

/**
 * Responds with 429 after `requestsPerMinute` requests of one user in a minute, or of one address without a session. Users
 * of one company can share an address, so signed-in users are counted by account. Each process counts for itself: a count
 * in the database would cost more than most of the requests.
 */
export function registerRateLimit(app: FastifyInstance, services: Pick<Services, "config" | "now">): void {
  const { requestsPerMinute } = services.config;
  if (requestsPerMinute === 0) return;
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config.hasNoRateLimit) return;
    await limiter.consume(getKey(services, request)).catch((limit: unknown) => {
      if (!(limit instanceof RateLimiterRes)) throw limit;
      const retryAfter = Math.max(1, Math.ceil(limit.msBeforeNext / 1000));
      throw new HttpError(
        429,
        `Too many requests. Wait ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"} and try again.`,
        undefined,
        { retryAfter },
      );
    });
  });
}

function getKey(services: Pick<Services, "config" | "now">, request: FastifyRequest): string {
  const token = request.headers["x-access-token"];
  const session = typeof token === "string" ? verifyToken(services, token) : undefined;
  return session ? `account ${session.accountId}` : `address ${getNetworkPrefix(request.ip)}`;
}
