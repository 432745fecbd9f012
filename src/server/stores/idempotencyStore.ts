import type { Selectable } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { Db, IdempotencyKeysTable } from "../database/tables.ts";

interface Key {
  username: string;
  key: string;
}

/**
 * Takes a key for the transaction's work. Answers false when it was taken before; waits while another transaction
 * that took it is still open, and gets it when that one fails.
 */
export async function claimIdempotencyKey(
  trx: Db,
  claim: Key & { route: string; bodyHash: string; now: Date },
): Promise<boolean> {
  const { username, key, route, bodyHash, now } = claim;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("idempotency_keys")
    .values({ username, key, route, body_hash: bodyHash, response: "{}", created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Keeps the answer for every later call with the key. */
export async function saveResponse(trx: Db, { username, key }: Key, answer: JsonObject): Promise<void> {
  await trx
    .updateTable("idempotency_keys")
    .set({ response: JSON.stringify(answer) })
    .where("username", "=", username)
    .where("key", "=", key)
    .execute();
}

/** What the first call with the key was, and what it was answered. */
export function findResponse(
  db: Db,
  { username, key }: Key,
): Promise<Selectable<IdempotencyKeysTable> | undefined> {
  return db
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("username", "=", username)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Forgets answers from before a time: nobody tries again after so long. */
export async function deleteOldResponses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
}
