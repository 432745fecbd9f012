import { sql } from "kysely";
import pg from "pg";

const MARK = /\/\* prepared as (\w+) \*\/$/;

/**
 * Put at the end of a query that every poll asks (`modifyEnd`): each connection to PostgreSQL parses and plans it once.
 * The query has to name its columns, or a migration by another server would break it. The embedded database takes the
 * mark for the comment it is.
 *
 * @param name one for each text
 */
export const preparedAs = (name: string) => sql.raw(`/* prepared as ${name} */`);

/** A connection to PostgreSQL that prepares what is marked so. */
export class PreparingClient extends pg.Client {
  override query = ((...asked: unknown[]) => {
    const [text, ...rest] = asked;
    const name = typeof text === "string" && MARK.exec(text)?.[1];
    return Reflect.apply(super.query, this, name ? [{ name, text }, ...rest] : asked);
  }) as pg.Client["query"];
}
