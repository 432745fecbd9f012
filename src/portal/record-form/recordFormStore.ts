import { deepEquals } from "@rjsf/utils";
import { createRef } from "react";
import { mergeChanges } from "../../contract/conflicts/mergeChanges.ts";
import { validators } from "../../contract/generated/validators.ts";
import type { JsonObject } from "../../contract/json.ts";
import { validateEntity } from "../../contract/rules/validateEntity.ts";
import { isEmptyValue } from "../../contract/schema/emptyValues.ts";
import { getFieldText, getSchema } from "../../contract/schema/fields.ts";
import type { FormHandle } from "../form/formProps.ts";
import { createIdempotencyKey } from "../providers/calls/createIdempotencyKey.ts";
import type { DraftCalls, DraftVersions } from "../providers/calls/draftCalls.ts";
import { getCurrentSchemaVersions, type Draft, type DraftContent } from "../providers/draft.ts";
import { deviceDrafts } from "../providers/deviceDrafts.ts";
import { DraftSync, type DraftStatus } from "../drafts/draftSync.ts";
import { onFlushDrafts } from "../drafts/flushDrafts.ts";
import { session } from "../providers/session.ts";
import {
  buildFormStart,
  hasUnsavedChanges,
  listChangedRecordFields,
  type BaseRevision,
  type RecordFormState,
  type RecordRevision,
} from "./recordFormState.ts";

const SCHEMA = getSchema("metadata");

/** For a record that was never saved. */
export const createDraftKey = (): string => `new-${createIdempotencyKey()}`;

/** The draft of a form. */
export interface DraftSource {
  key: string;
  versions?: DraftVersions | undefined;
  calls: DraftCalls;
  /** False if the services lack the calls. */
  canSend: boolean;
}

const DRAFT_SAVE_INTERVAL_MS = 500;

/** The state of one record form. It outlives the page if a save is still running. */
export class RecordFormStore {
  isMounted = true;
  readonly formRef = createRef<FormHandle>();
  private state: RecordFormState;
  private listener: () => void = () => undefined;
  private sync: DraftSync;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;
  /** The content of the last saved draft, for when the form has unmounted. */
  private lastContent: DraftContent | undefined;
  /** The last saved draft as JSON; undefined if there is none. */
  private savedDraft: string | undefined;

