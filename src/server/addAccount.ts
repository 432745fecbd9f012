import type { Bag } from "../contract/fields.ts";
import { PORTAL_ROLES } from "../contract/roles.ts";
import { hashPassword } from "./auth/passwords.ts";
import { faultsOf } from "./documentOf.ts";
import type { Services } from "./services.ts";
import { findAccount, insertAccount } from "./stores/accountStore.ts";
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
  const passwords = { oldPassword: password, newPassword: password, newPasswordConfirmation: password };
  const unknown = roles.filter((role) => !PORTAL_ROLES.includes(role));
  const faults = [...faultsOf("contact", contact), ...faultsOf("change-password", passwords).slice(0, 1)];
  const sentences = [
    ...(roles.length === 0 ? ["role: Required"] : []),
    ...unknown.map((role) => `role: ${role} is not a role`),
    ...faults.map(({ path, message }) => `${path.join(".")}: ${message}`),
  ];
  if (sentences.length > 0) throw new Error(sentences.join("\n"));
  const hash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    if (await findAccount(trx, username)) throw new Error(`The user name ${username} is taken.`);
    const added = await insertContact(trx, { document: contact, updatedBy: username, now: now() });
    if (!added) throw new Error(`Another contact has the email of ${username}.`);
    await insertAccount(trx, { id: added.id, username, roles, password_hash: hash });
    return String(added.id);
  });
}
