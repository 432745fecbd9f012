import type { Transaction } from "kysely";
import { getSchema } from "../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../contract/schema/migrateToCurrentSchema.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { User } from "../user.ts";
import type { Database } from "../database/tables.ts";
import { insertAccount } from "../stores/accountStore.ts";
import { insertContact } from "../stores/contactStore.ts";
import { DEMO_PASSWORD, DEMO_SCHEMA_VERSION, demoPeople } from "./demoData.ts";

export interface SeededPeople {
  contactIds: string[];
  users: Map<string, User>;
}

const CREATED_AT = new Date("2026-01-05T09:00:00Z");

/** Hashes before the transaction, to keep that short. */
export const hashDemoPasswords = (): Promise<string[]> =>
  Promise.all(demoPeople.map(() => hashPassword(DEMO_PASSWORD)));

export async function seedPeople(trx: Transaction<Database>, hashes: string[]): Promise<SeededPeople> {
  const people: SeededPeople = { contactIds: [], users: new Map() };
  for (const [index, { contact: storedContact, account }] of demoPeople.entries()) {
    const document = migrateToCurrentSchema(getSchema("contact"), storedContact, DEMO_SCHEMA_VERSION);
    const contact = await insertContact(trx, { document, updatedBy: "portal", now: CREATED_AT });
    if (!contact) throw new Error("Two demo contacts share an email address.");
    people.contactIds.push(String(contact.id));
    if (!account) continue;
    const { username, roles } = account;
    await insertAccount(trx, { id: contact.id, username, roles, password_hash: hashes[index] ?? "" });
    people.users.set(username, { id: String(contact.id), username, roles });
  }
  return people;
}
