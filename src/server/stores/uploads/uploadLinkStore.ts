import type { Db } from "../../database/tables.ts";
import { isRowId } from "../../database/queries.ts";
import { UUID_PATTERN } from "./uploadStore.ts";

/** Signed links stay valid until they expire, so the embedded store asks on every request. */
export async function isRevoked(db: Db, path: string): Promise<boolean> {
  const [first = "", second = ""] = path.split("/");
  if (first === "records") return isRowId(second) && isDeletedRecord(db, Number(second));
  if (!UUID_PATTERN.test(second)) return false;
  const upload = await db
    .selectFrom("uploads")
    .select(["record_id", "revoked_at"])
    .where("id", "=", second)
    .executeTakeFirst();
  return (
    upload !== undefined && (upload.revoked_at !== null || (await isDeletedRecord(db, upload.record_id)))
  );
}

async function isDeletedRecord(db: Db, id: number): Promise<boolean> {
  const deleted = await db
    .selectFrom("records")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function revokeUploadLinks(trx: Db, recordId: number, now: Date): Promise<void> {
  await trx
    .updateTable("uploads")
    .set({ revoked_at: now })
    .where("record_id", "=", recordId)
    .where("revoked_at", "is", null)
    .execute();
}
