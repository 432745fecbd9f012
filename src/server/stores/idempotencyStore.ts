import type { Selectable } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { Db, IdempotencyKeysTable } from "../database/tables.ts";

interface IdempotencyKey {
  username: string;
  key: string;
}

/**
 * Claims a key for this transaction. Returns false if it was used before. Waits for another open transaction that
 * claimed it, and gets the key if that one fails.
 */
export async function claimIdempotencyKey(
  trx: Db,
  claim: IdempotencyKey & { route: string; bodyHash: string; now: Date },
): Promise<boolean> {
  const { username, key, route, bodyHash, now } = claim;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("idempotency_keys")
    .values({ username, key, route, body_hash: bodyHash, response: "{}", created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores the response for later calls with the same key. */
export async function saveResponse(
  trx: Db,
  { username, key }: IdempotencyKey,
  response: JsonObject,
): Promise<void> {
  await trx
    .updateTable("idempotency_keys")
    .set({ response: JSON.stringify(response) })
    .where("username", "=", username)
    .where("key", "=", key)
    .execute();
}

export function findResponse(
  db: Db,
  { username, key }: IdempotencyKey,
): Promise<Selectable<IdempotencyKeysTable> | undefined> {
  return db
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("username", "=", username)
    .where("key", "=", key)
    .executeTakeFirst();
}

export async function deleteOldResponses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<", before).execute();
}
