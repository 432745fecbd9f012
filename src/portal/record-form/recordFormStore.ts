import { createRef } from "react";
import { listDifferingFields, type MergeConflict } from "../../contract/conflicts/mergeChanges.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import { createContactDrafts } from "./contacts/contactDrafts.ts";
import type { FormHandle } from "../form/formProps.ts";
import { createIdempotencyKey } from "../providers/calls/createIdempotencyKey.ts";
import {
  draftLocks,
  draftStore,
  NEW_RECORD,
  onFlushDrafts,
  type Draft,
  type DraftContent,
} from "../providers/drafts.ts";
import { session } from "../providers/session.ts";

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
  draftStatus: { isSaved: boolean; savedAt?: string | undefined };
  /** A field's value is still on its way, such as a file that is uploading. */
  isBusy: boolean;
  start: ReturnType<typeof buildFormStart>;
  draftNotice?: DraftNotice | undefined;
}

/** Confirms a restored or discarded draft. */
export interface DraftNotice {
  id: string;
  message: string;
  undo?: () => void;
}

const SCHEMA = getSchema("metadata");

export const listChangedRecordFields = (before: JsonObject, after: JsonObject): string[] =>
  listDifferingFields(SCHEMA, before, after);

export const hasUnsavedChanges = (
  { values, contactDialogValues = {} }: DraftContent,
  saved: JsonObject,
): boolean =>
  Object.keys(contactDialogValues).length > 0 || listChangedRecordFields(saved, values).length > 0;

export const getDraftFormId = ({ recordId }: Pick<RecordRevision, "recordId">): string =>
  recordId ?? NEW_RECORD;

const DRAFT_SAVE_INTERVAL_MS = 500;

/** The state of one record form. It outlives the page if a save is still running. */
export class RecordFormStore {
  isMounted = true;
  readonly formRef = createRef<FormHandle>();
  private readonly username = session.getAccount()?.username ?? "";
  /** Locked while the form is open, so that no other tab offers this draft. */
  private draftId = createIdempotencyKey();
  private releaseLock: () => void = () => undefined;
  private state: RecordFormState;
  private listener: () => void = () => undefined;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;
  /** The content of the last saved draft, for when the form has unmounted. */
  private lastContent: DraftContent | undefined;

  constructor(opened: RecordRevision) {
    this.state = {
      saveState: { status: "clean" },
      base: opened,
      savedRevision: opened,
      intent: "save",
      draftStatus: { isSaved: true },
      isBusy: false,
      start: buildFormStart(opened, 0, this.scheduleDraftSave),
    };
  }

