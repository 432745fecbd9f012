import type { Kysely } from "kysely";
import { readConfig } from "../../../src/server/config.ts";
import type { Database } from "../../../src/server/database/tables.ts";
import { openServices } from "../../../src/server/openServices.ts";
import { insertMessage } from "../../../src/server/stores/records/messageStore.ts";
import { assignConflictNumbers } from "../../../src/server/stores/uploads/conflictStore.ts";
import { insertUpload, assignNextVersion } from "../../../src/server/stores/uploads/uploadStore.ts";
import { insertModelFiles } from "../../../src/server/stores/uploads/modelFileStore.ts";

/** What the largest record's page has to show. */
export const LARGE = { files: 10_000, messages: 500, versions: 100 } as const;

/** The folder that holds all the files. */
export const LARGE_FOLDER = "Cells";

/** The name of a file, by its place. */
export const fileName = (at: number): string => `cell ${String(at).padStart(5, "0")}.hdf`;

/** So many versions are added to the contested record; the newest two stand, and differ in every file of LARGE. */
export const CONTESTED_VERSIONS = 30;

/** The records, by id, that a page takes longest to show. */
export interface LargeRecords {
  /** The one with the most files, messages and versions of its metadata. */
  large: string;
  /** The one with the most versions of its model, between which nobody has chosen yet. */
  contested: string;
}

/**
 * Gives two pending records of a vendor, in the data folder of a stopped server, very many files, messages and
 * versions, straight into its database.
 */
export async function addLargeModels(dataDir: string, username: string): Promise<LargeRecords> {
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }));
  try {
    const { db } = services;
    const [zip, other] = await db
      .selectFrom("model_files")
      .innerJoin("records", "records.id", "model_files.record_id")
      .select(["model_files.record_id", "model_files.upload_id"])
      .where("model_files.kind", "=", "zip")
      .where("records.status", "=", "pending")
      .where("records.username", "=", username)
      .distinctOn("model_files.record_id")
      .orderBy("model_files.record_id")
      .execute();
    await addFiles(db, { ...zip!, username, version: 1 });
    for (let at = 0; at < LARGE.messages; at += 1) {
      const content = `Message ${at}: the terrain of reach ${at} was surveyed again and is part of the upload.`;
      await insertMessage(db, { recordId: zip!.record_id, username, content, now: new Date() });
    }
    await addVersions(db, zip!.record_id);
    await addUploads(db, other!.record_id, username);
    return { large: String(zip!.record_id), contested: String(other!.record_id) };
  } finally {
    await close();
  }
}

interface Sent {
  record_id: number;
  upload_id: string;
  username: string;
  version: number;
  archived?: boolean;
}

/** An upload's files; no version holds one as another does. */
async function addFiles(db: Kysely<Database>, { version, ...sent }: Sent): Promise<void> {
  const common = { ...sent, uploaded_at: new Date(), mime_type: "application/x-hdf5" };
  const rows = Array.from({ length: LARGE.files }, (_, at) => {
    const path = `Model_Files/${LARGE_FOLDER}/${fileName(at)}`;
    const sha256 = String(at * 100 + version).padStart(64, "0");
    const blob_path = `${sent.upload_id}/files/${path}`;
    return { ...common, kind: "file" as const, path, blob_path, size: at, sha256 };
  });
  await insertModelFiles(db, rows);
}

/** Uploads of which all but the newest two are put aside. */
async function addUploads(db: Kysely<Database>, recordId: number, username: string): Promise<void> {
  await db.updateTable("model_files").set({ archived: true }).where("record_id", "=", recordId).execute();
  for (let version = 1; version <= CONTESTED_VERSIONS; version += 1) {
    const id = crypto.randomUUID();
    const of = { record_id: recordId, username };
    const batch = { ...of, id, folder: id, blob_name: "model.zip", token_hash: id };
    await insertUpload(db, { ...batch, requested_at: new Date(), expires_at: new Date() });
    await assignNextVersion(db, batch);
    const sent = { ...of, upload_id: id, archived: version <= CONTESTED_VERSIONS - 2 };
    const zip = { path: "model.zip", blob_path: `${id}/model.zip`, mime_type: "application/zip", size: 1 };
    const uploaded_at = new Date();
    await insertModelFiles(db, [{ ...sent, ...zip, kind: "zip", sha256: "", uploaded_at }]);
    await addFiles(db, { ...sent, version });
  }
  await assignConflictNumbers(db, recordId);
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
