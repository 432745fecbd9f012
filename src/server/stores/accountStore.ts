import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { ADMIN_ROLES } from "../../contract/roles.ts";
import { preparedQuery } from "../database/queries.ts";
import type { AccountsTable, Db } from "../database/tables.ts";

export type StoredAccount = Selectable<AccountsTable>;

export function findAccount(db: Db, username: string): Promise<StoredAccount | undefined> {
  return db.selectFrom("accounts").selectAll().where("username", "=", username).executeTakeFirst();
}

export const findAccountAccess = preparedQuery("access", (db, id: number) =>
  db
    .selectFrom("accounts")
    .select(["id", "username", "roles", "session_version", "disabled_at"])
    .where("id", "=", id),
);

export type AccountAccess = NonNullable<Awaited<ReturnType<typeof findAccountAccess>>>;

export async function insertAccount(trx: Db, account: Insertable<AccountsTable>): Promise<void> {
  await trx.insertInto("accounts").values(account).execute();
}

export function listAccounts(db: Db): Promise<StoredAccount[]> {
  return db.selectFrom("accounts").selectAll().orderBy("username").execute();
}

/** Whether an account has one of the roles. */
export const hasRole = (roles: string[]) => sql<boolean>`roles && ${roles}::text[]`;

/** User names of all agency admins who can sign in. */
export async function listReviewers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("username")
    .where("disabled_at", "is", null)
    .where(hasRole(ADMIN_ROLES), "=", true)
    .orderBy("username")
    .execute();
  return rows.map(({ username }) => username);
}

/** User names of all accounts that are not agency admins. */
export async function listVendors(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("username")
    .where(hasRole(ADMIN_ROLES), "=", false)
    .orderBy("username")
    .execute();
  return rows.map(({ username }) => username);
}

/** Changing any of these ends all sessions and upload links of the account. */
export type AccessUpdate = Pick<Updateable<AccountsTable>, "password_hash" | "roles" | "disabled_at">;

/** Ends all sessions of the account and revokes its upload links and tokens. */
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
