import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { preparedQuery } from "../database/queries.ts";
import type { AccountsTable, Db } from "../database/tables.ts";

export type StoredAccount = Selectable<AccountsTable>;

/** The account of a user name, spelled exactly. */
export function findAccount(db: Db, username: string): Promise<StoredAccount | undefined> {
  return db.selectFrom("accounts").selectAll().where("username", "=", username).executeTakeFirst();
}

/** Who may come in by an account's id; nothing when there is none. Asked at every call. */
export const findAccountAccess = preparedQuery("access", (db, id: number) =>
  db
    .selectFrom("accounts")
    .select(["id", "username", "roles", "session_version", "disabled_at"])
    .where("id", "=", id),
);

/** What says whether a session of an account is open, and what its user may do. */
export type AccountAccess = NonNullable<Awaited<ReturnType<typeof findAccountAccess>>>;

/** Adds an account for a contact, whose id it shares. */
export async function insertAccount(trx: Db, account: Insertable<AccountsTable>): Promise<void> {
  await trx.insertInto("accounts").values(account).execute();
}

/** Every account, in the order of their names. */
export function listAccounts(db: Db): Promise<StoredAccount[]> {
  return db.selectFrom("accounts").selectAll().orderBy("username").execute();
}

/** What of an account lets somebody in, and so ends every session and upload link of it when it changes. */
export type AccessUpdate = Pick<Updateable<AccountsTable>, "password_hash" | "roles" | "disabled_at">;

/**
 * Changes what lets somebody in. In the same step every session of the account ends, and every link and token of its
 * upload scripts. Answers the account as it is then.
 */
export async function updateAccess(
  trx: Db,
  { id, change, now }: { id: number; change: AccessUpdate; now: Date },
): Promise<StoredAccount> {
  const account = await trx
    .updateTable("accounts")
    .set({ ...change, session_version: sql`session_version + 1` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("uploads")
    .set({ revoked_at: now })
    .where("username", "=", account.username)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .execute();
  return account;
}
