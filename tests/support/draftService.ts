import { RECORD_ID_KEY } from "../../src/contract/schema/product.ts";
import { endpoints } from "../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { ApiError } from "../../src/portal/providers/calls/apiError.ts";
import { buildTextsKey, type Draft } from "../../src/portal/providers/draft.ts";
import { deviceDrafts, type DeviceDraft } from "../../src/portal/providers/deviceDrafts.ts";
import type { aVendorService } from "./aVendorService.ts";
import { anAccount } from "./anAccount.ts";

const rows = new Map<string, JsonObject>();

const getRow = (body: JsonObject | undefined) => rows.get(String(body?.key));
const isKnown = (row: JsonObject, body: JsonObject = {}) =>
  row.revision === body.revision || row.window_id === body.window_id;

/** Answers the draft calls as the server does. The drafts live until `clear`. */
export const draftService = {
  answers: {
    [endpoints.listDrafts.path]: ({ query = {} }) => {
      const { new: isOfNewRecord, keys, after = "0", limit = "1000" } = query;
      const selected = [...rows.values()].filter(
        (row) =>
          (isOfNewRecord === undefined || row[RECORD_ID_KEY] === null) &&
          (keys === undefined || keys.split(",").includes(String(row.key))),
      );
      const end = Number(after) + Number(limit);
      return {
        rows: selected.slice(Number(after), end).map((row) => ({ ...row, content: undefined })),
        ...(selected.length > end && { nextCursor: String(end) }),
      };
    },
    [endpoints.getDraft.path]: ({ params }) => [rows.get(params!.key!) ?? []].flat(),
    [endpoints.saveDraft.path]: ({ body = {} }) => {
      const current = getRow(body);
      if (current && !isKnown(current, body)) return new ApiError("Another window", 409, { current });
      const revision = Number(current?.revision ?? body.revision) + 1;
      const row = { [RECORD_ID_KEY]: null, ...body, revision, saved_at: new Date().toISOString() };
      rows.set(String(body.key), row);
      return [row];
    },
    [endpoints.deleteDraft.path]: ({ body }) => {
      const current = getRow(body);
      if (current && isKnown(current, body)) rows.delete(String(body?.key));
      return [body!];
    },
  } satisfies Parameters<typeof aVendorService>[0],

  clear: () => rows.clear(),
};

/** The key of a draft of a new record that `storeDraft` stores. */
export const EARLIER_KEY = "new-earlier";

export const hasEarlierDraft = (): boolean => rows.has(EARLIER_KEY);

/** Stores the draft of a record, or of a new one, as saved in another window. "new" stands for `EARLIER_KEY`. */
export function storeDraft(
  form: string,
  content: Partial<Draft["content"]>,
  { savedAt = "2026-03-02T15:04:05.000Z", revision = 1, missing = 0, title = "", unsentTexts = 0 } = {},
) {
  const key = form === "new" ? EARLIER_KEY : form;
  const isNew = key.startsWith("new-");
  rows.set(key, {
    ...{ key, revision, window_id: `other-${revision}`, saved_at: savedAt },
    summary: { title, missing, unsentTexts },
    [RECORD_ID_KEY]: isNew ? null : form.replace(buildTextsKey(""), ""),
    content: { values: {}, ...content },
  });
}

/** The content of all drafts of a record, or of new records: this device's copy if the services lack it. */
export function findDrafts(form: string): Draft["content"][] {
  const stored = [...rows.entries()].map(([key, row]) => [key, row.content as Draft["content"]] as const);
  const copies = deviceDrafts
    .list(anAccount().username)
    .toReversed()
    .map(({ key, content }) => [key, content] as const);
  const isOfForm = (key: string) => (form === "new" ? key.startsWith("new-") : key === form);
  return [...new Map([...stored, ...copies])].flatMap(([key, content]) => (isOfForm(key) ? [content] : []));
}

/** What the services have of a draft. */
export const findStoredValues = (key: string): JsonObject | undefined =>
  (rows.get(key)?.content as Draft["content"] | undefined)?.values;

/** Of services without drafts. */
export const WITHOUT_DRAFTS = {
  missingCalls: ["listDrafts", "getDraft", "saveDraft", "deleteDraft"],
} satisfies {
  missingCalls: (keyof typeof endpoints)[];
};

/** Stores the unsent draft of a window on this device that was closed. */
export function storeDeviceDraft(
  key: string,
  content: Partial<Draft["content"]>,
  change: Partial<DeviceDraft> = {},
) {
  deviceDrafts.save(anAccount().username, {
    ...{ key, recordId: /^\d+$/.test(key) ? key : undefined, revision: 0, windowId: "closed" },
    ...{ savedAt: "2026-03-02T15:04:05.000Z", summary: { title: "", missing: 0 } },
    content: { values: {}, ...content },
    ...change,
  });
}
