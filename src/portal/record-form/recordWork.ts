import { createRef } from "react";
import type { ContestedField } from "../../contract/conflicts/mergeChanges.ts";
import type { Bag } from "../../contract/schema/fields.ts";
import { contactTexts, holdContacts } from "../form/contacts/contactTexts.ts";
import type { FormHandle } from "../form/formProps.ts";
import { newKey } from "../providers/calls/newKey.ts";
import { draftLocks, draftStore, NEW_RECORD, type Draft, type DraftContent } from "../providers/drafts.ts";
import { changesOf, type OpenedRecord, type SaveConflict } from "./savedVersions.ts";

/** What the user wants besides saving; the value of the button that says so. */
export type SaveIntent = "save" | "proceed";

/** Where a form stands between typing and saving. */
export type SaveState =
  | { is: "clean" }
  /** Something is typed; `isBehind`: since a save that has succeeded meanwhile. */
  | { is: "dirty"; isBehind?: boolean }
  | { is: "saving" }
  /** Both sides changed these fields, and the user chooses; `over`: the version that is replaced then. */
  | { is: "conflicted"; conflict: SaveConflict; contested: ContestedField[]; over: Ground }
  | { is: "failed"; error: Error };

/** The saved version a form stands on. */
export interface Ground extends OpenedRecord {
  /** The values that the form's own were typed over, where they are of another version. */
  typedOver?: Bag | undefined;
  /** Of the create that may have been sent. */
  idempotencyKey?: string | undefined;
}

/** What a form holds now, as far as it is typed by its user. */
export type TypedContent = Pick<DraftContent, "values" | "contactTexts" | "halfTyped">;

/** What the page shows of the work on a record. */
export interface Work {
  state: SaveState;
  /** The version that the next save is made over, and the draft is kept over. */
  ground: Ground;
  /** The record as it was opened or saved last. */
  saved: OpenedRecord;
  intent: SaveIntent;
  /** Whether the device keeps what is typed, and since when it is kept. */
  kept: { isKept: boolean; at?: string };
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

/** True when a draft holds anything that is not saved. */
export const holdsWork = (
  { values, contactTexts: texts, halfTyped = {} }: TypedContent,
  saved: Bag,
): boolean =>
  holdContacts(texts) ||
  Object.values(halfTyped).some((text) => text.trim() !== "") ||
  changesOf(saved, values).length > 0;

/** The name under which a record's drafts are kept. */
export const formOf = ({ recordId }: Pick<OpenedRecord, "recordId">): string => recordId ?? NEW_RECORD;

/** Short enough that little is lost when the browser dies, long enough not to write at every key. */
const PAUSE = 500;

/**
 * The work on one record, from opening its form to leaving it. Its draft begins with the first change, and nobody else
 * is offered it meanwhile.
 */
export class RecordWork {
  /** False once the page is gone; a save may still be on its way. */
  isOpen = true;
  readonly form = createRef<FormHandle>();
  private readonly username: string;
  private now: Work;
  private hear: () => void = () => undefined;
  private own: { id: string; release: () => void; draft?: Draft } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last: TypedContent | undefined;

