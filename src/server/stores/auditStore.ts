import { sql, type Selectable } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { AuditLogTable, Db } from "../database/tables.ts";

export type AuditEntry = Selectable<AuditLogTable>;

export type AuditEvent =
  | "sign-in"
  | "sign-in refused"
  | "locked out"
  | "password changed"
  | "account added"
  | "account changed"
  | "record assigned"
  | "record accepted"
  | "record rejected"
  | "changes requested"
  | "record reopened"
  | "record withdrawn"
  | "record left review"
  | "record returned to review"
  | "record deleted"
  | "record restored"
  | "contact added"
  | "contact changed"
  | "download granted"
  | "upload granted";

interface AuditDetails {
  event: AuditEvent;
  username?: string | undefined;
  address?: string | undefined;
  recordId?: number | undefined;
  detail?: JsonObject;
}

export async function recordAuditEvent(
  db: Db,
  { event, username, address, recordId, detail }: AuditDetails,
  now: Date,
): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({
      at: now,
      event,
      username: username ?? null,
      address: address ?? null,
      record_id: recordId ?? null,
      detail: JSON.stringify(detail ?? {}),
    })
    .execute();
}

export function listAuditEntries(
  db: Db,
  { before, limit }: { before?: number; limit: number },
): Promise<AuditEntry[]> {
  return db
    .selectFrom("audit_log")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before!))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Deletes at most `limit` entries and returns how many. */
export function deleteOldAuditEntries(db: Db, before: Date, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('portal.purges_audit_log', 'on', TRUE)`.execute(trx);
    const { numDeletedRows } = await trx
      .deleteFrom("audit_log")
      .where("id", "in", (entries) =>
        entries.selectFrom("audit_log").select("id").where("at", "<", before).orderBy("at").limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
