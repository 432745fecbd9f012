import type { Bag } from "../../contract/schema/fields.ts";
import { holdContacts } from "../form/contacts/contactTexts.ts";
import { draftLocks, draftStore, type Draft, type DraftContent } from "../providers/drafts.ts";
import { newKey } from "../providers/calls/newKey.ts";
import { changesOf, type OpenedRecord } from "./savedVersions.ts";

/** What a form holds now, as far as it is typed by its user. */
export type TypedContent = Pick<DraftContent, "values" | "contactTexts" | "halfTyped">;

/** True when a draft holds anything that is not saved. */
export const holdsWork = ({ values, contactTexts, halfTyped = {} }: TypedContent, saved: Bag): boolean =>
  holdContacts(contactTexts) ||
  Object.values(halfTyped).some((text) => text.trim() !== "") ||
  changesOf(saved, values).length > 0;

/** Short enough that little is lost when the browser dies, long enough not to write at every key. */
const PAUSE = 500;

/** The name under which a record's drafts are kept. */
export const formOf = ({ recordId }: Pick<OpenedRecord, "recordId">): string => recordId ?? "new";

/** The saved version a form stands on. */
export interface Ground extends OpenedRecord {
  /** The values that the form's own were typed over, where they are of another version. */
  typedOver?: Bag | undefined;
  /** Of the create that may have been sent. */
  idempotencyKey?: string | undefined;
}

interface Hearers {
  username: string;
  /** Asks the form what it holds; undefined once it is gone. */
  collect(): TypedContent | undefined;
  /** Hears whether the device keeps what is typed, and when it was kept; neither where there is nothing to keep. */
  onWritten(outcome: { isKept: boolean; at?: string }): void;
}

/** The draft of one opening of a form. It begins with the first change, and nobody else is offered it meanwhile. */
export class OwnDraft {
  private ground: Ground;
  private readonly hearers: Hearers;
  private own: { id: string; release: () => void } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private written: Draft | undefined;
  private last: TypedContent | undefined;
  private isOpen = true;
  private isAbandoned = false;

  constructor(ground: Ground, hearers: Hearers) {
    this.ground = ground;
    this.hearers = hearers;
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

  /** Keeps a change soon. Not put off by what is typed meanwhile: who never rests is kept all the same. */
  readonly soon = (): void => {
    this.timer ??= setTimeout(() => void this.write(), PAUSE);
  };

  /** Keeps what the form holds; true unless that failed. */
  readonly write = (): boolean => {
    this.stopWaiting();
    if (this.isAbandoned) return true;
    this.last = this.hearers.collect() ?? this.last;
    if (!this.last) return true;
    if (holdsWork(this.last, this.ground.values) || this.ground.idempotencyKey !== undefined)
      return this.keep(this.last, new Date().toISOString());
    this.forget();
    return true;
  };

  /** A draft of an earlier visit is this form's own now; true where the device keeps it so. */
  adopt({ values, contactTexts, halfTyped, keptAt }: Draft): boolean {
    return this.keep({ values, contactTexts, halfTyped }, keptAt);
  }

  /** Only what goes beyond this version is kept from now on, and for its record. */
  moveTo(next: Ground): void {
    if (this.own && formOf(next) !== formOf(this.ground)) this.discard(this.own.id);
    this.ground = next;
  }

  /** What the form holds is not wanted: nothing of it is kept when the form goes, either. */
  abandon(): void {
    this.forget();
    this.isAbandoned = true;
  }

  private forget(): void {
    const id = this.own?.id;
    this.end();
    if (id) this.discard(id);
    if (this.isOpen) this.hearers.onWritten({ isKept: true });
  }

  /** The draft is this form's no more; a later change begins another. */
  handOver(): Draft | undefined {
    this.write();
    return this.end();
  }

  private keep(content: TypedContent, at: string): boolean {
    this.own ??= begin();
    const { id, release } = this.own;
    const { idempotencyKey, etag, values, typedOver } = this.ground;
    const isOfVersion = etag !== undefined || idempotencyKey !== undefined;
    const over = typedOver ?? (isOfVersion ? values : undefined);
    this.written = { ...content, id, keptAt: at, etag, typedOver: over, idempotencyKey };
    const isKept = draftStore.keep(this.hearers.username, formOf(this.ground), this.written);
    if (this.isOpen) this.hearers.onWritten(isKept ? { isKept, at } : { isKept });
    else release();
    return isKept;
  }

  private end(): Draft | undefined {
    this.stopWaiting();
    this.own?.release();
    this.own = undefined;
    const ended = this.written;
    this.written = undefined;
    return ended;
  }

  private discard(id: string): void {
    draftStore.discard(this.hearers.username, formOf(this.ground), id);
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

function begin() {
  const id = newKey();
  return { id, release: draftLocks.hold(id) };
}
