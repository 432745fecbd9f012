import type { Db } from "../database/tables.ts";

/** A small fact of the installation; nothing when it was never set. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/**
 * Sets a fact that is set once. Answers false when it was set before; while another transaction is setting it, waits
 * for that one.
 */
export async function setSettingOnce(trx: Db, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
