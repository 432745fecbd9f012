import { createRef } from "react";
import { changedFields, type ContestedField } from "../../contract/conflicts/mergeChanges.ts";
import { schemaOf, type JsonObject } from "../../contract/schema/fields.ts";
import { contactTexts } from "../form/contacts/contactTexts.ts";
import type { FormHandle } from "../form/formProps.ts";
import { newKey } from "../providers/calls/newKey.ts";
import {
  draftLocks,
  draftStore,
  NEW_RECORD,
  watchDraftsDue,
  type Draft,
  type TypedContent,
} from "../providers/drafts.ts";
import { session } from "../providers/session.ts";

/** What the user wants besides saving; the value of the button that says so. */
export type SaveIntent = "save" | "proceed";

/** A record in one of its versions. */
export interface RecordVersion {
  /** Undefined for a record that is still to be made. */
  recordId: string | undefined;
  values: JsonObject;
  etag: string | undefined;
}

/** The version that a form's values were typed over, and that its next save replaces. */
export interface Base extends RecordVersion {
  /** Of the create that may have been sent. */
  idempotencyKey?: string | undefined;
}

/** Somebody saved the record while the form was open. */
export interface SaveConflict {
  words: string;
  savedAt: string | undefined;
  /** Both sides changed these fields, and the user chooses. */
  contested: ContestedField[];
  /** What the form holds, once it was changed since. */
  now?: JsonObject;
  /** The version that was saved meanwhile, and is replaced by the next save. */
  theirs: Base;
}

/** Where a form stands between typing and saving. */
export type SaveState =
  | { is: "clean" }
  /** Something is typed; `isBehind`: since a save that has succeeded meanwhile. */
  | { is: "dirty"; isBehind?: boolean }
  | { is: "saving" }
  | { is: "conflicted"; conflict: SaveConflict }
  | { is: "failed"; error: Error };

/** What the page shows of the work on a record. */
export interface Work {
  state: SaveState;
  base: Base;
  /** The record as it was opened or saved last: a draft that holds no more is none. */
  saved: RecordVersion;
  intent: SaveIntent;
  /** Whether the device keeps what is typed, and since when it is kept. */
  kept: { isKept: boolean; at?: string | undefined };
  /** Whether a value is still on its way into the form. */
  isBusy: boolean;
  /** What the form begins with. */
  start: ReturnType<typeof startOf>;
  /** What became of an offered draft, or of what was discarded. */
  outcome?: Outcome | undefined;
}

/** What became of typed work that the user decided about. */
export interface Outcome {
  of: string;
  words: string;
  undo?: () => void;
}

const SCHEMA = schemaOf("metadata");

/** The fields that two versions of a record's metadata hold differently. */
export const changesOf = (before: JsonObject, after: JsonObject): string[] =>
  changedFields(SCHEMA, before, after);

/** True when a draft holds anything that is not saved. */
export const holdsWork = (
  { values, contactTexts: texts, halfTyped }: TypedContent,
  saved: JsonObject,
): boolean =>
  Object.keys(texts ?? {}).length > 0 ||
  Object.values(halfTyped ?? {}).some((text) => text.trim() !== "") ||
  changesOf(saved, values).length > 0;

/** The name under which a record's drafts are kept. */
export const formOf = ({ recordId }: Pick<RecordVersion, "recordId">): string => recordId ?? NEW_RECORD;

/** Short enough that little is lost when the browser dies, long enough not to write at every key. */
const PAUSE = 500;

/** The work on one record, from opening its form to leaving it, and beyond where a save is on its way then. */
export class RecordWork {
  /** False once the page is gone. */
  isOpen = true;
  readonly form = createRef<FormHandle>();
  private readonly username = session.current()?.username ?? "";
  /** Under which its draft is kept, and who it is held for: nobody else is offered it. */
  private id = newKey();
  private release: () => void = () => undefined;
  private now: Work;
  private hear: () => void = () => undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the form held when it was kept last. */
  private last: TypedContent | undefined;

  constructor(opened: RecordVersion) {
    this.now = {
      state: { is: "clean" },
      base: opened,
      saved: opened,
      intent: "save",
      kept: { isKept: true },
      isBusy: false,
      start: startOf(opened, 0, this.soon),
    };
  }

  readonly get = (): Work => this.now;

  readonly subscribe = (hear: () => void): (() => void) => {
    this.hear = hear;
    return () => (this.hear = () => undefined);
  };

  readonly set = (change: Partial<Work>): void => {
    this.now = { ...this.now, ...change };
    this.hear();
  };

