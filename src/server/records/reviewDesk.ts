import { findMentions } from "../../contract/review/mentions.ts";
import { HttpError } from "../httpError.ts";
import { queueRecordMail } from "../mail/queueMail.ts";
import type { Db } from "../database/tables.ts";
import type { Services } from "../services.ts";
import { listReviewers } from "../stores/accountStore.ts";
import { recordAuditEvent } from "../stores/auditStore.ts";
import {
  insertNote,
  listNotes,
  listOtherViewers,
  recordViewer,
  setAssignee,
  type StoredNote,
} from "../stores/records/deskStore.ts";
import { findReadableRecord, lockRecord } from "../stores/records/recordStore.ts";
import type { User } from "../user.ts";

export interface ReviewDesk {
  assignedTo: string | null;
  /** Oldest first. */
  notes: StoredNote[];
  /** Who can be assigned. */
  reviewers: string[];
  /** Other agency admins who have the record open. */
  viewers: string[];
}

/** Twice the interval at which an open page asks, so that a late request does not hide its user. */
const VIEWER_TIMEOUT_MS = 60_000;

/** For agency admins: who handles the record, and their notes. */
export async function loadReviewDesk(
  { db, now }: Services,
  user: User,
  recordId: string,
): Promise<ReviewDesk> {
  const record = await findReadableRecord(db, user, recordId);
  const since = new Date(now().getTime() - VIEWER_TIMEOUT_MS);
  return {
    assignedTo: record.assigned_to,
    notes: await listNotes(db, record.id),
    reviewers: await listReviewers(db),
    viewers: await listOtherViewers(db, { recordId: record.id, username: user.username, since }),
  };
}

/** As `loadReviewDesk`, for a user who has the record open: counts as a viewer for a minute. */
export async function openReviewDesk(services: Services, user: User, recordId: string): Promise<ReviewDesk> {
  const desk = await loadReviewDesk(services, user, recordId);
  const { db, now } = services;
  await recordViewer(db, { recordId: Number(recordId), username: user.username, now: now() });
  return desk;
}

interface Assignment {
  /** Null returns the record to all reviewers. */
  assignee: string | null;
  /** The reviewer whom the caller saw; another reviewer may have taken the record since. */
  previous: string | null;
}

/** Mails the new reviewer. @throws HttpError 400 for a user who cannot review, 409 if the record was assigned since */
export async function assignRecord(
  { db, now }: Services,
  user: User,
  recordId: string,
  { assignee, previous }: Assignment,
): Promise<void> {
  const { id } = await findReadableRecord(db, user, recordId);
  await db.transaction().execute(async (trx) => {
    if (assignee !== null && !(await listReviewers(trx)).includes(assignee))
      throw new HttpError(400, "This user cannot review records. Choose a reviewer from the list.");
    const { assigned_to: current } = await lockRecord(trx, id);
    if (current === assignee) return;
    if (current !== previous)
      throw new HttpError(
        409,
        current === null
          ? "Another reviewer returned this record. Check the page and try again."
          : `This record was assigned to ${current} since you opened it. Check the page and try again.`,
      );
    await setAssignee(trx, id, assignee);
    const detail = { assignedTo: assignee };
    await recordAuditEvent(
      trx,
      { event: "record assigned", username: user.username, recordId: id, detail },
      now(),
    );
    if (assignee === null) return;
    const sentence = `${user.username} assigned this model to you.`;
    await queueRecordMail(
      trx,
      { recordId: id, to: { usernames: [assignee] }, actor: user.username, sentence },
      now(),
    );
  });
}

/** Mails each reviewer whom the note names as `@username`. */
export async function addNote(
  trx: Db,
  { recordId, user, content, now }: { recordId: number; user: User; content: string; now: Date },
): Promise<void> {
  const { username } = user;
  await insertNote(trx, { recordId, username, content, now });
  const names = findMentions(content);
  const mentioned = (await listReviewers(trx)).filter((reviewer) => names.includes(reviewer));
  if (mentioned.length === 0) return;
  await queueRecordMail(
    trx,
    {
      recordId,
      to: { usernames: mentioned },
      actor: username,
      sentence: `${username} mentioned you in a note.`,
      details: content,
    },
    now,
  );
}
