import { sql, type Selectable } from "kysely";
import type { JsonObject } from "../../contract/json.ts";
import type { Db } from "../database/tables.ts";
import type { DraftsTable } from "../database/recordTables.ts";

export type StoredDraft = Selectable<DraftsTable>;

/** Names a draft and the change that it expects to be the last one. */
export interface DraftPosition {
  username: string;
  key: string;
  /** 0 for a draft that was never saved. */
  revision: number;
  windowId: string;
}

/** Drafts of a record in the trash are kept, and found again once it is restored. */
const draftsQuery = (db: Db, username: string) =>
  db
    .selectFrom("drafts")
    .where("username", "=", username)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("records")
            .select("records.id")
            .whereRef("records.id", "=", "drafts.record_id")
            .where("records.deleted_at", "is not", null),
        ),
      ),
    );

const SUMMARY_COLUMNS = [
  ...(["username", "key", "record_id", "revision"] as const),
  ...(["window_id", "summary", "saved_at"] as const),
];

export type StoredDraftSummary = Omit<StoredDraft, "content">;

interface DraftPage {
  /** Only drafts with these keys. */
  keys?: string[] | undefined;
  /** Only drafts of records that were never saved. */
  isOfNewRecord?: boolean;
  after?: { time: Date; key: string } | undefined;
  limit?: number | undefined;
}

/** The last saved first. */
export const listDrafts = (
  db: Db,
  username: string,
  { keys, isOfNewRecord = false, after, limit }: DraftPage,
): Promise<StoredDraftSummary[]> =>
  draftsQuery(db, username)
    .select(SUMMARY_COLUMNS)
    .$if(keys !== undefined, (query) => query.where("key", "in", keys!))
    .$if(isOfNewRecord, (query) => query.where("record_id", "is", null))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("saved_at", "key"), "<", tuple(after!.time, after!.key)),
      ),
    )
    .orderBy("saved_at", "desc")
    .orderBy("key", "desc")
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();

export const findDraft = (db: Db, username: string, key: string): Promise<StoredDraft | undefined> =>
  draftsQuery(db, username).where("key", "=", key).selectAll().executeTakeFirst();

interface DraftSave extends DraftPosition {
  recordId: number | null;
  summary: JsonObject;
  content: JsonObject;
  now: Date;
}

/** Returns undefined, and changes nothing, if another window has saved the draft since. */
export async function upsertDraft(db: Db, draft: DraftSave): Promise<StoredDraftSummary | undefined> {
  const { username, key, revision, windowId, recordId, now } = draft;
  const saved = {
    revision: revision + 1,
    window_id: windowId,
    record_id: recordId,
    summary: JSON.stringify(draft.summary),
    content: JSON.stringify(draft.content),
    saved_at: now,
  };
  return db
    .insertInto("drafts")
    .values({ username, key, ...saved })
    .onConflict((conflict) =>
      conflict
        .columns(["username", "key"])
        .doUpdateSet(({ ref }) => ({ ...saved, revision: sql`${ref("drafts.revision")} + 1` }))
        // A window replaces its own saves, so that it can repeat one whose response was lost.
        .where(({ eb, or }) =>
          or([eb("drafts.revision", "=", revision), eb("drafts.window_id", "=", windowId)]),
        ),
    )
    .returning(SUMMARY_COLUMNS)
    .executeTakeFirst();
}

/** Deletes nothing if another window has saved the draft since. */
export async function deleteDraft(
  db: Db,
  { username, key, revision, windowId }: DraftPosition,
): Promise<void> {
  await db
    .deleteFrom("drafts")
    .where("username", "=", username)
    .where("key", "=", key)
    .where(({ eb, or }) => or([eb("revision", "=", revision), eb("window_id", "=", windowId)]))
    .execute();
}

/** Deletes at most `limit` drafts and returns how many. */
export async function deleteOldDrafts(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("drafts")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("username", "key"),
        "in",
        selectFrom("drafts")
          .select(["username", "key"])
          .where("saved_at", "<", before)
          .orderBy("saved_at")
          .limit(limit)
          .$asTuple("username", "key"),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