  constructor(
    opened: RecordRevision,
    private readonly source: DraftSource,
  ) {
    const { stored, copies = [] } = source.versions ?? {};
    const draft = copies[0] ?? stored;
    const { etag, baseValues, idempotencyKey, ...content } = draft?.content ?? { values: opened.values };
    const hasDraft = draft !== undefined && hasUnsavedChanges(content, opened.values);
    this.state = {
      saveState: { status: hasDraft ? "dirty" : "clean" },
      base: {
        ...{ recordId: opened.recordId, idempotencyKey },
        ...{ etag: etag ?? opened.etag, values: baseValues ?? opened.values },
      },
      savedRevision: opened,
      intent: "save",
      draftStatus: { isSaved: true, ...(hasDraft && { savedAt: draft.savedAt }) },
      openedDraft: hasDraft ? draft : undefined,
      isBusy: false,
      start: buildFormStart(content, 0, this.scheduleDraftSave),
    };
    this.savedDraft = draft && "";
    this.sync = this.createSync(source.key, opened.recordId, {
      revision: draft?.revision,
      typedUntil: draft?.content.typedUntil,
      exchangedValues: copies[0] ? copies[0].exchangedValues : stored?.content.values,
    });
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

  /** Returns an unmount function, which returns the status of a draft that was left behind. */
  readonly mount = (): (() => DraftStatus | undefined) => {
    this.isMounted = true;
    this.sync.start();
    // React cannot set the form's values while it mounts.
    queueMicrotask(this.adoptCopies);
    const removeFlushListener = onFlushDrafts(async (isLeaving) => {
      this.saveDraftNow();
      await this.sync.flush(isLeaving);
      return this.state.draftStatus.isSaved;
    });
    const pull = () => void this.sync.pull();
    window.addEventListener("focus", pull);
    return () => {
      removeFlushListener();
      window.removeEventListener("focus", pull);
      this.saveDraftNow();
      void this.sync.flush();
      this.isMounted = false;
      return this.savedDraft === undefined ? undefined : this.state.draftStatus;
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

  /** Puts fields that only `theirs` changed into the form. Returns these, and the fields that both changed. */
  mergeIntoForm(base: JsonObject, mine: JsonObject, theirs: JsonObject) {
    const { values, conflicts } = mergeChanges(SCHEMA, { base, mine, theirs });
    const changes = Object.fromEntries(
      listChangedRecordFields(mine, values).map((name) => [name, values[name]]),
    );
    this.setValues(changes);
    return { changes, conflicts };
  }

  readonly saveDraftNow = (): void => {
    const content = this.snapshot();
    if (content) this.saveDraft(content);
  };

  /** Changes the base revision. The draft moves with it if the record's id changes. */
  rebase(base: BaseRevision, change: Partial<RecordFormState>, content = this.snapshot()): void {
    if (base.recordId !== this.state.base.recordId) {
      this.sync.delete();
      this.savedDraft = undefined;
      this.sync = this.createSync(base.recordId ?? createDraftKey(), base.recordId);
      this.sync.start();
    }
    this.updateState({ ...change, base });
    if (content) this.saveDraft(content);
  }

  /** Discards the form's changes. Returns a function that restores them. */
  loadSavedRevision(revision: RecordRevision): () => void {
    const { base, savedRevision } = this.state;
    const content = this.snapshot() ?? savedRevision;
    this.restartForm(revision, revision, {
      savedRevision: revision,
      saveState: { status: "clean" },
      ...{ openedDraft: undefined, otherWindow: undefined, isBusy: false },
    });
    return () => this.restartForm(base, content, { savedRevision, saveState: { status: "dirty" } });
  }

  private createSync(key: string, recordId: string | undefined, known = {}): DraftSync {
    const { calls, canSend } = this.source;
    const sync: DraftSync = new DraftSync({
      ...{ calls, canSend, key, recordId, ...known },
      onStatus: (draftStatus) => this.sync === sync && this.updateState({ draftStatus }),
      onOtherWindow: this.mergeOtherWindow,
    });
    return sync;
  }

  /** What other windows of this device could not send becomes part of this draft. */
  private readonly adoptCopies = (): void => {
    if (!this.isMounted || this.savedDraft !== "") return;
    const { copies = [] } = this.source.versions ?? {};
    for (const copy of copies.slice(1)) this.mergeOtherWindow(copy, copy.exchangedValues);
    const { openedDraft } = this.state;
    if (copies.length > 0 || !openedDraft) this.saveDraftNow();
    // Only this form has their text now. Without space on the device, they stay.
    if (this.savedDraft !== undefined && !this.sync.hasDeviceCopy()) return;
    for (const copy of copies) deviceDrafts.remove(session.getAccount()?.username ?? "", copy);
  };

  private readonly mergeOtherWindow = (
    { content, savedAt }: Draft,
    exchangedValues: JsonObject | undefined,
  ): void => {
    const mine = this.snapshot()?.values ?? {};
    // What was saved since the other window opened the record is no change of that window.
    const commonValues = exchangedValues ?? content.baseValues ?? this.state.savedRevision.values;
    const { changes, conflicts } = this.mergeIntoForm(commonValues, mine, content.values);
    const { contactDrafts } = this.state.start;
    for (const [key, values] of Object.entries(content.contactDialogValues ?? {}))
      if (!contactDrafts.get(key)) contactDrafts.set(key, values);
    const hasOtherChanges = Object.keys(changes).length > 0 || conflicts.length > 0;
    if (hasOtherChanges) this.updateState({ otherWindow: { savedAt, conflicts } });
    const merged = this.snapshot();
    if (merged && this.isSameDraft(merged, content)) this.savedDraft = this.serialize(merged);
    else {
      // Also if this window has saved the same before: the services now have the other draft.
      this.savedDraft = "";
      this.saveDraftNow();
    }
  };

  private isSameDraft(mine: DraftContent, theirs: Draft["content"]): boolean {
    return (
      !hasUnsavedChanges({ values: mine.values }, theirs.values) &&
      deepEquals(mine.contactDialogValues ?? {}, theirs.contactDialogValues ?? {}) &&
      this.state.base.idempotencyKey === theirs.idempotencyKey
    );
  }

  private restartForm(base: BaseRevision, content: DraftContent, change: Partial<RecordFormState>): void {
    const start = buildFormStart(content, this.state.start.restartCount + 1, this.scheduleDraftSave);
    this.rebase(base, { ...change, start }, content);
  }

  /** Throttled, not debounced: continuous typing is saved too. */
  private readonly scheduleDraftSave = (): void => {
    this.draftTimer ??= setTimeout(this.saveDraftNow, DRAFT_SAVE_INTERVAL_MS);
  };

  private saveDraft(content: DraftContent): void {
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
    this.lastContent = content;
    const { base, savedRevision } = this.state;
    const hasDraft = base.idempotencyKey !== undefined || hasUnsavedChanges(content, savedRevision.values);
    const draft = hasDraft ? this.serialize(content) : undefined;
    if (draft === this.savedDraft) return;
    this.savedDraft = draft;
    if (draft === undefined) this.sync.delete();
    else this.sync.save({ summary: summarize(content), content: JSON.parse(draft) as Draft["content"] });
  }

  private serialize({ values, contactDialogValues }: DraftContent): string {
    const { etag, values: baseValues, idempotencyKey } = this.state.base;
    const base = { etag, baseValues, idempotencyKey, ...getCurrentSchemaVersions() };
    const content: Draft["content"] = { values, contactDialogValues, ...base };
    return JSON.stringify(content);
  }
}

/** Of the fields that must be filled in, counts the empty ones. */
function summarize({ values }: DraftContent): Draft["summary"] {
  const errors = validateEntity(SCHEMA, validators.metadata, values);
  const names = new Set(errors.map(({ path: [name = ""] }) => name));
  return {
    title: getFieldText(SCHEMA, values, "title").slice(0, MAX_TITLE_LENGTH),
    missing: [...names].filter((name) => isEmptyValue(values[name])).length,
  };
}

const MAX_TITLE_LENGTH = 300;
