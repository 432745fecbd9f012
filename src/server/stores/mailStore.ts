import { sql, type Insertable, type Selectable } from "kysely";
import type { MailFrequency } from "../../contract/mailFrequency.ts";
import { ADMIN_ROLES, PORTAL_ROLES } from "../../contract/roles.ts";
import { getFieldText, getSchema } from "../../contract/schema/fields.ts";
import type { AccountsTable, Db } from "../database/tables.ts";
import type { OutboxTable } from "../database/jobTables.ts";
import { hasRole } from "./accountStore.ts";
import { upgradeContact } from "./contactStore.ts";

/** Kind of the jobs that send a mail. */
export const MAIL_JOB = "send-mail";

export type OutboxItem = Selectable<OutboxTable>;

export interface MailRecipient {
  accountId: number;
  username: string;
  /** Empty if the contact has no email address. */
  address: string;
  frequency: MailFrequency;
  isAdmin: boolean;
}

/** All who may sign in, all agency admins, or those with one of these user names. */
export type MailGroup = "users" | "admins" | { usernames: string[] };

/** Without disabled accounts, accounts without a role and contacts without an email address. */
export async function listMailRecipients(db: Db, group: MailGroup): Promise<MailRecipient[]> {
  const rows = await recipientsQuery(db)
    .where("disabled_at", "is", null)
    .where(hasRole(group === "admins" ? ADMIN_ROLES : PORTAL_ROLES), "=", true)
    .$if(typeof group === "object", (accounts) =>
      accounts.where("username", "in", (group as { usernames: string[] }).usernames),
    )
    .orderBy("accounts.id")
    .execute();
  return rows.map(toRecipient).filter(({ address }) => address !== "");
}

const recipientsQuery = (db: Db) =>
  db
    .selectFrom("accounts")
    .innerJoin("contacts", "contacts.id", "accounts.id")
    .select(["accounts.id", "username", "mail_frequency", "document", "schema_version"])
    .select(hasRole(ADMIN_ROLES).as("is_admin"));

type RecipientRow = Awaited<ReturnType<ReturnType<typeof recipientsQuery>["executeTakeFirstOrThrow"]>>;

const toRecipient = (row: RecipientRow): MailRecipient => ({
  accountId: row.id,
  username: row.username,
  address: getFieldText(getSchema("contact"), upgradeContact(row.document, row.schema_version), "email"),
  frequency: row.mail_frequency,
  isAdmin: row.is_admin,
});

/** Returns false if an item with the same key exists. */
export async function insertOutboxItem(trx: Db, item: Insertable<OutboxTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("outbox")
    .values(item)
    .onConflict((conflict) => conflict.column("once_key").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const listWaitingItems = (db: Db, mailId: string): Promise<OutboxItem[]> =>
  db
    .selectFrom("outbox")
    .selectAll()
    .where("mail_id", "=", mailId)
    .where("state", "=", "waiting")
    .orderBy("id")
    .execute();

/** Undefined if the account may not sign in any more or gets no mail. */
export async function findMailRecipient(db: Db, accountId: number): Promise<MailRecipient | undefined> {
  const row = await recipientsQuery(db)
    .where("accounts.id", "=", accountId)
    .where("disabled_at", "is", null)
    .where("mail_frequency", "<>", "never")
    .where(hasRole(PORTAL_ROLES), "=", true)
    .executeTakeFirst();
  const recipient = row && toRecipient(row);
  return recipient?.address ? recipient : undefined;
}

type MailChange = Partial<Pick<OutboxItem, "state" | "error_text" | "sent_at">>;

/** Changes the items that wait. */
export async function updateMail(db: Db, mailId: string, change: MailChange): Promise<void> {
  await db
    .updateTable("outbox")
    .set(change)
    .where("mail_id", "=", mailId)
    .where("state", "=", "waiting")
    .execute();
}

/** A reviewer who becomes a vendor must not get mails about other vendors' records. */
export async function cancelWaitingMails(trx: Db, accountId: number): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ state: "failed", error_text: "The roles of the user changed." })
    .where("account_id", "=", accountId)
    .where("state", "=", sql.lit("waiting"))
    .execute();
}

/** Accounts with items that wait for the daily mail. */
export async function listAccountsWithDailyItems(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("account_id")
    .distinct()
    .where("mail_id", "is", null)
    .where("state", "=", sql.lit("waiting"))
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Makes one mail of all items of the account that wait for the daily mail. */
export async function closeDailyMail(trx: Db, accountId: number, mailId: string): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ mail_id: mailId })
    .where("account_id", "=", accountId)
    .where("mail_id", "is", null)
    .where("state", "=", sql.lit("waiting"))
    .execute();
}

export type ListedItem = OutboxItem & Pick<Selectable<AccountsTable>, "username">;

/** The newest first. */
export const listOutboxItems = (db: Db, limit: number): Promise<ListedItem[]> =>
  db
    .selectFrom("outbox")
    .innerJoin("accounts", "accounts.id", "outbox.account_id")
    .selectAll("outbox")
    .select("username")
    .orderBy("outbox.id", "desc")
    .limit(limit)
    .execute();

/** Deletes at most `limit` items and returns how many. */
export async function deleteOldOutboxItems(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom("outbox").select("id").where("created_at", "<", before).limit(limit);
  const { numDeletedRows } = await db.deleteFrom("outbox").where("id", "in", old).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function findMailSettings(db: Db, accountId: number) {
  const row = await recipientsQuery(db).where("accounts.id", "=", accountId).executeTakeFirstOrThrow();
  const { frequency, address } = toRecipient(row);
  return { frequency, address };
}

export async function setMailFrequency(
  db: Db,
  accountId: number,
  mail_frequency: MailFrequency,
): Promise<void> {
  await db.updateTable("accounts").set({ mail_frequency }).where("id", "=", accountId).execute();
}
