import { sql } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, getSchema, getSchemaVersion } from "../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../contract/schema/migrateToCurrentSchema.ts";
import { isRowId } from "../database/queries.ts";
import type { Db } from "../database/tables.ts";

/** A contact under the current schema, and the number of records that name it. */
export interface StoredContact {
  id: number;
  document: JsonObject;
  recordCount: number;
}

const COLUMNS = ["id", "document", "schema_version"] as const;

export async function listContacts(db: Db): Promise<StoredContact[]> {
  const rows = await db.selectFrom("contacts").select(COLUMNS).orderBy("id").execute();
  const counts = await countRecordsByContact(db);
  return rows.map((row) => toStoredContact(row, counts.get(String(row.id))));
}

export async function findContact(db: Db, id: string): Promise<StoredContact | undefined> {
  if (!isRowId(id)) return undefined;
  const row = await db.selectFrom("contacts").select(COLUMNS).where("id", "=", Number(id)).executeTakeFirst();
  return row && toStoredContact(row, (await countRecordsByContact(db, id)).get(id));
}

const toStoredContact = (
  { id, document, schema_version: version }: { id: number; document: JsonObject; schema_version: number },
  recordCount = 0,
): StoredContact => ({ id, document: upgradeContact(document, version), recordCount });

async function countRecordsByContact(db: Db, contactId?: string): Promise<Map<string, number>> {
  const values = sql.join(listContactFieldNames().map((name) => sql`metadata->${name}::text`));
  const filter = contactId === undefined ? sql`true` : sql`pair->>'contactId' = ${contactId}`;
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT pair->>'contactId' AS id, count(DISTINCT records.id) AS count
    FROM records CROSS JOIN LATERAL jsonb_array_elements(coalesce(${values}, '[]'::jsonb)) AS pair
    WHERE deleted_at IS NULL AND ${filter} GROUP BY 1
  `.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

function listContactFieldNames(): string[] {
  const schema = getSchema("metadata");
  const field = getFieldNameByRole(schema, "contacts");
  const earlier = schema.properties[field]?.["x-changes"]?.renamed ?? [];
  return [field, ...earlier.flatMap(({ name }) => name ?? [])];
}

/** Undefined if another contact has the same email, regardless of case. */
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
  return row && toStoredContact(row);
}

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

export const upgradeContact = (document: JsonObject, schemaVersion: number): JsonObject =>
  migrateToCurrentSchema(getSchema("contact"), document, schemaVersion);
