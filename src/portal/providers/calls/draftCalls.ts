import type { JsonObject } from "../../../contract/json.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { endpoints } from "../../../contract/wire/endpoints.ts";
import { deviceDrafts, type DeviceDraft } from "../deviceDrafts.ts";
import { buildTextsKey, isTextsKey, migrateDraft, type Draft, type DraftSummary } from "../draft.ts";
import { session } from "../session.ts";
import { ApiError, isNotFoundError } from "./apiError.ts";
import { createUnreadableError, NO_ROWS, type CallContext, type VendorCall } from "./vendorCall.ts";

/** The draft as the services have it, and what windows of this device have not sent, the last saved first. */
export interface DraftVersions {
  stored?: Draft | undefined;
  copies: DeviceDraft[];
}

const DRAFTS_PER_PAGE = "24";

/** fetch refuses larger requests that outlive their page. */
const MAX_KEEPALIVE_CHARACTERS = 60_000;

/** By draft key. */
const runningSaves = new Map<string, Promise<unknown>>();

/** A save without a response, or an IndexedDB that hangs, must not keep a form closed. */
const MAX_FORM_WAIT_MS = 5000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const waitBriefly = (work: Promise<unknown> | undefined) =>
  Promise.race([work?.catch(() => undefined), pause(MAX_FORM_WAIT_MS)]);

/** A window that is open sends its copy itself, within seconds. */
const MIN_COPY_AGE_MS = 10_000;

/** A draft is read after its saves that have no response yet. */
export async function trackDraftSave(key: string, save: Promise<unknown>): Promise<void> {
  runningSaves.set(key, save);
  try {
    await save;
  } finally {
    if (runningSaves.get(key) === save) runningSaves.delete(key);
  }
}

/**
 * Whether the services have this copy, or a later one of its window. Chromium writes local storage up to a minute late:
 * when it is killed, a deleted copy can come back.
 */
const isOutdated = ({ windowId, savedAt }: DeviceDraft, stored: Draft | undefined): boolean =>
  (stored?.content.typedUntil?.[windowId] ?? "") >= savedAt;

