import type { Selectable } from "kysely";
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
  | "record accepted"
  | "record rejected"
  | "record reopened"
  | "record deleted"
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