  /** The form is there, until the answer is called: that answers whether anything is left of it, and kept. */
  readonly open = (): (() => boolean) => {
    this.isOpen = true;
    this.release = draftLocks.hold(this.id);
    const stopWatching = watchDraftsDue(this.write);
    return () => {
      stopWatching();
      this.write();
      this.isOpen = false;
      this.release();
      return this.now.kept.at !== undefined;
    };
  };

  readonly onChange = (values: JsonObject): void => {
    const { state } = this.now;
    const { conflict } = state.is === "conflicted" ? state : {};
    if (conflict) this.set({ state: { is: "conflicted", conflict: { ...conflict, now: values } } });
    this.onInput();
  };

  /** Anything was typed or chosen. */
  readonly onInput = (): void => {
    this.soon();
    if (this.now.state.is === "clean") this.set({ state: { is: "dirty" } });
  };

  /** What the form holds; once it is gone, what it left. */
  collect(): TypedContent | undefined {
    const { values, entries: halfTyped } = this.form.current?.collect() ?? {};
    const typed = values ? { values, halfTyped } : this.last;
    return typed && { ...typed, contactTexts: this.now.start.contactTexts.all() };
  }

  /** Puts values in place of those of some fields; once the form is gone, into what it left. */
  readonly put = async (values: JsonObject): Promise<void> => {
    if (this.form.current) return this.form.current.put(values);
    if (this.last) this.last = { ...this.last, values: { ...this.last.values, ...values } };
  };

  /** Keeps what the form holds; true unless that failed. */
  readonly write = (): boolean => {
    const typed = this.collect();
    if (typed) this.keep(typed);
    return this.now.kept.isKept;
  };

  /** From now on the values are typed over this version, and their draft is one of its record. */
  moveTo(base: Base, change: Partial<Work>, typed = this.collect(), keptAt?: string): void {
    if (formOf(base) !== formOf(this.now.base)) this.discard();
    this.set({ ...change, base });
    if (typed) this.keep(typed, keptAt);
  }

  /** The form begins anew with a draft of an earlier visit, which is its own from now on. */
  adopt(draft: Draft): void {
    const { saved } = this.now;
    const { etag = saved.etag, typedOver: values = saved.values, idempotencyKey } = draft;
    const base = { recordId: saved.recordId, etag, values, idempotencyKey };
    this.begin(base, draft, { state: { is: "dirty" } }, draft.keptAt);
  }

  /** The form begins anew with another saved version; the answer puts back what it held. */
  startOver(saved: RecordVersion): () => void {
    const before = this.now;
    const typed = this.collect() ?? before.saved;
    this.begin(saved, saved, { saved, state: { is: "clean" }, isBusy: false });
    return () => this.begin(before.base, typed, { saved: before.saved, state: { is: "dirty" } });
  }

  /** What is typed is this form's no more; answers the id of its draft. A later change begins another. */
  putAside(): string {
    const { id } = this;
    this.write();
    this.release();
    this.id = newKey();
    this.release = draftLocks.hold(this.id);
    return id;
  }

  private begin(base: Base, typed: TypedContent, change: Partial<Work>, keptAt?: string): void {
    const start = startOf(typed, this.now.start.generation + 1, this.soon);
    this.moveTo(base, { ...change, start }, typed, keptAt);
  }

  /** Keeps a change soon. Not put off by what is typed meanwhile: who never rests is kept all the same. */
  private readonly soon = (): void => {
    this.timer ??= setTimeout(this.write, PAUSE);
  };

  private keep(typed: TypedContent, keptAt = new Date().toISOString()): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = typed;
    const { base, saved } = this.now;
    const { etag, values: typedOver, idempotencyKey } = base;
    if (idempotencyKey === undefined && !holdsWork(typed, saved.values)) {
      this.discard();
      return this.set({ kept: { isKept: true } });
    }
    const draft = { ...typed, id: this.id, keptAt, etag, typedOver, idempotencyKey };
    const isKept = draftStore.keep(this.username, formOf(base), draft);
    this.set({ kept: { isKept, at: isKept ? keptAt : undefined } });
  }

  private discard(): void {
    draftStore.discard(this.username, formOf(this.now.base), this.id);
  }
}

const startOf = (typed: TypedContent, generation: number, onContactText: () => void) => ({
  initial: typed.values,
  entries: typed.halfTyped ?? {},
  contactTexts: contactTexts(typed.contactTexts, onContactText),
  generation,
});
