import { listDifferingFields, type MergeConflict } from "../../contract/conflicts/mergeChanges.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { Draft, DraftContent } from "../providers/draft.ts";
import type { DraftStatus } from "../drafts/draftSync.ts";
import { createContactDrafts } from "./contacts/contactDrafts.ts";

const SCHEMA = getSchema("metadata");

export type SaveIntent = "save" | "proceed";

export interface RecordRevision {
  /** Undefined for a new record. */
  recordId: string | undefined;
  values: JsonObject;
  etag: string | undefined;
}

/** The revision that the form's changes are based on. The next save replaces it. */
export interface BaseRevision extends RecordRevision {
  /** Set once a create request may have reached the server. */
  idempotencyKey?: string | undefined;
}

/** Another user saved the record while the form was open. */
export interface SaveConflict {
  message: string;
  savedAt: string | undefined;
  /** Fields that both users changed. */
  fieldConflicts: MergeConflict[];
  /** The form's values, if they changed after the conflict. */
  formValues?: JsonObject;
  /** The other user's revision, which the next save replaces. */
  newerRevision: BaseRevision;
}

export type SaveState =
  | { status: "clean" }
  /** `hasNewerEdits`: edited while a save was running, which has succeeded. */
  | { status: "dirty"; hasNewerEdits?: boolean }
  | { status: "saving" }
  | { status: "conflicted"; conflict: SaveConflict }
  | { status: "failed"; error: Error };

export interface RecordFormState {
  saveState: SaveState;
  base: BaseRevision;
  /** The record as last opened or saved. */
  savedRevision: RecordRevision;
  intent: SaveIntent;
  draftStatus: DraftStatus;
  /** The draft that the form was opened with, until it is saved or discarded. */
  openedDraft?: Draft | undefined;
  /** The user edits the same draft in another window; its changes are in the form. */
  otherWindow?: OtherWindow | undefined;
  /** A field's value is still on its way, such as a file that is uploading. */
  isBusy: boolean;
  start: ReturnType<typeof buildFormStart>;
  draftNotice?: DraftNotice | undefined;
}

export interface OtherWindow {
  savedAt: string;
  /** Fields that both windows changed; the form has its own values. */
  conflicts: MergeConflict[];
}

/** Confirms discarded or restored changes. */
export interface DraftNotice {
  id: string;
  message: string;
  undo?: () => void;
}

export const listChangedRecordFields = (before: JsonObject, after: JsonObject): string[] =>
  listDifferingFields(SCHEMA, before, after);

export const hasUnsavedChanges = (
  { values, contactDialogValues = {} }: DraftContent,
  saved: JsonObject,
): boolean =>
  Object.keys(contactDialogValues).length > 0 || listChangedRecordFields(saved, values).length > 0;

/** What the form is mounted with; a new one restarts it. */
export const buildFormStart = (content: DraftContent, restartCount: number, onContactDraft: () => void) => ({
  initialValues: content.values,
  contactDrafts: createContactDrafts(content.contactDialogValues, onContactDraft),
  restartCount,
});
