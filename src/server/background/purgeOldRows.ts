import { purgeTrash, startOfTrash } from "../records/trash.ts";
import type { Services } from "../services.ts";
import { deleteOldAuditEntries } from "../stores/auditStore.ts";
import { deleteOldDrafts } from "../stores/draftStore.ts";
import { deleteOldResponses } from "../stores/idempotencyStore.ts";
import { deleteOldOutboxItems } from "../stores/mailStore.ts";
import { tryEach } from "../tryEach.ts";

const DAY_MS = 24 * 60 * 60_000;
const IDEMPOTENCY_RETENTION_MS = 7 * DAY_MS;
/** Mails that are retried are younger. */
const MAIL_RETENTION_MS = 30 * DAY_MS;
/** Small enough that no request waits long for a row. */
const ROWS_PER_DELETE = 5000;

/**
 * Deletes responses to old creates, old mails, and audit entries, deleted records and drafts older than the configured
 * retention.
 */
export async function purgeOldRows(services: Services, signal: AbortSignal): Promise<void> {
  const { config, db, now } = services;
  const getAge = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const responsesBefore = getAge(IDEMPOTENCY_RETENTION_MS);
  const auditBefore = getAge(config.auditRetentionDays * DAY_MS);
  const mailBefore = getAge(MAIL_RETENTION_MS);
  const steps = [
    () => deleteInSteps(signal, (limit) => deleteOldResponses(db, responsesBefore, limit)),
    () => deleteInSteps(signal, (limit) => deleteOldAuditEntries(db, auditBefore, limit)),
    () => deleteInSteps(signal, (limit) => deleteOldOutboxItems(db, mailBefore, limit)),
    () => deleteInSteps(signal, (limit) => deleteOldDrafts(db, startOfTrash(services), limit)),
    () => purgeTrash(services, signal),
  ];
  await tryEach(steps, signal, (step) => step());
}

async function deleteInSteps(
  signal: AbortSignal,
  deleteRows: (limit: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted) if ((await deleteRows(ROWS_PER_DELETE)) < ROWS_PER_DELETE) return;
}
