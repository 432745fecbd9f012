import { sql, type Selectable } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, getSchemaVersion } from "../../contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../contract/schema/migrateToCurrentSchema.ts";
import { isRowId } from "../database/queries.ts";
import type { Database, Db } from "../database/tables.ts";

/** A contact under the current schema, and the number of records that name it. */
export interface StoredContact {
  id: number;
  document: JsonObject;
  revision: number;
  recordCount: number;
}

/** By index for each contact: grouping all links of 100,000 records takes longer. */
const recordCount = sql<number>`(SELECT count(*) FROM record_contacts WHERE contact_id = contacts.id::text)`;
const COLUMNS = ["id", "document", "schema_version", "revision", recordCount.as("record_count")] as const;

interface ContactPage {
  after?: number | undefined;
  limit?: number | undefined;
}

/** All contacts, or one page of them, by id. */
export async function listContacts(db: Db, { after, limit }: ContactPage = {}): Promise<StoredContact[]> {
  const rows = await db
    .selectFrom("contacts")
    .select(COLUMNS)
    .$if(after !== undefined, (contacts) => contacts.where("id", ">", after!))
    .orderBy("id")
    .$if(limit !== undefined, (contacts) => contacts.limit(limit!))
    .execute();
  return rows.map(toStoredContact);
}

export async function findContact(db: Db, id: string): Promise<StoredContact | undefined> {
  if (!isRowId(id)) return undefined;
  const row = await contactQuery(db, Number(id)).executeTakeFirst();
  return row && toStoredContact(row);
}

/** Locks the row until the transaction ends. */
export async function lockContact(trx: Db, id: string): Promise<StoredContact | undefined> {
  if (!isRowId(id)) return undefined;
  const row = await contactQuery(trx, Number(id)).forUpdate().executeTakeFirst();
  return row && toStoredContact(row);
}

const contactQuery = (db: Db, id: number) => db.selectFrom("contacts").select(COLUMNS).where("id", "=", id);

type ContactRow = Pick<
  Selectable<Database["contacts"]>,
  "id" | "document" | "schema_version" | "revision"
> & {
  record_count: number;
};

const toStoredContact = (row: ContactRow): StoredContact => ({
  id: row.id,
  revision: row.revision,
  document: upgradeContact(row.document, row.schema_version),
  recordCount: row.record_count,
});

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
  trx: Db,
  contact: { id: number; document: JsonObject; updatedBy: string; now: Date },
): Promise<StoredContact> {
  const row = await trx
    .updateTable("contacts")
    .set({
      document: JSON.stringify(contact.document),
      schema_version: getSchemaVersion(getSchema("contact")),
      revision: sql`revision + 1`,
      updated_at: contact.now,
      updated_by: contact.updatedBy,
    })
    .where("id", "=", contact.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toStoredContact(row);
}

export const upgradeContact = (document: JsonObject, schemaVersion: number): JsonObject =>
  migrateToCurrentSchema(getSchema("contact"), document, schemaVersion);
