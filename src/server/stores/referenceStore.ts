import type { JsonObject } from "../../contract/json.ts";
import type { References } from "../../contract/schema/references.ts";
import { preparedQuery } from "../database/queries.ts";
import type { Db } from "../database/tables.ts";

export type ReferenceList = keyof References;

const REFERENCE_LISTS: ReferenceList[] = ["collections", "agencies", "software", "contactRoles"];
/** A trigger counts the changes of the lists in this setting. */
const VERSION_SETTING = "reference-version";

const findVersion = preparedQuery("reference_version", (db, name: string) =>
  db.selectFrom("settings").select("value").where("name", "=", name),
);

const cache = new WeakMap<object, { references: Promise<References>; version: string | undefined }>();

/**
 * Loads all reference lists, under their schema field names. Almost every call needs them, so they are read again only
 * after a change, also one by another server. Call it before a transaction begins.
 */
export async function loadReferences(db: Db): Promise<References> {
  const version = (await findVersion(db, VERSION_SETTING))?.value;
  const found = cache.get(db);
  if (found && found.version === version) return found.references;
  const references = readLists(db);
  cache.set(db, { references, version });
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
}
