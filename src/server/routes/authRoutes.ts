import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { schemaOf } from "../../contract/fields.ts";
import type { ChangePassword, SignIn } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import { encode } from "../../contract/wire.ts";
import { createLockout } from "../auth/lockout.ts";
import { hashPassword, isPassword } from "../auth/passwords.ts";
import { createToken } from "../auth/tokens.ts";
import { mayEnter } from "../../contract/roles.ts";
import { decodedBody, documentOf, faultsOf, refuseFaults } from "../documentOf.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findAccount, setPasswordHash } from "../stores/accountStore.ts";
import { bodyOf } from "./bodyOf.ts";

/** Sign-in, which is also the check of the password before a script is given, and the change of a password. */
export function authRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services;
  const lockout = createLockout(now);

  app.route({
    method: endpoints.signIn.method,
    url: endpoints.signIn.path,
    config: { open: true },
    handler: async (request) => {
      const { username, password } = documentOf("sign-in", bodyOf(request)) as unknown as SignIn;
      const keys = [`user ${username}`, `address ${request.ip}`];
      lockout.begin(keys);
      const account = await findAccount(db, username);
      if (!(await isPassword(account?.password_hash, password)) || !account)
        throw new Refusal(401, messages.badCredentials);
      lockout.succeed(keys);
      if (!mayEnter(account)) throw new Refusal(403, messages.badCredentials);
      const user = { id: String(account.id), username: account.username, roles: account.roles };
      const { token, expires } = await createToken(services, user);
      return encode(schemaOf("account"), { ...user, accessToken: token, expirationTime: expires }, "read");
    },
  });

  app.route({
    method: endpoints.resetPassword.method,
    url: endpoints.resetPassword.path,
    handler: async (request) => {
      const body = bodyOf(request);
      const { username } = request.user;
      if (body["username"] !== username)
        throw new Refusal(403, "You can only change the password of your own user name.");
      const { oldPassword, newPassword } = passwordsOf(body);
      const keys = [`user ${username}`, `address ${request.ip}`];
      lockout.begin(keys);
      const account = await findAccount(db, username);
      if (!(await isPassword(account?.password_hash, oldPassword)) || !account) throw wrongOldPassword();
      lockout.succeed(keys);
      await setPasswordHash(db, account.id, await hashPassword(newPassword));
      return { message: messages.resetPassword };
    },
  });
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
