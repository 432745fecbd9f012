import type { Transaction } from "kysely";
import { createHash, randomBytes } from "node:crypto";
import { uploadFolder } from "../../contract/schema/regions.ts";
import type { JsonObject } from "../../contract/json.ts";
import {
  getFieldNameByRole,
  getSchema,
  getFieldText,
  getSchemaVersion,
} from "../../contract/schema/fields.ts";
import { listFolders } from "../../contract/model-folder/folderEntries.ts";
import { migrateToCurrentSchema } from "../../contract/schema/migrateToCurrentSchema.ts";
import type { RecordContact } from "../../contract/schema/originator.ts";
import type { References } from "../../contract/schema/references.ts";
import { fillDerivedFields } from "../../contract/wire/wire.ts";
import type { User } from "../user.ts";
import type { Database } from "../database/tables.ts";
import { getMimeType } from "../processing/mimeTypes.ts";
import { assignConflictNumbers } from "../stores/uploads/conflictStore.ts";
import { insertHistoryEntry } from "../stores/records/historyStore.ts";
import { insertMessage } from "../stores/records/messageStore.ts";
import { insertNotification } from "../stores/records/notificationStore.ts";
import { insertRecord, setStatus, updateMetadata, type StoredRecord } from "../stores/records/recordStore.ts";
import { insertSpatialExtent } from "../stores/uploads/spatialExtentStore.ts";
import { updateUpload, insertUpload, assignNextVersion } from "../stores/uploads/uploadStore.ts";
import { compareWithPreviousUpload, insertModelFiles } from "../stores/uploads/modelFileStore.ts";
import { storedFilePath, storedZipPath } from "../uploads/blobPaths.ts";
import {
  DEMO_SCHEMA_VERSION,
  readDemoExtent,
  readDemoFiles,
  buildDemoZip,
  getZipMemberAttributes,
  expandVersions,
  type DemoRecord,
  type DemoUpload,
} from "./demoData.ts";
import type { SeededPeople } from "./seedPeople.ts";

type Trx = Transaction<Database>;

export async function seedRecord(
  trx: Trx,
  demo: DemoRecord,
  people: SeededPeople,
  references: References,
): Promise<number> {
  const user = people.users.get(demo.owner);
  if (!user) throw new Error(`A demo record has an unknown owner: ${demo.owner}.`);
  const schema = getSchema("metadata");
  const record = await seedVersions(trx, demo, user, (metadata) => {
    const current = migrateToCurrentSchema(schema, metadata, DEMO_SCHEMA_VERSION);
    return fillDerivedFields(schema, withContactIds(current, people.contactIds), references);
  });
  await seedExtent(trx, record, demo);
  for (const upload of demo.uploads) await seedUpload(trx, record, demo, upload);
  if (demo.rejectedUpload) {
    const sent = buildUploadRow(record, buildDemoZip(demo, []).path, demo.rejectedUpload);
    const failure = {
      failed_at: sent.sent_at,
      incoming_deleted_at: sent.sent_at,
      error_text: demo.rejectedUpload.errorText,
    };
    await insertUpload(trx, { ...sent, ...failure });
  }
  await assignConflictNumbers(trx, record.id);
  for (const { by, at, content } of demo.messages)
    await insertMessage(trx, { recordId: record.id, username: by, content, now: new Date(at) });
  for (const { status, by, at, content } of demo.notifications)
    await insertNotification(trx, {
      recordId: record.id,
      status,
      content,
      username: by,
      now: new Date(at),
    });
  await setStatus(trx, record.id, demo.status, new Date(demo.since));
  return record.id;
}

async function seedVersions(
  trx: Trx,
  demo: DemoRecord,
  user: User,
  completeMetadata: (metadata: JsonObject) => JsonObject,
): Promise<StoredRecord> {
  const schemaVersion = getSchemaVersion(getSchema("metadata"));
  let record: StoredRecord | undefined;
  for (const { at: now, metadata: storedMetadata } of expandVersions(demo)) {
    const metadata = completeMetadata(storedMetadata);
    const before = record?.metadata ?? null;
    record = record
      ? await updateMetadata(trx, record.id, { metadata, schemaVersion, now })
      : await insertRecord(trx, { username: user.username, metadata, schemaVersion, now });
    await insertHistoryEntry(trx, { record, before, user, now });
  }
  if (!record) throw new Error("A demo record has no version.");
  return record;
}

