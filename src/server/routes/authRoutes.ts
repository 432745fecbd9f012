import type { FastifyInstance, FastifyRequest } from "fastify";
import { schemaOf } from "../../contract/schema/fields.ts";
import type { ChangePassword, SignIn } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { mayEnter } from "../../contract/roles.ts";
import { encode } from "../../contract/wire/wire.ts";
import { hashPassword, isPassword } from "../auth/passwords.ts";
import { createSignInLimits, type SignInLimits } from "../auth/signInLimits.ts";
import { createToken } from "../auth/tokens.ts";
import { decodedBody, documentOf, faultsOf, refuseFaults } from "../documentOf.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { changeAccess, findAccount, type StoredAccount } from "../stores/accountStore.ts";
import { audit } from "../stores/auditStore.ts";
import { bodyOf } from "./requests.ts";
import { operation } from "./operation.ts";

const signInCall = operation("signIn", {
  tag: "Sign-in",
  summary: "Sign in",
  description:
    "Answers the access token that every other call carries in the header x-access-token. Also the check of the password before an upload script is given. After three wrong passwords a try waits; after ten, the user name is refused at that address for some minutes.",
  body: "SignIn",
  answer: "Account",
  isOpen: true,
  refusals: {
    401: "The user name or the password is wrong.",
    403: "The user has none of the roles that open the portal.",
    429: "Too many failed tries; Retry-After says how many seconds to wait.",
  },
});

const resetPasswordCall = operation("resetPassword", {
  tag: "Sign-in",
  summary: "Change the password",
  description:
    "Changes the signed-in user's own password. Every session and upload link of the user ends; the answer carries the token of a new session.",
  body: "PasswordChange",
  answer: "PasswordChanged",
  refusals: {
    400: "The old password is wrong, or the new one breaks a rule.",
    403: "The user name is another user's.",
    429: "Too many failed tries.",
  },
});

/** Sign-in, which is also the check of the password before a script is given, and the change of a password. */
export function authRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const limits = createSignInLimits(services, (who) => audit(db, { event: "locked out", ...who }, now()));

  app.route({
    ...signInCall,
    handler: async (request) => {
      const { username, password } = documentOf("sign-in", bodyOf(request)) as unknown as SignIn;
      const about = { username, address: request.ip };
      const account = await proven(services, limits, request, { username, password });
      const isIn = account !== undefined && mayEnter(account) && account.disabled_at === null;
      await audit(db, { event: isIn ? "sign-in" : "sign-in refused", ...about }, now());
      if (!account) throw new Refusal(401, messages.badCredentials);
      if (!isIn) throw new Refusal(403, messages.badCredentials);
      const user = { id: String(account.id), username, roles: account.roles };
      return encode(schemaOf("account"), { ...user, ...(await sessionOf(services, account)) }, "read");
    },
  });

  app.route({
    ...resetPasswordCall,
    handler: async (request) => {
      const body = bodyOf(request);
      const { username } = request.user;
      if (body["username"] !== username)
        throw new Refusal(403, "You can only change the password of your own user name.");
      const { oldPassword, newPassword } = passwordsOf(body);
      const account = await proven(services, limits, request, { username, password: oldPassword });
      if (!account) throw wrongOldPassword();
      const change = { password_hash: await hashPassword(newPassword) };
      const changed = await db.transaction().execute(async (trx) => {
        await audit(trx, { event: "password changed", username, address: request.ip }, now());
        return changeAccess(trx, { id: account.id, change, now: now() });
      });
      return { message: messages.resetPassword, ...(await sessionOf(services, changed)) };
    },
  });
}

/** The account whose password this is; nothing when it is wrong. */
function proven(
  { db }: Services,
  limits: SignInLimits,
  { ip: address }: FastifyRequest,
  { username, password }: SignIn,
): Promise<StoredAccount | undefined> {
  return limits.attempt({ username, address }, async () => {
    const account = await findAccount(db, username);
    return (await isPassword(account?.password_hash, password)) ? account : undefined;
  });
}

async function sessionOf(services: Services, { id, session_version: version }: StoredAccount) {
  const { token, expires } = createToken(services, { accountId: id, version });
  return { accessToken: token, expirationTime: expires };
}

/** The old and the new password. The call does not repeat the new one, so only the form asks for that. */
function passwordsOf(body: Record<string, unknown>): ChangePassword {
  const given = decodedBody("change-password", body) as Partial<ChangePassword>;
  const document = { ...given, newPasswordConfirmation: given.newPassword ?? "" };
  const asked = ["oldPassword", "newPassword"];
  refuseFaults(faultsOf("change-password", document).filter(({ path }) => asked.includes(path[0] ?? "")));
  return document as ChangePassword;
}

const wrongOldPassword = () =>
  new Refusal(400, messages.resetPasswordFailed, [
    { path: ["oldPassword"], rule: "password", message: "This is not your current password." },
  ]);
