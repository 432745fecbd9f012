import type { Kysely, Selectable } from "kysely";
import type { AccountsTable, Database } from "../database/tables.ts";

export type StoredAccount = Selectable<AccountsTable>;

type Db = Kysely<Database>;

/** The account of a user name, spelled exactly. */
export function findAccount(db: Db, username: string): Promise<StoredAccount | undefined> {
  return db.selectFrom("accounts").selectAll().where("username", "=", username).executeTakeFirst();
}

/** Adds an account for a contact, whose id it shares. */
export async function insertAccount(trx: Db, account: StoredAccount): Promise<void> {
  await trx.insertInto("accounts").values(account).execute();
}

/** Puts another password in place of an account's own. */
export async function setPasswordHash(db: Db, id: number, hash: string): Promise<void> {
  await db.updateTable("accounts").set({ password_hash: hash }).where("id", "=", id).execute();
}
