import type { FastifyInstance, FastifyRequest } from "fastify";
import { getSchema } from "../../contract/schema/fields.ts";
import type { ChangePassword, SignIn } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { hasPortalRole } from "../../contract/roles.ts";
import { encode } from "../../contract/wire/wire.ts";
import { hashPassword, verifyPassword } from "../auth/passwords.ts";
import { createSignInLimiter, type SignInLimiter } from "../auth/signInLimiter.ts";
import { createToken } from "../auth/tokens.ts";
import { decodeBody, parseBody, validateDocument, requireNoErrors } from "../parseBody.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { updateAccess, findAccount, type StoredAccount } from "../stores/accountStore.ts";
import { recordAuditEvent } from "../stores/auditStore.ts";
import { requireJsonBody } from "./requests.ts";
import { defineOperation } from "./operation.ts";

const signInCall = defineOperation("signIn", {
  tag: "Sign-in",
  summary: "Sign in",
  description:
    "Returns the access token to send in the x-access-token header of every other request. Also used to check the password before an upload script is downloaded. After three wrong passwords, each attempt is delayed. After ten wrong passwords, the user name is blocked for a few minutes for the caller's IP address.",
  body: "SignIn",
  response: "Account",
  allowsAnonymous: true,
  errors: {
    401: "Wrong user name or password.",
    403: "The account is disabled or has no role that allows access.",
    429: "Too many wrong passwords. Retry-After is the number of seconds to wait.",
  },
});

const resetPasswordCall = defineOperation("resetPassword", {
  tag: "Sign-in",
  summary: "Change the password",
  description:
    "Changes the password of the signed-in user. Ends all sessions and upload links of the user and returns the token of a new session.",
  body: "PasswordChange",
  response: "PasswordChanged",
  errors: {
    400: "The old password is wrong, or the new one is not valid.",
    403: "The request names another user. You can only change the password of your own user name.",
    429: "Too many wrong passwords. Retry-After is the number of seconds to wait.",
  },
});

export function authRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const limiter = createSignInLimiter(services, (attempt) =>
    recordAuditEvent(db, { event: "locked out", ...attempt }, now()),
  );

  app.route({
    ...signInCall,
    handler: async (request) => {
      const { username, password } = parseBody("sign-in", requireJsonBody(request)) as unknown as SignIn;
      const attempt = { username, address: request.ip };
      const account = await authenticatePassword(services, limiter, request, { username, password });
      const canSignIn = account !== undefined && hasPortalRole(account) && account.disabled_at === null;
      await recordAuditEvent(db, { event: canSignIn ? "sign-in" : "sign-in refused", ...attempt }, now());
      if (!account) throw new HttpError(401, messages.badCredentials);
      if (!canSignIn) throw new HttpError(403, messages.badCredentials);
      const user = { id: String(account.id), username, roles: account.roles };
      return encode(getSchema("account"), { ...user, ...(await createSession(services, account)) }, "read");
    },
  });

  app.route({
    ...resetPasswordCall,
    handler: async (request) => {
      const body = requireJsonBody(request);
      const { username } = request.user;
      if (body["username"] !== username)
        throw new HttpError(403, "You can only change the password of your own user name.");
      const { oldPassword, newPassword } = parsePasswords(body);
      const account = await authenticatePassword(services, limiter, request, {
        username,
        password: oldPassword,
      });
      if (!account) throw createWrongPasswordError();
      const change = { password_hash: await hashPassword(newPassword) };
      const changed = await db.transaction().execute(async (trx) => {
        await recordAuditEvent(trx, { event: "password changed", username, address: request.ip }, now());
        return updateAccess(trx, { id: account.id, change, now: now() });
      });
      return { message: messages.resetPassword, ...(await createSession(services, changed)) };
    },
  });
}

function authenticatePassword(
  { db }: Services,
  limiter: SignInLimiter,
  { ip: address }: FastifyRequest,
  { username, password }: SignIn,
): Promise<StoredAccount | undefined> {
  return limiter.attempt({ username, address }, async () => {
    const account = await findAccount(db, username);
    return (await verifyPassword(account?.password_hash, password)) ? account : undefined;
  });
}

async function createSession(services: Services, { id, session_version: version }: StoredAccount) {
  const { token, expires } = createToken(services, { accountId: id, version });
  return { accessToken: token, expirationTime: expires };
}

/** The request has no confirmation of the new password: only the form asks for it. */
function parsePasswords(body: Record<string, unknown>): ChangePassword {
  const decoded = decodeBody("change-password", body) as Partial<ChangePassword>;
  const document = { ...decoded, newPasswordConfirmation: decoded.newPassword ?? "" };
  const sentFields = ["oldPassword", "newPassword"];
  requireNoErrors(
    validateDocument("change-password", document).filter(({ path }) => sentFields.includes(path[0] ?? "")),
  );
  return document as ChangePassword;
}

const createWrongPasswordError = () =>
  new HttpError(400, messages.resetPasswordFailed, [
    { path: ["oldPassword"], rule: "password", message: "This is not your current password." },
  ]);
