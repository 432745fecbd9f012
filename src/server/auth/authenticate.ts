import type { FastifyInstance } from "fastify";
import { messages } from "../../contract/messages.ts";
import { mayEnter } from "../../contract/roles.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findAccess, type AccountAccess } from "../stores/accountStore.ts";
import { readToken, type Session, type User } from "./tokens.ts";

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
 * request, with the roles that the account has now. Refused with 401 when the token is missing, expired or forged, and
 * when the account was disabled, lost a role or got another password since.
 */
export function authenticate(app: FastifyInstance, services: Services): void {
  app.decorateRequest("user");
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config.open || request.is404) return;
    const token = request.headers["x-access-token"];
    const session = typeof token === "string" ? readToken(services, token) : undefined;
    const account = session && (await findAccess(services.db, session.accountId));
    if (!session || !account || !isOpen(session, account)) throw new Refusal(401, messages.sessionExpired);
    request.user = userOf(account);
  });
}

const isOpen = ({ version }: Session, account: AccountAccess) =>
  account.session_version === version && account.disabled_at === null && mayEnter(account);

/** The user that an account stands for. */
const userOf = ({ id, username, roles }: AccountAccess): User => ({ id: String(id), username, roles });
