import type { Selectable } from "kysely";
import type { JsonObject } from "../../contract/schema/fields.ts";
import type { Db, IdempotencyTable } from "../database/tables.ts";

interface Key {
  username: string;
  key: string;
}

const OK = 200;

/**
 * Takes a key for the transaction's work. Answers false when it was taken before; waits while another transaction
 * that took it is still open, and gets it when that one fails.
 */
export async function takeKey(
  trx: Db,
  claim: Key & { call: string; bodyHash: string; now: Date },
): Promise<boolean> {
  const { username, key, call, bodyHash, now } = claim;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("idempotency")
    .values({ username, key, call, status: OK, body_hash: bodyHash, answer: "{}", created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Keeps the answer for every later call with the key. */
export async function keepAnswer(trx: Db, { username, key }: Key, answer: JsonObject): Promise<void> {
  await trx
    .updateTable("idempotency")
    .set({ answer: JSON.stringify(answer) })
    .where("username", "=", username)
    .where("key", "=", key)
    .execute();
}

/** What the first call with the key was, and what it was answered. */
export function findAnswer(
  db: Db,
  { username, key }: Key,
): Promise<Selectable<IdempotencyTable> | undefined> {
  return db
    .selectFrom("idempotency")
    .selectAll()
    .where("username", "=", username)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Forgets answers from before a time: nobody tries again after so long. */
export async function forgetAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("idempotency").where("created_at", "<", before).execute();
}