  constructor(opened: OpenedRecord, username: string) {
    this.username = username;
    this.now = {
      state: { is: "clean" },
      ground: opened,
      saved: opened,
      intent: "save",
      kept: { isKept: true },
      isBusy: false,
      start: startOf({ values: opened.values }, 0, this.soon),
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

  /** Puts values in place of those of some fields; once the form is gone, into what it left. */
  readonly put = async (values: Bag): Promise<void> => {
    if (this.form.current) return this.form.current.put(values);
    if (this.last) this.last = { ...this.last, values: { ...this.last.values, ...values } };
  };

  /** What the form holds; once it is gone, what it left. */
  collect(): TypedContent | undefined {
    const { values, entries: halfTyped } = this.form.current?.collect() ?? {};
    const typed = values ? { values, halfTyped } : this.last;
    return typed && { ...typed, contactTexts: this.now.start.contactTexts.all() };
  }

  /**
   * The form is there, until the answer is called; then what it left is offered to others. That answers whether
   * anything was left, and kept.
   */
  readonly open = (): (() => boolean) => {
    this.isOpen = true;
    return () => {
      this.isOpen = false;
      const isKept = this.write();
      this.own?.release();
      return isKept && this.own !== undefined;
    };
  };

  /** Anything was typed or chosen. */
  readonly onInput = (): void => {
    this.soon();
    if (this.now.state.is === "clean") this.set({ state: { is: "dirty" } });
  };

  /** Keeps what the form holds; true unless that failed. */
  readonly write = (): boolean => {
    this.stopWaiting();
    this.last = this.collect();
    if (!this.last) return true;
    const { values, idempotencyKey } = this.now.ground;
    if (holdsWork(this.last, values) || idempotencyKey !== undefined) return this.keep(this.last);
    this.forget();
    return true;
  };

  /** Only what goes beyond this version is kept from now on, and for its record. */
  moveTo(ground: Ground, change: Partial<Work>): void {
    if (this.own && formOf(ground) !== formOf(this.now.ground)) this.discard(this.own.id);
    this.set({ ...change, ground });
  }

  /** The form begins anew with a draft of an earlier visit, which is its own now; true where the device keeps it so. */
  adopt({ values, contactTexts: texts, halfTyped, keptAt, ...draft }: Draft): boolean {
    const { typedOver = values, idempotencyKey, etag = this.now.saved.etag } = draft;
    const content = { values, contactTexts: texts, halfTyped };
    this.begin({ ...this.now.saved, typedOver, idempotencyKey, etag }, content, { state: { is: "dirty" } });
    return this.keep(content, keptAt);
  }

  /** The form begins anew with another saved version. What it held is kept no more; the answer puts it back. */
  startOver(version: OpenedRecord): () => void {
    const { ground, saved } = this.now;
    const content = this.collect() ?? { values: saved.values };
    this.forget();
    this.begin(version, version, { saved: version, state: { is: "clean" }, isBusy: false });
    return () => {
      this.begin(ground, content, { saved, state: { is: "dirty" } });
      this.keep(content);
    };
  }

  /** The draft is this form's no more; a later change begins another. */
  handOver(): Draft | undefined {
    this.write();
    const draft = this.own?.draft;
    this.end();
    return draft;
  }

  /** The form is drawn anew, on a version and with what it begins with. */
  private begin(ground: Ground, content: TypedContent, change: Partial<Work>): void {
    const start = startOf(content, this.now.start.generation + 1, this.soon);
    this.moveTo(ground, { ...change, start });
  }

  /** Keeps a change soon. Not put off by what is typed meanwhile: who never rests is kept all the same. */
  private readonly soon = (): void => {
    this.timer ??= setTimeout(() => void this.write(), PAUSE);
  };

  private keep(content: TypedContent, at = new Date().toISOString()): boolean {
    const { idempotencyKey, etag, values, typedOver } = this.now.ground;
    const isOfVersion = etag !== undefined || idempotencyKey !== undefined;
    const over = typedOver ?? (isOfVersion ? values : undefined);
    this.own ??= newDraft();
    const { id, release } = this.own;
    this.own.draft = { ...content, id, keptAt: at, etag, typedOver: over, idempotencyKey };
    const isKept = draftStore.keep(this.username, formOf(this.now.ground), this.own.draft);
    this.set({ kept: isKept ? { isKept, at } : { isKept } });
    if (!this.isOpen) release();
    return isKept;
  }

  private forget(): void {
    if (this.own) this.discard(this.own.id);
    this.end();
    this.set({ kept: { isKept: true } });
  }

  private end(): void {
    this.stopWaiting();
    this.own?.release();
    this.own = undefined;
  }

  private discard(id: string): void {
    draftStore.discard(this.username, formOf(this.now.ground), id);
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

function newDraft() {
  const id = newKey();
  return { id, release: draftLocks.hold(id) };
}

const startOf = (kept: TypedContent, generation: number, onContactText: () => void) => ({
  initial: kept.values,
  entries: kept.halfTyped ?? {},
  contactTexts: contactTexts(kept.contactTexts, onContactText),
  generation,
});
