import { PORTAL_ROLES } from "../contract/roles.ts";
import type { JsonObject } from "../contract/schema/fields.ts";
import { hashPassword } from "./auth/passwords.ts";
import { faultsOf } from "./documentOf.ts";
import type { Services } from "./services.ts";
import { changeAccess, findAccount, insertAccount, type AccessChange } from "./stores/accountStore.ts";
import { audit } from "./stores/auditStore.ts";
import { insertContact } from "./stores/contactStore.ts";

interface NewAccount {
  username: string;
  roles: string[];
  password: string;
  /** The person, as the contact schema says. */
  contact: JsonObject;
}

/**
 * Adds a person who can sign in: their contact and their account, which share the id it answers.
 *
 * @throws Error naming what is wrong with the roles, the contact or the password, or that the name or the email is taken
 */
export async function addAccount(
  { db, now }: Pick<Services, "db" | "now">,
  account: NewAccount,
): Promise<string> {
  const { username, roles, password, contact } = account;
  const sentences = [
    ...faultsOfRoles(roles),
    ...faultsOf("contact", contact).map(({ path, message }) => `${path.join(".")}: ${message}`),
    ...faultsOfPassword(password),
  ];
  if (sentences.length > 0) throw new Error(sentences.join("\n"));
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    if (await findAccount(trx, username)) throw new Error(`The user name ${username} is taken.`);
    const added = await insertContact(trx, { document: contact, updatedBy: username, now: now() });
    if (!added) throw new Error(`Another contact has the email of ${username}.`);
    await insertAccount(trx, { id: added.id, username, roles, password_hash: hash });
    await audit(trx, { event: "account added", username, detail: { roles } }, now());
    return String(added.id);
  });
}

/** What is wrong with the roles of an account, in sentences. */
const faultsOfRoles = (roles: string[]): string[] => [
  ...(roles.length === 0 ? ["role: Required"] : []),
  ...roles.filter((role) => !PORTAL_ROLES.includes(role)).map((role) => `role: ${role} is not a role`),
];

/** What is wrong with a password, in one sentence. */
function faultsOfPassword(password: string): string[] {
  const passwords = { oldPassword: password, newPassword: password, newPasswordConfirmation: password };
  return faultsOf("change-password", passwords)
    .slice(0, 1)
    .map(({ path, message }) => `${path.join(".")}: ${message}`);
}

/** What an operator changes of an account. */
type AccountChange = { password: string } | { roles: string[] } | { isDisabled: boolean };

/**
 * Changes who can sign in, and as what. The account's sessions and upload links end at once, on every server of the
 * database.
 *
 * @throws Error naming what is wrong with the roles or the password, or that there is no such user
 */
export async function changeAccount(
  { db, now }: Pick<Services, "db" | "now">,
  username: string,
  asked: AccountChange,
): Promise<void> {
  const faults = [
    ...("roles" in asked ? faultsOfRoles(asked.roles) : []),
    ...("password" in asked ? faultsOfPassword(asked.password) : []),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const change = await accessChange(asked, now());
  await db.transaction().execute(async (trx) => {
    const account = await findAccount(trx, username);
    if (!account) throw new Error(`There is no user named ${username}.`);
    await changeAccess(trx, { id: account.id, change, now: now() });
    await audit(trx, { event: "account changed", username, detail: { changed: Object.keys(change) } }, now());
  });
}

async function accessChange(asked: AccountChange, now: Date): Promise<AccessChange> {
  if ("roles" in asked) return { roles: asked.roles };
  if ("password" in asked) return { password_hash: await hashPassword(asked.password) };
  return { disabled_at: asked.isDisabled ? now : null };
}
