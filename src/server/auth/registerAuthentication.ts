import type { FastifyInstance } from "fastify";
import { messages } from "../../contract/messages.ts";
import { hasPortalRole } from "../../contract/roles.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { findAccountAccess, type AccountAccess } from "../stores/accountStore.ts";
import type { User } from "../user.ts";
import { verifyToken, type Session } from "./tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The user of the access token. Not set on routes with `config: { allowsAnonymous: true }`. */
    user: User;
  }
  interface FastifyContextConfig {
    allowsAnonymous?: boolean;
  }
}

/**
 * Requires a valid token in the `x-access-token` header on every route of `app` and sets `request.user` with the current
 * roles. Responds with 401 if the token is missing, expired or not valid, or if the account was disabled, lost its roles
 * or changed its password.
 */
export function registerAuthentication(app: FastifyInstance, services: Services): void {
  app.decorateRequest("user");
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config.allowsAnonymous || request.is404) return;
    const token = request.headers["x-access-token"];
    const session = typeof token === "string" ? verifyToken(services, token) : undefined;
    const account = session && (await findAccountAccess(services.db, session.accountId));
    if (!session || !account || !isSessionValid(session, account))
      throw new HttpError(401, messages.sessionExpired);
    request.user = toUser(account);
  });
}

const isSessionValid = ({ version }: Session, account: AccountAccess) =>
  account.session_version === version && account.disabled_at === null && hasPortalRole(account);

const toUser = ({ id, username, roles }: AccountAccess): User => ({ id: String(id), username, roles });