export function createDraftCalls({ call, capabilities, getUser }: CallContext) {
  const restoring = waitBriefly(deviceDrafts.restore());
  /** Services may lack the calls without saying so. */
  const read: VendorCall = (endpoint, options) =>
    call(endpoint, options).catch((error: unknown) => {
      if (isNotFoundError(error)) return NO_ROWS;
      throw error;
    });
  const readStored = async (key: string) => {
    const [row] = (await read(endpoints.getDraft, { params: { key } })).rows;
    return row && toDraft(row);
  };
  /** Without their content, the last saved first. */
  const listStored = async (query: Record<string, string>) => {
    await Promise.all([restoring, ...[...runningSaves.values()].map(waitBriefly)]);
    const { rows, nextCursor } = await read(endpoints.listDrafts, { query });
    return { drafts: rows.map(toSummary), nextCursor };
  };
  const listCopies = (): DraftSummary[] =>
    deviceDrafts.list(getUser().username).map((copy) => ({ ...copy, isOnDevice: true }));
  /** Rejects with 409 if another window has saved the draft since its revision. */
  const saveDraft = async (draft: Draft, isLeaving = false): Promise<DraftSummary> => {
    const { key, recordId, revision, windowId, summary, content } = draft;
    const body = {
      key,
      ...(recordId !== undefined && { [RECORD_ID_KEY]: recordId }),
      ...{ revision, window_id: windowId, summary, content },
    };
    const keepalive = isLeaving && JSON.stringify(body).length < MAX_KEEPALIVE_CHARACTERS;
    const { rows } = await call(endpoints.saveDraft, { body, keepalive });
    if (!Number.isInteger(rows[0]?.revision)) throw createUnreadableError();
    return toSummary(rows[0]!);
  };
  /** Returns true once the services have the copy. */
  const sendCopy = async (copy: DeviceDraft): Promise<boolean> =>
    isOutdated(copy, await readStored(copy.key)) || Boolean(await saveDraft(copy));
  return {
    /** One page of the drafts of new records. The first page starts with the copies on this device, of all records. */
    async listNewRecordDrafts(after = "") {
      const page = await listStored({ new: "true", limit: DRAFTS_PER_PAGE, ...(after && { after }) });
      if (after !== "") return page;
      return { ...page, drafts: [...listCopies().filter(({ key }) => !isTextsKey(key)), ...page.drafts] };
    },
    /** The forms' values and the unsent texts. The copies on this device come first. */
    async listDraftsOfRecords(ids: string[]): Promise<DraftSummary[]> {
      const keys = ids.flatMap((id) => [id, buildTextsKey(id)]);
      const { drafts } = await listStored({ keys: keys.join(",") });
      return [...listCopies().filter(({ key }) => keys.includes(key)), ...drafts];
    },
    async openDraft(key: string): Promise<DraftVersions> {
      await Promise.all([restoring, waitBriefly(runningSaves.get(key))]);
      // First, because a copy is deleted once the services have it.
      const { username } = getUser();
      const copies = deviceDrafts.list(username, key);
      const stored = await readStored(key);
      const outdated = copies.filter((copy) => isOutdated(copy, stored));
      for (const copy of outdated) deviceDrafts.remove(username, copy);
      const current = copies.filter((copy) => !outdated.includes(copy));
      return { stored, copies: current.map(migrateDraft) };
    },
    /** Sends what closed windows of this device could not send. A draft that others have changed stays for its form. */
    async sendDeviceDrafts(): Promise<void> {
      if (!capabilities.saveDraft) return;
      const { username } = getUser();
      await restoring;
      const find = ({ key, windowId }: DraftSummary) => deviceDrafts.find(username, key, windowId);
      for (const listed of deviceDrafts.list(username)) {
        const ageMs = Date.now() - Date.parse(listed.savedAt);
        if (ageMs < MIN_COPY_AGE_MS) await pause(MIN_COPY_AGE_MS - ageMs);
        // During the pause, another user may have signed in, or an open window may have sent or changed the copy.
        if (session.getAccount()?.username !== username) return;
        const copy = find(listed);
        if (copy?.savedAt !== listed.savedAt) continue;
        const send = sendCopy(copy).catch(() => false);
        await trackDraftSave(copy.key, send);
        const isUnchanged = find(copy)?.savedAt === copy.savedAt;
        if ((await send) && isUnchanged && session.getAccount()) deviceDrafts.remove(username, copy);
      }
    },
    readStoredDraft: readStored,
    saveDraft,
    /** Keeps a draft that another window has saved since its revision. */
    async deleteDraft({
      key,
      revision,
      windowId,
    }: Pick<DraftSummary, "key" | "revision" | "windowId">): Promise<void> {
      await call(endpoints.deleteDraft, { body: { key, revision, window_id: windowId } });
    },
  };
}

export type DraftCalls = ReturnType<typeof createDraftCalls>;

/** The draft that another window has saved since, from a 409 response. */
export function parseNewerDraft(error: unknown): Draft | undefined {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.body.current) return undefined;
  return toDraft(error.body.current as JsonObject);
}

function toSummary(row: JsonObject): DraftSummary {
  const {
    title = "",
    missing = 0,
    unsentTexts = 0,
  } = Object(row.summary) as Partial<DraftSummary["summary"]>;
  const id = row[RECORD_ID_KEY];
  return {
    key: String(row.key),
    recordId: typeof id === "string" ? id : undefined,
    revision: Number(row.revision),
    windowId: String(row.window_id),
    savedAt: String(row.saved_at),
    summary: { title, missing, unsentTexts },
  };
}

const toDraft = (row: JsonObject): Draft =>
  migrateDraft({ ...toSummary(row), content: row.content as Draft["content"] });
