import type { Bag } from "../contract/schema/fields.ts";
import { PORTAL_ROLES } from "../contract/roles.ts";
import { hashPassword } from "./auth/passwords.ts";
import { faultsOf } from "./documentOf.ts";
import type { Services } from "./services.ts";
import { findAccount, insertAccount } from "./stores/accountStore.ts";
import { audit } from "./stores/auditStore.ts";
import { insertContact } from "./stores/contactStore.ts";

export interface NewAccount {
  username: string;
  roles: string[];
  password: string;
  /** The person, as the contact schema says. */
  contact: Bag;
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
export const faultsOfRoles = (roles: string[]): string[] => [
  ...(roles.length === 0 ? ["role: Required"] : []),
  ...roles.filter((role) => !PORTAL_ROLES.includes(role)).map((role) => `role: ${role} is not a role`),
];

/** What is wrong with a password, in one sentence. */
export function faultsOfPassword(password: string): string[] {
  const passwords = { oldPassword: password, newPassword: password, newPasswordConfirmation: password };
  return faultsOf("change-password", passwords)
    .slice(0, 1)
    .map(({ path, message }) => `${path.join(".")}: ${message}`);
}
