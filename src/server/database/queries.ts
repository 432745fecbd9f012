import { sql, type CompiledQuery, type Expression } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import pg from "pg";
import type { Db } from "./tables.ts";

const MARK = /\/\* prepared as (\w+) \*\/$/;
interface Query<Row> {
  modifyEnd(modifier: ReturnType<typeof sql.raw>): { compile(): CompiledQuery<Row> };
}

/**
 * A query that every poll asks: built and compiled once, and parsed and planned once by each connection to PostgreSQL.
 * It has to name its columns, or a migration by another server would break it.
 *
 * @param name one for each query
 * @param build the query for some values, which answers the first of its rows
 */
export function prepared<Values extends unknown[], Row>(
  name: string,
  build: (db: Db, ...values: Values) => Query<Row>,
) {
  let query: CompiledQuery<Row> | undefined;
  /** Stand for the values while the query is compiled. */
  const places = Array.from({ length: build.length - 1 }, (_, at) => Symbol(at));
  return async (db: Db, ...values: Values): Promise<Row | undefined> => {
    // The embedded database takes the mark for the comment it is.
    query ??= build(db, ...(places as unknown as Values))
      .modifyEnd(sql.raw(`/* prepared as ${name} */`))
      .compile();
    const parameters = query.parameters.map((one) =>
      typeof one === "symbol" ? values[places.indexOf(one)] : one,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows[0];
  };
}

/** A connection to PostgreSQL that prepares what is marked so. */
export class PreparingClient extends pg.Client {
  override query = ((...asked: unknown[]) => {
    const [text, ...rest] = asked;
    const name = typeof text === "string" && MARK.exec(text)?.[1];
    return Reflect.apply(super.query, this, name ? [{ name, text }, ...rest] : asked);
  }) as pg.Client["query"];
}

/**
 * The rows of a query, handed over as one JSON text: ten thousand take less than half the time. Times in them are
 * texts.
 */
export async function largeList<Row>(db: Db, query: Expression<Row>) {
  const { rows } = await db.selectNoFrom(jsonArrayFrom(query).as("rows")).executeTakeFirstOrThrow();
  return rows;
}

/** Whether a text from outside can be the id of a row at all; anything else would be an error of the database. */
export const isRowId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
