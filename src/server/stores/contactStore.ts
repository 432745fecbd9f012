import { sql } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, getSchema, getSchemaVersion } from "../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../contract/schema/migrateToCurrentSchema.ts";
import { isRowId } from "../database/queries.ts";
import type { Db } from "../database/tables.ts";

/** A contact as today's schema says, and in how many records it is named. */
export interface StoredContact {
  id: number;
  document: JsonObject;
  recordCount: number;
}

const COLUMNS = ["id", "document", "schema_version"] as const;

/** Every contact, in the order they were added. */
export async function listContacts(db: Db): Promise<StoredContact[]> {
  const rows = await db.selectFrom("contacts").select(COLUMNS).orderBy("id").execute();
  const counts = await recordCounts(db);
  return rows.map((row) => stored(row, counts.get(String(row.id))));
}

/** One contact by its id as the wire spells it. */
export async function findContact(db: Db, id: string): Promise<StoredContact | undefined> {
  if (!isRowId(id)) return undefined;
  const row = await db.selectFrom("contacts").select(COLUMNS).where("id", "=", Number(id)).executeTakeFirst();
  return row && stored(row, (await recordCounts(db, id)).get(id));
}

const stored = (
  { id, document, schema_version: version }: { id: number; document: JsonObject; schema_version: number },
  recordCount = 0,
): StoredContact => ({ id, document: migrateContact(document, version), recordCount });

/** In how many records that are not deleted each contact is named, by contact id. */
async function recordCounts(db: Db, only?: string): Promise<Map<string, number>> {
  const values = sql.join(contactNames().map((name) => sql`metadata->${name}::text`));
  const one = only === undefined ? sql`true` : sql`pair->>'contactId' = ${only}`;
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT pair->>'contactId' AS id, count(DISTINCT records.id) AS count
    FROM records CROSS JOIN LATERAL jsonb_array_elements(coalesce(${values}, '[]'::jsonb)) AS pair
    WHERE deleted_at IS NULL AND ${one} GROUP BY 1
  `.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The name of a record's contacts, and those it had under earlier versions of the schema. */
function contactNames(): string[] {
  const schema = getSchema("metadata");
  const field = getFieldNameByRole(schema, "contacts");
  const earlier = schema.properties[field]?.["x-changes"]?.renamed ?? [];
  return [field, ...earlier.flatMap(({ name }) => name ?? [])];
}

/** Adds a contact. Answers nothing when another has its email, however it is capitalised. */
export async function insertContact(
  trx: Db,
  contact: { document: JsonObject; updatedBy: string; now: Date },
): Promise<StoredContact | undefined> {
  const row = await trx
    .insertInto("contacts")
    .values({
      document: JSON.stringify(contact.document),
      schema_version: getSchemaVersion(getSchema("contact")),
      updated_at: contact.now,
      updated_by: contact.updatedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && stored(row);
}

/** Puts a new document in place of a contact's own, for every record that names it. */
export async function updateContact(
  db: Db,
  contact: { id: number; document: JsonObject; updatedBy: string; now: Date },
): Promise<void> {
  await db
    .updateTable("contacts")
    .set({
      document: JSON.stringify(contact.document),
      schema_version: getSchemaVersion(getSchema("contact")),
      updated_at: contact.now,
      updated_by: contact.updatedBy,
    })
    .where("id", "=", contact.id)
    .execute();
}

/** A stored contact's document, written under some version of the schema, as today's version holds it. */
export const migrateContact = (document: JsonObject, schemaVersion: number): JsonObject =>
  migrateToCurrentSchema(getSchema("contact"), document, schemaVersion);
