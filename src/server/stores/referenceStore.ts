import type { JsonObject } from "../../contract/json.ts";
import type { References } from "../../contract/schema/references.ts";
import type { Db } from "../database/tables.ts";

export type ReferenceList = keyof References;

const REFERENCE_LISTS: ReferenceList[] = ["collections", "agencies", "software", "contactRoles"];
const CACHE_MS = 30_000;

const cache = new WeakMap<object, { references: Promise<References>; until: number }>();

/**
 * Loads all reference lists, under their schema field names. Cached for half a minute: almost every call needs them,
 * and another server may change them.
 * Call it before a transaction begins: the embedded database has one connection.
 */
export function loadReferences(db: Db): Promise<References> {
  const found = cache.get(db);
  if (found && found.until > Date.now()) return found.references;
  const references = readLists(db);
  cache.set(db, { references, until: Date.now() + CACHE_MS });
  references.catch(() => cache.delete(db));
  return references;
}

async function readLists(db: Db): Promise<References> {
  const rows = await db
    .selectFrom("reference_items")
    .select(["list", "document"])
    .where("list", "in", REFERENCE_LISTS)
    .orderBy("position")
    .execute();
  const lists = Object.fromEntries(
    REFERENCE_LISTS.map((name) => [
      name,
      rows.filter(({ list }) => list === name).map(({ document }) => document),
    ]),
  );
  return lists as unknown as References;
}

export async function replaceReferenceList(db: Db, list: ReferenceList, items: JsonObject[]): Promise<void> {
  await db.deleteFrom("reference_items").where("list", "=", list).execute();
  const rows = items.map((item, position) => ({
    list,
    id: String(item["id"] ?? position),
    position,
    document: JSON.stringify(item),
  }));
  if (rows.length > 0) await db.insertInto("reference_items").values(rows).execute();
  cache.delete(db);
}