  readonly getState = (): RecordFormState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listener = listener;
    return () => (this.listener = () => undefined);
  };

  readonly updateState = (change: Partial<RecordFormState>): void => {
    this.state = { ...this.state, ...change };
    this.listener();
  };

  /** Returns an unmount function, which returns whether a draft was left behind. */
  readonly mount = (): (() => boolean) => {
    this.isMounted = true;
    this.releaseLock = draftLocks.acquire(this.draftId);
    const unsubscribe = onFlushDrafts(this.saveDraftNow);
    return () => {
      unsubscribe();
      this.saveDraftNow();
      this.isMounted = false;
      this.releaseLock();
      return this.state.draftStatus.savedAt !== undefined;
    };
  };

  readonly onChange = (values: JsonObject): void => {
    const { saveState } = this.state;
    if (saveState.status === "conflicted") {
      const conflict = { ...saveState.conflict, formValues: values };
      this.updateState({ saveState: { status: "conflicted", conflict } });
    }
    this.onInput();
  };

  readonly onInput = (): void => {
    this.scheduleDraftSave();
    if (this.state.saveState.status === "clean") this.updateState({ saveState: { status: "dirty" } });
  };

  /** The form's content; after unmounting, the content of its last draft. */
  snapshot(): DraftContent | undefined {
    const values = this.formRef.current?.snapshot() ?? this.lastContent?.values;
    return values && { values, contactDialogValues: this.state.start.contactDrafts.getAll() };
  }

  /** After unmounting, sets the values in the last draft instead. */
  readonly setValues = (values: JsonObject): void => {
    if (this.formRef.current) return this.formRef.current.setValues(values);
    const content = this.lastContent;
    if (content) this.lastContent = { ...content, values: { ...content.values, ...values } };
  };

  /** Returns false if the draft could not be saved. */
  readonly saveDraftNow = (): boolean => {
    const content = this.snapshot();
    if (content) this.saveDraft(content);
    return this.state.draftStatus.isSaved;
  };

  /** Changes the base revision. The draft moves with it if the record's id changes. */
  rebase(
    base: BaseRevision,
    change: Partial<RecordFormState>,
    content = this.snapshot(),
    savedAt?: string,
  ): void {
    if (getDraftFormId(base) !== getDraftFormId(this.state.base)) this.discardDraft();
    this.updateState({ ...change, base });
    if (content) this.saveDraft(content, savedAt);
  }

  restoreDraft(draft: Draft): void {
    const { savedRevision } = this.state;
    const { etag = savedRevision.etag, baseValues: values = savedRevision.values, idempotencyKey } = draft;
    const base = { recordId: savedRevision.recordId, etag, values, idempotencyKey };
    this.restartForm(base, draft, { saveState: { status: "dirty" } }, draft.savedAt);
  }

  /** Discards the form's changes. Returns a function that restores them. */
  loadSavedRevision(revision: RecordRevision): () => void {
    const { base, savedRevision } = this.state;
    const content = this.snapshot() ?? savedRevision;
    this.restartForm(revision, revision, {
      savedRevision: revision,
      saveState: { status: "clean" },
      isBusy: false,
    });
    return () => this.restartForm(base, content, { savedRevision, saveState: { status: "dirty" } });
  }

  /** Leaves the current draft to be offered again and starts another. Returns the detached draft's id. */
  detachDraft(): string {
    const { draftId } = this;
    this.saveDraftNow();
    this.releaseLock();
    this.draftId = createIdempotencyKey();
    this.releaseLock = draftLocks.acquire(this.draftId);
    return draftId;
  }

  private restartForm(
    base: BaseRevision,
    content: DraftContent,
    change: Partial<RecordFormState>,
    savedAt?: string,
  ): void {
    const start = buildFormStart(content, this.state.start.restartCount + 1, this.scheduleDraftSave);
    this.rebase(base, { ...change, start }, content, savedAt);
  }

  /** Throttled, not debounced: continuous typing is saved too. */
  private readonly scheduleDraftSave = (): void => {
    this.draftTimer ??= setTimeout(this.saveDraftNow, DRAFT_SAVE_INTERVAL_MS);
  };

  private saveDraft(content: DraftContent, savedAt = new Date().toISOString()): void {
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
    this.lastContent = content;
    const { base, savedRevision } = this.state;
    const { etag, values: baseValues, idempotencyKey } = base;
    if (idempotencyKey === undefined && !hasUnsavedChanges(content, savedRevision.values)) {
      this.discardDraft();
      return this.updateState({ draftStatus: { isSaved: true } });
    }
    const draft = { ...content, id: this.draftId, savedAt, etag, baseValues, idempotencyKey };
    const isSaved = draftStore.save(this.username, getDraftFormId(base), draft);
    this.updateState({ draftStatus: { isSaved, savedAt: isSaved ? savedAt : undefined } });
  }

  private discardDraft(): void {
    draftStore.discard(this.username, getDraftFormId(this.state.base), this.draftId);
  }
}

const buildFormStart = (content: DraftContent, restartCount: number, onContactDraft: () => void) => ({
  initialValues: content.values,
  contactDrafts: createContactDrafts(content.contactDialogValues, onContactDraft),
  restartCount,
});
