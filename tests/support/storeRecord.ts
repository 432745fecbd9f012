import type { JsonObject } from "../../src/contract/json.ts";
import type { Status } from "../../src/contract/status.ts";
import type { Db } from "../../src/server/database/tables.ts";
import { insertRecord, setStatus, type StoredRecord } from "../../src/server/stores/records/recordStore.ts";
import { aMetadata } from "./aMetadata.ts";

/** Stores a record of vendor1 without an upload. */
export async function storeRecord(db: Db, status: Status): Promise<StoredRecord> {
  const metadata = aMetadata() as unknown as JsonObject;
  const row = { username: "vendor1", metadata, schemaVersion: 1, now: new Date() };
  const record = await insertRecord(db, row);
  await setStatus(db, record.id, status, new Date());
  return record;
}
