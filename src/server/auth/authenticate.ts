import type { FastifyInstance } from "fastify";
import { messages } from "../../contract/messages.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { readToken } from "./tokens.ts";
import type { User } from "./user.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whoever the access token names. Set on every call but those whose route says `config: { open: true }`. */
    user: User;
  }
  interface FastifyContextConfig {
    /** Answered without an access token: sign-in, the last step of an upload, the documentation. */
    open?: boolean;
  }
}

/**
 * Asks every route of `app` and below for a valid token in the header `x-access-token`, and puts its user on the
 * request. Refused with 401 when the token is missing, expired or forged.
 */
export function authenticate(app: FastifyInstance, services: Services): void {
  app.decorateRequest("user");
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config.open || request.is404) return;
    const token = request.headers["x-access-token"];
    const user = typeof token === "string" ? await readToken(services, token) : undefined;
    if (!user) throw new Refusal(401, messages.sessionExpired);
    request.user = user;
  });
}
