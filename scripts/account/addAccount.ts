import type { Kysely } from "kysely";
import { check } from "../../src/contract/check.ts";
import { schemaOf, type Bag } from "../../src/contract/fields.ts";
import { validators } from "../../src/contract/generated/validators.ts";
import { hashPassword } from "../../src/server/auth/passwords.ts";
import type { Database } from "../../src/server/database/tables.ts";
import { insertAccount } from "../../src/server/stores/accountStore.ts";
import { insertContact } from "../../src/server/stores/contactStore.ts";

export interface NewAccount {
  username: string;
  roles: string[];
  password: string;
  /** In our names. */
  contact: Bag;
}

const ROLES = ["ROLE_EDITOR", "ROLE_ADMIN-APPLICATION", "ROLE_ADMIN-ADVANCED"];

/**
 * Adds an account and its contact; answers the id they share.
 *
 * @throws Error listing everything that is wrong with what was given, or naming who has the email already
 */
export async function addAccount(db: Kysely<Database>, account: NewAccount): Promise<string> {
  const faults = faultsOf(account);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const { username, roles, password, contact: document } = account;
  const password_hash = await hashPassword(password);
  const id = await db.transaction().execute(async (trx) => {
    const contact = await insertContact(trx, { document, updatedBy: username, now: new Date() });
    if (!contact) throw new Error("A contact with this email already exists.");
    await insertAccount(trx, { id: contact.id, username, roles, password_hash });
    return contact.id;
  });
  return String(id);
}

function faultsOf({ roles, password, contact }: NewAccount): string[] {
  const unknown = roles.filter((role) => !ROLES.includes(role)).map((role) => `role: ${role} is not a role`);
  const passwords = { oldPassword: password, newPassword: password, newPasswordConfirmation: password };
  return [
    ...(roles.length === 0 ? ["role: Required"] : unknown),
    ...worded("contact", contact),
    ...worded("change-password", passwords).slice(0, 1),
  ];
}

const worded = (name: "contact" | "change-password", document: Bag) =>
  check(schemaOf(name), validators[name], document).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );
