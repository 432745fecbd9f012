import type { QueryClient } from "@tanstack/react-query";
import type { useNotify } from "react-admin";
import type { useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import { parseModelRecord } from "../../contract/records/modelRecord.ts";
import type { JsonObject } from "../../contract/json.ts";
import { parseRows } from "../../contract/wire/endpoints.ts";
import { createIdempotencyKey } from "../providers/calls/createIdempotencyKey.ts";
import { modelForUpload } from "../model-report/modelForUpload.ts";
import { isNotFoundError, ApiError } from "../providers/calls/apiError.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { DraftContent } from "../providers/draft.ts";
import type { RecordSave } from "../providers/resources/recordsResource.ts";
import { session } from "../providers/session.ts";
import { getRecordPath, routes } from "../routes.ts";
import {
  listChangedRecordFields,
  type BaseRevision,
  type RecordRevision,
  type SaveIntent,
} from "./recordFormState.ts";
import type { RecordFormStore } from "./recordFormStore.ts";

interface SaveContext {
  draftKey: string;
  /** The record was created and the form stays open. */
  onCreated?: ((recordId: string) => void) | undefined;
  notify: ReturnType<typeof useNotify>;
  navigate: ReturnType<typeof useNavigate>;
  dataProvider: PortalDataProvider;
  queryClient: QueryClient;
}

/** After this many merges within one save, the user decides. */
const MAX_MERGES = 3;

/** Saves, merges other users' changes if needed, then leaves the page unless there are newer edits. */
export async function saveRecord(
  store: RecordFormStore,
  context: SaveContext,
  values: JsonObject,
  intent: SaveIntent,
) {
  const { saveState, base: currentBase } = store.getState();
  // A double click must create one record only.
  if (saveState.status === "saving") return;
  let base = saveState.status === "conflicted" ? saveState.conflict.newerRevision : currentBase;
  const isNew = base.recordId === undefined;
  let isRepeatedCreate = isNew && base.idempotencyKey !== undefined;
  // If the create response is lost, the sent values become the merge base.
  if (isNew && !isRepeatedCreate) base = { ...base, values, idempotencyKey: createIdempotencyKey() };
  const sentContent = store.snapshot();
  store.rebase(base, { saveState: { status: "saving" }, intent });
  for (let mergeCount = 0; ;) {
    try {
      const saved = await sendRecord(context, base, values);
      if (!isRepeatedCreate) return handleSaved(store, context, saved, { isNew, intent, sentContent });
      // A repeated create returns the record of the first one, so later edits need an update.
      isRepeatedCreate = false;
      base = { ...saved, values: base.values };
    } catch (error) {
      if (isNotFoundError(error) && base.recordId !== undefined)
        return convertToNewRecord(store, error as ApiError);
      const newerRevision = await parseNewerRevision(error, base, context.dataProvider);
      if (!newerRevision)
        return store.updateState({ saveState: { status: "failed", error: error as Error } });
      const mine = store.snapshot()?.values ?? values;
      const { changes, conflicts } = store.mergeIntoForm(base.values, mine, newerRevision.values);
      if (conflicts.length > 0 || mergeCount === MAX_MERGES) {
        const { message, body } = error as ApiError;
        const conflict = { message, savedAt: toText(body.savedAt), fieldConflicts: conflicts, newerRevision };
        return store.updateState({ saveState: { status: "conflicted", conflict } });
      }
      mergeCount += 1;
      [base, values] = [newerRevision, { ...values, ...changes }];
      store.rebase(base, {});
    }
  }
}

/** The record was deleted while it was edited. Saving again creates a new one. */
function convertToNewRecord(store: RecordFormStore, { status, body }: ApiError) {
  const newRecord = { recordId: undefined, values: {}, etag: undefined };
  const error = new ApiError(messages.recordDeletedWhileEditing, status, body);
  store.rebase(newRecord, { savedRevision: newRecord, saveState: { status: "failed", error } });
}

async function sendRecord(
  { dataProvider, queryClient }: SaveContext,
  base: BaseRevision,
  values: JsonObject,
) {
  const { recordId: id, etag, idempotencyKey = "" } = base;
  const data: RecordSave = { currentMetadata: values, ...(id === undefined ? { idempotencyKey } : { etag }) };
  const response = await (id === undefined
    ? dataProvider.create("records", { data })
    : dataProvider.update("records", { id, data, previousData: { id } }));
  void queryClient.invalidateQueries({ queryKey: ["records"] });
  const saved = response.data as { id?: unknown; etag?: string };
  return { recordId: id ?? String(saved.id), etag: saved.etag, values };
}

interface SaveAttempt {
  isNew: boolean;
  intent: SaveIntent;
  /** The form's content when the save began. */
  sentContent: DraftContent | undefined;
}

function handleSaved(
  store: RecordFormStore,
  { draftKey, notify, navigate, onCreated }: SaveContext,
  saved: RecordRevision & { recordId: string },
  { isNew, intent, sentContent }: SaveAttempt,
) {
  if (!session.getAccount()) return;
  const content = store.snapshot();
  const wasEdited =
    content !== undefined &&
    (store.formRef.current?.hasPartialEntry() ||
      listChangedRecordFields(saved.values, content.values).length > 0 ||
      serializeContacts(content) !== serializeContacts(sentContent));
  const hasNewerEdits = store.getState().isBusy || wasEdited;
  store.rebase(saved, {
    savedRevision: saved,
    ...{ draftNotice: undefined, openedDraft: undefined, otherWindow: undefined },
    saveState: hasNewerEdits ? { status: "dirty", hasNewerEdits } : { status: "clean" },
  });
  modelForUpload.assign(draftKey, saved.recordId);
  // Unmounted: skip toast and redirect.
  if (!store.isMounted) return;
  if (intent === "save" || !isNew) notify(messages.savedRecord, { type: "success" });
  if (hasNewerEdits) onCreated?.(saved.recordId);
  else void navigate(intent === "proceed" ? getRecordPath("instructions", saved.recordId) : routes.home);
}

const serializeContacts = ({ contactDialogValues = {} }: Partial<DraftContent> = {}): string =>
  JSON.stringify(contactDialogValues);

/** The other user's revision from a 409 response; undefined for any other error. */
async function parseNewerRevision(
  error: unknown,
  { recordId }: BaseRevision,
  { getReferences }: PortalDataProvider,
) {
  if (!(error instanceof ApiError) || error.status !== 409 || error.body.savedBy === undefined)
    return undefined;
  const [row] = parseRows(error.body.current);
  if (!row) return undefined;
  const values = parseModelRecord(row, await getReferences()).currentMetadata;
  return { recordId, etag: toText(error.body.etag), values };
}

const toText = (value: unknown) => (typeof value === "string" ? value : undefined);
