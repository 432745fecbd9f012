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

/**
 * Sets a value that grows, such as a date, and returns the value before it. Undefined if it has this value or a later one.
 * Waits for another transaction that is setting it. The first value has an empty text before it.
 */
export async function advanceSetting(trx: Db, name: string, value: string): Promise<string | undefined> {
  await setSettingOnce(trx, name, "");
  const row = await trx
    .selectFrom("settings")
    .select("value")
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.value >= value) return undefined;
  await trx.updateTable("settings").set({ value }).where("name", "=", name).execute();
  return row.value;
}
