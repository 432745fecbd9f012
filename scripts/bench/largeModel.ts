import type { Kysely } from "kysely";
import { readConfig } from "../../src/server/config.ts";
import type { Database } from "../../src/server/database/tables.ts";
import { openServices } from "../../src/server/openServices.ts";
import { insertMessage } from "../../src/server/stores/records/messageStore.ts";
import { insertUploads } from "../../src/server/stores/uploads/uploadStore.ts";

/** What the largest record's page has to show. */
export const LARGE = { files: 10_000, messages: 500, versions: 100 } as const;

/** The folder that holds all the files. */
export const LARGE_FOLDER = "Cells";

/** The name of a file, by its place. */
export const fileName = (at: number): string => `cell ${String(at).padStart(5, "0")}.hdf`;

/**
 * Gives a pending record of a vendor, in the data folder of a stopped server, very many files, messages and versions,
 * straight into its database. Answers the record's id.
 */
export async function addLargeModel(dataDir: string, username: string): Promise<string> {
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }));
  try {
    const { db } = services;
    const zip = await db
      .selectFrom("uploads")
      .innerJoin("records", "records.id", "uploads.record_id")
      .select(["uploads.record_id", "uploads.batch_id"])
      .where("uploads.kind", "=", "zip")
      .where("records.status", "=", "pending")
      .where("records.username", "=", username)
      .orderBy("records.id")
      .executeTakeFirstOrThrow();
    await addFiles(db, zip, username);
    for (let at = 0; at < LARGE.messages; at += 1) {
      const content = `Message ${at}: the terrain of reach ${at} was surveyed again and is part of the upload.`;
      await insertMessage(db, { recordId: zip.record_id, username, content, now: new Date() });
    }
    await addVersions(db, zip.record_id);
    return String(zip.record_id);
  } finally {
    await close();
  }
}

async function addFiles(
  db: Kysely<Database>,
  { record_id, batch_id }: { record_id: number; batch_id: string },
  username: string,
): Promise<void> {
  const common = { record_id, batch_id, username, uploaded_at: new Date(), mime_type: "application/x-hdf5" };
  const rows = Array.from({ length: LARGE.files }, (_, at) => {
    const path = `Model_Files/${LARGE_FOLDER}/${fileName(at)}`;
    const sha256 = String(at).padStart(64, "0");
    return {
      ...common,
      kind: "file" as const,
      path,
      blob_path: `${batch_id}/files/${path}`,
      size: at,
      sha256,
    };
  });
  await insertUploads(db, rows);
}

/** Copies of the record's last version. */
async function addVersions(db: Kysely<Database>, recordId: number): Promise<void> {
  const last = await db
    .selectFrom("history")
    .selectAll()
    .where("record_id", "=", recordId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const { account_id, username, first_name, last_name, schema_version, saved_at } = last;
  const metadata = JSON.stringify(last.new_metadata);
  const by = { record_id: recordId, account_id, username, first_name, last_name, schema_version, saved_at };
  const copy = { ...by, old_metadata: metadata, new_metadata: metadata };
  await db
    .insertInto("history")
    .values(Array.from({ length: LARGE.versions }, () => copy))
    .execute();
}
