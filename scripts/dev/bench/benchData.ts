import type { Kysely } from "kysely";
import type { JsonObject } from "../../../src/contract/json.ts";
import {
  buildExampleEntity,
  getFieldNameByRole,
  getSchema,
  getSchemaVersion,
} from "../../../src/contract/schema/fields.ts";
import { addAccount } from "../../../src/server/auth/accounts.ts";
import { readConfig } from "../../../src/server/config.ts";
import type { Database } from "../../../src/server/database/tables.ts";
import { openServices } from "../../../src/server/openServices.ts";
import { DEMO_PASSWORD } from "../../../src/server/seed/demoData.ts";
import type { Services } from "../../../src/server/services.ts";
import { getSearchedColumns } from "../../../src/server/stores/records/recordStore.ts";
import { assignConflictNumbers } from "../../../src/server/stores/uploads/conflictStore.ts";
import { insertModelFiles } from "../../../src/server/stores/uploads/modelFileStore.ts";
import { assignNextVersion, insertUpload } from "../../../src/server/stores/uploads/uploadStore.ts";

/** Writes directly to the database of a stopped server: API calls would take longer than the measurements. */
export async function writeBenchData<Result>(
  environment: Record<string, string>,
  write: (services: Services) => Promise<Result>,
): Promise<Result> {
  const { services, close } = await openServices(readConfig(environment));
  try {
    return await write(services);
  } finally {
    await close();
  }
}

const INSERT_BATCH_SIZE = 500;

/** Adds an account with the demo password; returns the id of its contact. */
export async function insertUser(services: Services, username: string, role: string): Promise<string> {
  const schema = getSchema("contact");
  const email = { [getFieldNameByRole(schema, "email")]: `${username}@example.com` };
  const contact = { ...buildExampleEntity(schema), ...email };
  return String(await addAccount(services, { username, roles: [role], password: DEMO_PASSWORD, contact }));
}

/** Adds a vendor with the demo password. `buildMetadata` gets the index of the record and the vendor's contact id. */
export async function insertVendor(
  services: Services,
  username: string,
  recordCount: number,
  buildMetadata: (index: number, contactId: string) => JsonObject,
): Promise<void> {
  const contactId = await insertUser(services, username, "ROLE_EDITOR");
  const rows = Array.from({ length: recordCount }, (_, index) => {
    const time = new Date(Date.UTC(2026, 0, 1) + index * 60_000);
    const metadata = buildMetadata(index, contactId);
    return {
      username,
      status: "in progress" as const,
      metadata: JSON.stringify(metadata),
      ...getSearchedColumns(metadata),
      schema_version: getSchemaVersion(getSchema("metadata")),
      ...{ status_changed_at: time, created_at: time, updated_at: time },
    };
  });
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE)
    await services.db
      .insertInto("records")
      .values(rows.slice(start, start + INSERT_BATCH_SIZE))
      .execute();
}

/** Adds vendors whose records have the metadata of the schema's example. */
export async function insertVendors(
  services: Services,
  usernames: string[],
  recordsPerVendor: number,
): Promise<void> {
  for (const username of usernames)
    await insertVendor(services, username, recordsPerVendor, (_, contactId) => ({
      ...buildExampleEntity(getSchema("metadata")),
      contacts: [{ contactId, roleId: "1" }],
    }));
}

export const LIST_SIZES = [100, 1000, 5000] as const;

export const listVendorName = (recordCount: number): string => `bench${recordCount}`;

/** A unique part of the record's title, to search for. */
export const recordNumber = (index: number): string => `no${String(index).padStart(5, "0")}`;

/** Adds vendors with 100, 1,000 and 5,000 copies of a vendor's records. */
export async function insertListVendors(services: Services, templateVendor: string): Promise<void> {
  const templates = await services.db
    .selectFrom("records")
    .select("metadata")
    .where("username", "=", templateVendor)
    .execute();
  const title = getFieldNameByRole(getSchema("metadata"), "title");
  for (const count of LIST_SIZES)
    await insertVendor(services, listVendorName(count), count, (index) => {
      const { metadata } = templates[index % templates.length]!;
      return { ...metadata, [title]: `${String(metadata[title])} ${recordNumber(index)}` };
    });
}

export const LARGE_FILE_COUNT = 10_000;
/** The two newest versions conflict; the others are archived. */
export const CONFLICT_VERSION_COUNT = 30;
export const LARGE_FOLDER = "Cells";
export const largeFileName = (index: number): string => `cell ${String(index).padStart(5, "0")}.hdf`;

/** Record ids. */
export interface LargeRecords {
  withManyFiles: string;
  withConflict: string;
}

/** Adds 10,000 files to one pending record of a vendor, and 30 versions of 10,000 files to another. */
export async function insertLargeModels({ db }: Services, username: string): Promise<LargeRecords> {
  const [first, second] = await db
    .selectFrom("model_files")
    .innerJoin("records", "records.id", "model_files.record_id")
    .select(["model_files.record_id", "model_files.upload_id"])
    .where("model_files.kind", "=", "zip")
    .where("records.status", "=", "pending")
    .where("records.username", "=", username)
    .distinctOn("model_files.record_id")
    .orderBy("model_files.record_id")
    .execute();
  await insertLargeFiles(db, { ...first!, username, archived: false }, 1);
  await insertConflictingVersions(db, second!.record_id, username);
  return { withManyFiles: String(first!.record_id), withConflict: String(second!.record_id) };
}

interface UploadColumns {
  record_id: number;
  upload_id: string;
  username: string;
  archived: boolean;
}

/** The files of each version have different content. */
async function insertLargeFiles(
  db: Kysely<Database>,
  columns: UploadColumns,
  version: number,
): Promise<void> {
  const rows = Array.from({ length: LARGE_FILE_COUNT }, (_, index) => {
    const path = `Model_Files/${LARGE_FOLDER}/${largeFileName(index)}`;
    return {
      ...columns,
      kind: "file" as const,
      path,
      blob_path: `${columns.upload_id}/files/${path}`,
      size: index,
      sha256: String(index * 100 + version).padStart(64, "0"),
      mime_type: "application/x-hdf5",
      uploaded_at: new Date(),
    };
  });
  await insertModelFiles(db, rows);
}

async function insertConflictingVersions(
  db: Kysely<Database>,
  record_id: number,
  username: string,
): Promise<void> {
  await db.updateTable("model_files").set({ archived: true }).where("record_id", "=", record_id).execute();
  for (let version = 1; version <= CONFLICT_VERSION_COUNT; version += 1) {
    const [id, now] = [crypto.randomUUID(), new Date()];
    const upload = { record_id, username, id, folder: id, blob_name: "model.zip", token_hash: id };
    await insertUpload(db, { ...upload, requested_at: now, expires_at: now });
    await assignNextVersion(db, upload);
    const isArchived = version <= CONFLICT_VERSION_COUNT - 2;
    const columns = { record_id, username, upload_id: id, archived: isArchived };
    const zip = { path: "model.zip", blob_path: `${id}/model.zip`, mime_type: "application/zip", size: 1 };
    await insertModelFiles(db, [{ ...columns, ...zip, kind: "zip", sha256: "", uploaded_at: now }]);
    await insertLargeFiles(db, columns, version);
  }
  await assignConflictNumbers(db, record_id);
}
