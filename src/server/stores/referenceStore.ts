import type { JsonObject } from "../../contract/json.ts";
import type { References } from "../../contract/schema/references.ts";
import type { Db } from "../database/tables.ts";

/** The lists that the services answer, by the name they are stored under. */
export type ReferenceList = keyof References;

const LISTS: ReferenceList[] = ["collections", "agencies", "software", "contactRoles"];
const KEPT_FOR = 30_000;

const kept = new WeakMap<object, { references: Promise<References>; until: number }>();

/**
 * Every reference list, in our field names. Kept in memory for half a minute, since almost every call needs them
 * and they hardly ever change; a server beside this one may have changed them.
 *
 * Inside a transaction, load them before it begins: the embedded database has one connection.
 */
export function loadReferences(db: Db): Promise<References> {
  const found = kept.get(db);
  if (found && found.until > Date.now()) return found.references;
  const references = readLists(db);
  kept.set(db, { references, until: Date.now() + KEPT_FOR });
  references.catch(() => kept.delete(db));
  return references;
}

async function readLists(db: Db): Promise<References> {
  const rows = await db
    .selectFrom("reference_items")
    .select(["list", "document"])
    .where("list", "in", LISTS)
    .orderBy("position")
    .execute();
  const lists = Object.fromEntries(
    LISTS.map((name) => [name, rows.filter(({ list }) => list === name).map(({ document }) => document)]),
  );
  return lists as unknown as References;
}

/** Puts a list in place of whatever was stored under its name. */
export async function replaceList(db: Db, list: ReferenceList, items: JsonObject[]): Promise<void> {
  await db.deleteFrom("reference_items").where("list", "=", list).execute();
  const rows = items.map((item, position) => ({
    list,
    id: String(item["id"] ?? position),
    position,
    document: JSON.stringify(item),
  }));
  if (rows.length > 0) await db.insertInto("reference_items").values(rows).execute();
  kept.delete(db);
}
