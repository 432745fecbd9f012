import type { Db } from "../database/tables.ts";

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Returns false if it was set before. Waits for another transaction that is setting it. */
export async function setSettingOnce(trx: Db, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
