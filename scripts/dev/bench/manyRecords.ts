import type { Kysely } from "kysely";
import type { JsonObject } from "../../../src/contract/json.ts";
import { buildExampleEntity, getSchema, getFieldNameByRole, getSchemaVersion } from "../../../src/contract/schema/fields.ts";
import { hashPassword } from "../../../src/server/auth/passwords.ts";
import { readConfig } from "../../../src/server/config.ts";
import type { Database } from "../../../src/server/database/tables.ts";
import { openServices } from "../../../src/server/openServices.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import { insertAccount } from "../../../src/server/stores/accountStore.ts";
import { insertContact } from "../../../src/server/stores/contactStore.ts";

/** How many records the vendors of the lists have. */
export const LISTS = [100, 1000, 5000] as const;

/** The vendor who has so many records. */
export const vendorOf = (count: number): string => `bench${count}`;

/** The number in a record's name, which no other record has: what the measurements search for. */
export const numberIn = (at: number): string => `no${String(at).padStart(5, "0")}`;

const BATCH = 500;

/**
 * Gives the data folder of a stopped server vendors with 100, 1,000 and 5,000 records, straight into its database:
 * by calls it would take longer than everything measured. The records are copies of a vendor's own.
 */
export async function addManyRecords(dataDir: string, like: string): Promise<void> {
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }));
  try {
    const patterns = await parseRecordMetadata(services.db, like);
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    for (const count of LISTS) await addVendor(services.db, { count, patterns, passwordHash });
  } finally {
    await close();
  }
}

async function parseRecordMetadata(db: Kysely<Database>, username: string): Promise<JsonObject[]> {
  const rows = await db.selectFrom("records").select("metadata").where("username", "=", username).execute();
  return rows.map(({ metadata }) => metadata);
}

interface BenchVendor {
  count: number;
  patterns: JsonObject[];
  passwordHash: string;
}

async function addVendor(
  db: Kysely<Database>,
  { count, patterns, passwordHash }: BenchVendor,
): Promise<void> {
  const username = vendorOf(count);
  const now = new Date();
  const contact = await insertContact(db, { document: contactOf(username), updatedBy: username, now });
  if (!contact) throw new Error(`${username} is there already.`);
  await insertAccount(db, {
    id: contact.id,
    username,
    roles: ["ROLE_EDITOR"],
    password_hash: passwordHash,
  });
  const rows = Array.from({ length: count }, (_, at) =>
    recordRow(username, patterns[at % patterns.length]!, at),
  );
  for (let from = 0; from < rows.length; from += BATCH)
    await db
      .insertInto("records")
      .values(rows.slice(from, from + BATCH))
      .execute();
}

function contactOf(username: string): JsonObject {
  const schema = getSchema("contact");
  return { ...buildExampleEntity(schema), [getFieldNameByRole(schema, "email")]: `${username}@example.com` };
}

function recordRow(username: string, pattern: JsonObject, at: number) {
  const schema = getSchema("metadata");
  const title = getFieldNameByRole(schema, "title");
  const since = new Date(Date.UTC(2026, 0, 1) + at * 60_000);
  return {
    username,
    status: "in progress" as const,
    metadata: JSON.stringify({ ...pattern, [title]: `${String(pattern[title])} ${numberIn(at)}` }),
    schema_version: getSchemaVersion(schema),
    status_changed_at: since,
    created_at: since,
    updated_at: since,
  };
}
