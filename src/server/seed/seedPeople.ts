import type { Transaction } from "kysely";
import { schemaOf } from "../../contract/schema/fields.ts";
import { migrate } from "../../contract/schema/migrations.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { User } from "../auth/tokens.ts";
import type { Database } from "../database/tables.ts";
import { insertAccount } from "../stores/accountStore.ts";
import { insertContact } from "../stores/contactStore.ts";
import { DEMO_PASSWORD, DEMO_SCHEMA_VERSION, demoPeople } from "./demoData.ts";

/** The people of a demo installation as they are stored. */
export interface SeededPeople {
  /** Contact ids, in the order of the list. */
  contactIds: string[];
  /** Those who can sign in, by user name. */
  users: Map<string, User>;
}

const SINCE = new Date("2026-01-05T09:00:00Z");

/** A hash of the demo password for each person; made before the transaction, which is to be short. */
export const hashPeople = (): Promise<string[]> =>
  Promise.all(demoPeople.map(() => hashPassword(DEMO_PASSWORD)));

/** Stores the contacts, and the accounts of those who can sign in, with the password hash of each person. */
export async function seedPeople(trx: Transaction<Database>, hashes: string[]): Promise<SeededPeople> {
  const people: SeededPeople = { contactIds: [], users: new Map() };
  for (const [index, { contact: written, account }] of demoPeople.entries()) {
    const document = migrate(schemaOf("contact"), written, DEMO_SCHEMA_VERSION);
    const contact = await insertContact(trx, { document, updatedBy: "portal", now: SINCE });
    if (!contact) throw new Error("Two demo contacts share an email address.");
    people.contactIds.push(String(contact.id));
    if (!account) continue;
    const { username, roles } = account;
    await insertAccount(trx, { id: contact.id, username, roles, password_hash: hashes[index] ?? "" });
    people.users.set(username, { id: String(contact.id), username, roles });
  }
  return people;
}
