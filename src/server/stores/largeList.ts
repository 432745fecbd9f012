import type { Expression, Kysely } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database } from "../database/tables.ts";

/**
 * The rows of a query, handed over as one JSON text: ten thousand take less than half the time. Times in them are
 * texts.
 */
export async function largeList<Row>(db: Kysely<Database>, query: Expression<Row>) {
  const { rows } = await db.selectNoFrom(jsonArrayFrom(query).as("rows")).executeTakeFirstOrThrow();
  return rows;
}
