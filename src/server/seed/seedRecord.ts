import type { Transaction } from "kysely";
import { createHash, randomBytes } from "node:crypto";
import { destinationFolder } from "../../contract/schema/regions.ts";
import { fieldWithRole, schemaOf, textOf, versionOf, type JsonObject } from "../../contract/schema/fields.ts";
import { foldersOf } from "../../contract/model-folder/modelFolderEntry.ts";
import { migrate } from "../../contract/schema/migrations.ts";
import type { RecordContact } from "../../contract/schema/originator.ts";
import type { References } from "../../contract/schema/references.ts";
import { derive } from "../../contract/wire/wire.ts";
import type { User } from "../auth/tokens.ts";
import type { Database } from "../database/tables.ts";
import { mimeTypeOf } from "../processing/mimeTypes.ts";
import { numberConflicts } from "../stores/uploads/conflictStore.ts";
import { insertVersion } from "../stores/records/historyStore.ts";
import { insertMessage } from "../stores/records/messageStore.ts";
import { insertNotification } from "../stores/records/notificationStore.ts";
import { insertRecord, setStatus, updateMetadata, type StoredRecord } from "../stores/records/recordStore.ts";
import { insertExtent } from "../stores/uploads/spatialExtentStore.ts";
import { changeClaimed, insertBatch, numberVersion } from "../stores/uploads/uploadBatchStore.ts";
import { changesOf, insertUploads } from "../stores/uploads/uploadStore.ts";
import { filePath, zipPath } from "../uploads/uploadPlaces.ts";
import {
  DEMO_SCHEMA_VERSION,
  demoExtent,
  demoFiles,
  demoZip,
  storedIn,
  versionsOf,
  type DemoRecord,
  type DemoUpload,
} from "./demoData.ts";
import type { SeededPeople } from "./seedPeople.ts";

type Trx = Transaction<Database>;

/** Stores one demo record with its versions, thread and uploads. Answers its id. */
export async function seedRecord(
  trx: Trx,
  demo: DemoRecord,
  people: SeededPeople,
  references: References,
): Promise<number> {
  const user = people.users.get(demo.owner);
  if (!user) throw new Error(`The demo records name an unknown owner, ${demo.owner}.`);
  const schema = schemaOf("metadata");
  const record = await seedVersions(trx, demo, user, (metadata) => {
    const current = migrate(schema, metadata, DEMO_SCHEMA_VERSION);
    return derive(schema, withContacts(current, people.contactIds), references);
  });
  await seedExtent(trx, record);
  for (const upload of demo.uploads) await seedUpload(trx, record, demo, upload);
  if (demo.refused) {
    const sent = sentBatch(record, demoZip(demo, []).path, demo.refused);
    const ended = { failed_at: sent.sent_at, incoming_deleted_at: sent.sent_at, error_text: demo.refused.fault };
    await insertBatch(trx, { ...sent, ...ended });
  }
  await numberConflicts(trx, record.id);
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
  complete: (metadata: JsonObject) => JsonObject,
): Promise<StoredRecord> {
  const schemaVersion = versionOf(schemaOf("metadata"));
  let record: StoredRecord | undefined;
  for (const { at: now, metadata: raw } of versionsOf(demo)) {
    const metadata = complete(raw);
    const before = record?.metadata ?? null;
    record = record
      ? await updateMetadata(trx, record.id, { metadata, schemaVersion, now })
      : await insertRecord(trx, { username: user.username, metadata, schemaVersion, now });
    await insertVersion(trx, { record, before, user, now });
  }
  if (!record) throw new Error("A demo record has no version.");
  return record;
}

/** The same metadata with the ids that the contacts were given. */
function withContacts(metadata: JsonObject, contactIds: string[]): JsonObject {
  const field = fieldWithRole(schemaOf("metadata"), "contacts");
  const contacts = (metadata[field] as RecordContact[]).map(({ contactId, roleId }) => ({
    contactId: contactIds[Number(contactId) - 1] ?? "",
    roleId,
  }));
  return { ...metadata, [field]: contacts };
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

async function seedExtent(trx: Trx, { username, metadata, created_at }: StoredRecord): Promise<void> {
  const storedName = textOf(schemaOf("metadata"), metadata, "extent");
  const content = demoExtent();
  await insertExtent(trx, {
    stored_name: storedName,
    username,
    original_name: storedName.slice(storedName.indexOf("_") + 1),
    size: content.length,
    sha256: hashOf(content),
    uploaded_at: created_at,
  });
}

/** An upload as it is once it was sent. */
const sentBatch = ({ id, username, metadata }: StoredRecord, zipName: string, sent: SentUpload) => ({
  id: sent.batchId,
  record_id: id,
  username,
  folder: destinationFolder(textOf(schemaOf("metadata"), metadata, "region"), sent.batchId),
  blob_name: zipName,
  // Nobody holds the token of an upload that never was: its hash is of nothing that could be guessed.
  token_hash: hashOf(randomBytes(32)),
  requested_at: new Date(sent.at),
  expires_at: new Date(sent.at),
  sent_at: new Date(sent.at),
});

type SentUpload = Pick<DemoUpload, "batchId" | "at">;

async function seedUpload(
  trx: Trx,
  record: StoredRecord,
  demo: DemoRecord,
  upload: DemoUpload,
): Promise<void> {
  const files = demoFiles(demo, upload);
  const zip = demoZip(demo, files);
  const at = new Date(upload.at);
  const batch = {
    ...sentBatch(record, zip.path, upload),
    received_at: at,
    checked_at: at,
    extracted_at: at,
    cataloged_at: at,
    declared_name: zip.path,
    declared_size: zip.content.length,
    declared_sha256: hashOf(zip.content),
    snapshot_size: zip.content.length,
    snapshot_sha256: hashOf(zip.content),
  };
  await insertBatch(trx, batch);
  await numberVersion(trx, batch);
  const common = { record_id: record.id, upload_id: batch.id, username: record.username, uploaded_at: at };
  const about = ({ path, content }: { path: string; content: Buffer }) => ({
    path,
    mime_type: mimeTypeOf(path),
    size: content.length,
    sha256: hashOf(content),
  });
  const folders = foldersOf(files.map(({ path }) => ({ path, isDirectory: false })));
  const nothing = { mime_type: "directory", size: 0, sha256: "", blob_path: "" };
  await insertUploads(trx, [
    { ...common, kind: "zip", ...about(zip), blob_path: zipPath(batch) },
    ...[...folders].map((path) => ({ ...common, ...nothing, kind: "directory" as const, path })),
    ...files.map((file) => ({
      ...common,
      ...about(file),
      crc32: storedIn(file.content).crc32,
      dos_time: storedIn(file.content).dosTime,
      kind: "file" as const,
      blob_path: filePath(batch.id, file.path),
    })),
  ]);
  const changes = await changesOf(trx, record.id, batch.id);
  const receipt = { changes, schemaVersion: record.schema_version, warnings: [], faults: [] };
  await changeClaimed(trx, { id: batch.id, claim_number: 0 }, { receipt: JSON.stringify(receipt) });
}
