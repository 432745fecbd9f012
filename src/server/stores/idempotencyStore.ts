import type { Selectable } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { Db, IdempotencyKeysTable } from "../database/tables.ts";

interface IdempotencyKey {
  username: string;
  key: string;
}

/** Returns false if the key was used before. Waits for another open transaction that claimed it. */
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

/** Deletes at most `limit` responses and returns how many. */
export async function deleteOldResponses(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("idempotency_keys")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("username", "key"),
        "in",
        selectFrom("idempotency_keys")
          .select(["username", "key"])
          .where("created_at", "<", before)
          .orderBy("created_at")
          .limit(limit)
          .$asTuple("username", "key"),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
