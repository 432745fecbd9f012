import { sql } from "kysely";
import { buildExampleEntity, getSchema, getSchemaVersion } from "../../../src/contract/schema/fields.ts";
import { computeFindingRules } from "../../../src/server/background/countFindings.ts";
import { openDatabase } from "../../../src/server/database/openDatabase.ts";
import type { Services } from "../../../src/server/services.ts";
import { insertVendor } from "./benchData.ts";

export const RECORDS_PER_VENDOR = 500;
const FILES_PER_MODEL = 20;
const LARGE_MODEL_FILES = 10_000;
const PENDING_SHARE = 20;

export const scaleVendorName = (index: number): string => `scale${index}`;

/**
 * Adds vendors with 500 records each. Each record has 2 messages, an upload and 20 files; one in 20 is pending, one file
 * in 500 has a conflict number. One record changed every 5 minutes, the last one now. Each vendor has 100 contacts. The first
 * record of the first vendor has 10,000 files.
 */
export async function insertScaleData(services: Services, vendorCount: number): Promise<void> {
  await insertVendor(services, scaleVendorName(0), 0, () => ({}));
  const metadata = JSON.stringify(buildExampleEntity(getSchema("metadata")));
  const rules = await computeFindingRules();
  const version = getSchemaVersion(getSchema("metadata"));
  const statements = [
    sql`INSERT INTO contacts (document, updated_by)
      SELECT (SELECT document FROM contacts ORDER BY id DESC LIMIT 1) || jsonb_build_object('email', 'contact' || n || '@example.com'), 'scale' || n % ${sql.lit(vendorCount)}
      FROM generate_series(1, ${sql.lit(vendorCount * 100)}) n`,
    sql`INSERT INTO accounts (id, username, password_hash, roles)
      SELECT contacts.id, 'scale' || row_number() OVER (ORDER BY contacts.id), account.password_hash, account.roles
      FROM contacts, (SELECT password_hash, roles FROM accounts WHERE username = 'scale0') account
      WHERE contacts.document->>'email' LIKE 'contact%@example.com'
      ORDER BY contacts.id LIMIT ${sql.lit(vendorCount - 1)}`,
    sql`INSERT INTO records (username, status, metadata, title, region, counties, identifier, schema_version, finding_count, finding_rules, status_changed_at, created_at, updated_at)
      SELECT 'scale' || n / ${sql.lit(RECORDS_PER_VENDOR)},
        CASE WHEN n % ${sql.lit(PENDING_SHARE)} = 7 THEN 'pending' ELSE (ARRAY['in progress', 'accepted', 'rejected', 'accepted'])[1 + n % 4] END,
        ${metadata}::jsonb || jsonb_build_object('contacts', jsonb_build_array(jsonb_build_object(
          'contactId', (SELECT id FROM accounts WHERE username = 'scale' || n / ${sql.lit(RECORDS_PER_VENDOR)})::text, 'roleId', '1'))),
        'Model ' || n, lpad((n % 15)::text, 2, '0'), ARRAY['County ' || n % 254], '03' || lpad(n::text, 10, '0'), ${sql.lit(version)}, CASE WHEN n % ${sql.lit(PENDING_SHARE)} = 7 THEN n / ${sql.lit(PENDING_SHARE)} % 3 END, ${sql.lit(rules)},
        now() - n * interval '5 minutes', now() - interval '2 years', now()
      FROM generate_series(0, ${sql.lit(vendorCount * RECORDS_PER_VENDOR - 1)}) n`,
    sql`INSERT INTO record_contacts (contact_id, record_id)
      SELECT accounts.id::text, records.id FROM records JOIN accounts USING (username) WHERE username LIKE 'scale%'`,
    sql`INSERT INTO history (record_id, account_id, username, first_name, last_name, new_metadata, schema_version)
      SELECT records.id, accounts.id, username, 'Vera', 'Delgado', metadata, schema_version
      FROM records JOIN accounts USING (username) WHERE username LIKE 'scale%'`,
    sql`INSERT INTO messages (record_id, username, content, document)
      SELECT id, 'agency1', 'Please check the terrain.', '{}' FROM records, generate_series(1, 2) WHERE username LIKE 'scale%'`,
    sql`INSERT INTO notifications (record_id, status, content, username, created_at)
      SELECT id, status, 'Decided.', 'agency1', status_changed_at FROM records
      WHERE username LIKE 'scale%' AND status IN ('accepted', 'rejected')`,
    sql`INSERT INTO uploads (id, record_id, username, folder, blob_name, token_hash, version, requested_at, expires_at,
        sent_at, received_at, checked_at, extracted_at, cataloged_at, incoming_deleted_at)
      SELECT gen_random_uuid(), id, username, 'folder', 'model.zip', 'scale ' || id, 1, status_changed_at, status_changed_at,
        status_changed_at, status_changed_at, status_changed_at, status_changed_at, status_changed_at, status_changed_at
      FROM records WHERE username LIKE 'scale%'`,
    sql`INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username, uploaded_at)
      SELECT record_id, id, 'zip', 'model.zip', id || '/model.zip', 'application/zip', 20000, md5(id::text), username, requested_at
      FROM uploads WHERE token_hash LIKE 'scale %'`,
    sql`INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username, uploaded_at, conflict_number)
      SELECT record_id, id, 'file', 'Model_Files/plan' || n || '.p01', id || '/files/plan' || n || '.p01', 'text/plain', 1000,
        md5(id || n::text), username, requested_at, CASE WHEN record_id % 25 = 0 AND n = 1 THEN 1 END
      FROM uploads, generate_series(1, ${sql.lit(FILES_PER_MODEL)}) n WHERE token_hash LIKE 'scale %'`,
    sql`INSERT INTO model_files (record_id, upload_id, kind, path, blob_path, mime_type, size, sha256, username, uploaded_at)
      SELECT record_id, id, 'file', 'Model_Files/Cells/cell' || n || '.hdf', id || '/files/cell' || n || '.hdf',
        'application/x-hdf5', n, md5(n::text), username, requested_at
      FROM uploads, generate_series(1, ${sql.lit(LARGE_MODEL_FILES)}) n
      WHERE record_id = (SELECT min(id) FROM records WHERE username = 'scale0')`,
  ];
  // On a slow disk, a statement takes longer than a query of the portal may.
  const db = await openDatabase(services.config, { queryTimeoutMs: 0 });
  try {
    await db.transaction().execute(async (transaction) => {
      for (const statement of statements) await statement.execute(transaction);
    });
    // As autovacuum does after a while. Until then, index-only scans read the table too.
    await sql`VACUUM ANALYZE`.execute(db);
  } finally {
    await db.destroy();
  }
}
