import type { Selectable } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { AuditLogTable, Db } from "../database/tables.ts";

export type AuditEntry = Selectable<AuditLogTable>;

/** What is kept in the audit log. */
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

/** Who did it, from where, and to which record. */
interface Audited {
  event: AuditEvent;
  username?: string | undefined;
  address?: string | undefined;
  recordId?: number | undefined;
  detail?: JsonObject;
}

/** Adds a line to the audit log, which can only be added to. */
export async function audit(
  db: Db,
  { event, username, address, recordId, detail }: Audited,
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

/** A page of the audit log, the newest line first; the lines before an id, where one is given. */
export function listAuditEntries(
  db: Db,
  { before, most }: { before?: number; most: number },
): Promise<AuditEntry[]> {
  return db
    .selectFrom("audit_log")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before!))
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}