/** Replaces positions in people.json with the ids of the inserted contacts. */
function withContactIds(metadata: JsonObject, contactIds: string[]): JsonObject {
  const field = getFieldNameByRole(getSchema("metadata"), "contacts");
  const contacts = (metadata[field] as RecordContact[]).map(({ contactId, roleId }) => ({
    contactId: contactIds[Number(contactId) - 1] ?? "",
    roleId,
  }));
  return { ...metadata, [field]: contacts };
}

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

async function seedExtent(
  trx: Trx,
  { username, metadata, created_at }: StoredRecord,
  demo: DemoRecord,
): Promise<void> {
  const storedName = getFieldText(getSchema("metadata"), metadata, "extent");
  const content = readDemoExtent(demo);
  await insertSpatialExtent(trx, {
    stored_name: storedName,
    username,
    original_name: storedName.slice(storedName.indexOf("_") + 1),
    size: content.length,
    sha256: sha256(content),
    uploaded_at: created_at,
    is_saved: true,
  });
}

const buildUploadRow = ({ id, username, metadata }: StoredRecord, zipName: string, sent: SentUpload) => ({
  id: sent.uploadId,
  record_id: id,
  username,
  folder: uploadFolder(getFieldText(getSchema("metadata"), metadata, "region"), sent.uploadId),
  blob_name: zipName,
  // A random value: no token has this hash.
  token_hash: sha256(randomBytes(32)),
  requested_at: new Date(sent.at),
  expires_at: new Date(sent.at),
  sent_at: new Date(sent.at),
});

type SentUpload = Pick<DemoUpload, "uploadId" | "at">;

async function seedUpload(
  trx: Trx,
  record: StoredRecord,
  demo: DemoRecord,
  upload: DemoUpload,
): Promise<void> {
  const files = readDemoFiles(demo, upload);
  const zip = buildDemoZip(demo, files);
  const at = new Date(upload.at);
  const uploadRow = {
    ...buildUploadRow(record, zip.path, upload),
    received_at: at,
    checked_at: at,
    extracted_at: at,
    cataloged_at: at,
    declared_name: zip.path,
    declared_size: zip.content.length,
    declared_sha256: sha256(zip.content),
    snapshot_size: zip.content.length,
    snapshot_sha256: sha256(zip.content),
  };
  await insertUpload(trx, uploadRow);
  await assignNextVersion(trx, uploadRow);
  const common = {
    record_id: record.id,
    upload_id: uploadRow.id,
    username: record.username,
    uploaded_at: at,
  };
  const getFileColumns = ({ path, content }: { path: string; content: Buffer }) => ({
    path,
    mime_type: getMimeType(path),
    size: content.length,
    sha256: sha256(content),
  });
  const folders = listFolders(files.map(({ path }) => ({ path, isDirectory: false })));
  const folderColumns = { mime_type: "directory", size: 0, sha256: "", blob_path: "" };
  await insertModelFiles(trx, [
    { ...common, kind: "zip", ...getFileColumns(zip), blob_path: storedZipPath(uploadRow) },
    ...[...folders].map((path) => ({ ...common, ...folderColumns, kind: "directory" as const, path })),
    ...files.map((file) => ({
      ...common,
      ...getFileColumns(file),
      crc32: getZipMemberAttributes(file.content).crc32,
      dos_time: getZipMemberAttributes(file.content).dosTime,
      kind: "file" as const,
      blob_path: storedFilePath(uploadRow.id, file.path),
    })),
  ]);
  const changes = await compareWithPreviousUpload(trx, record.id, uploadRow.id);
  const receipt = { changes, schemaVersion: record.schema_version, warnings: [], faults: [] };
  await updateUpload(trx, uploadRow.id, { receipt: JSON.stringify(receipt) });
}
