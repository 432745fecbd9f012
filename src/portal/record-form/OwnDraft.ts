import type { Bag } from "../../contract/fields.ts";
import { draftLocks } from "../providers/draftLocks.ts";
import { draftStore, type Draft, type DraftContent } from "../providers/draftStore.ts";
import { newKey } from "../providers/newKey.ts";
import { holdsWork } from "./holdsWork.ts";
import type { DraftPlace } from "./useKeptDrafts.ts";

/** What a draft holds, whenever it is kept. */
export type OwnContent = Omit<DraftContent, "keptAt">;

export interface OwnDraftPlace extends DraftPlace {
  /** The version of the record the form was opened with. */
  etag?: string | undefined;
}

/** Short enough that little is lost when the browser dies, long enough not to write at every key. */
const PAUSE = 500;

/** The draft of one opening of a form. It begins with the first change, and nobody else is offered it meanwhile. */
export class OwnDraft {
  private readonly username: string;
  private readonly onWritten: (isKept: boolean) => void;
  private ground: { form: string; saved: Bag };
  private latest: OwnContent;
  private own: { id: string; release: () => void } | undefined;
  /** When the latest was kept, or was to be. */
  private keptAt = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOpen = true;

  /** @param onWritten hears whether the device keeps what is typed */
  constructor({ username, form, opened, etag }: OwnDraftPlace, onWritten: (isKept: boolean) => void) {
    this.username = username;
    this.onWritten = onWritten;
    this.ground = { form, saved: opened };
    this.latest = { values: opened, ...versionOf(opened, etag) };
  }

  /** What there is to keep now. */
  readonly content = (): OwnContent => this.latest;

  /** Keeps a change soon. Not put off by what is typed meanwhile: who never rests is kept all the same. */
  readonly change = (part: Partial<DraftContent>): void => {
    this.latest = { ...this.latest, ...part };
    this.timer ??= setTimeout(() => void this.write(), PAUSE);
  };

  /** Keeps what is due; true unless that failed. */
  readonly write = (keptAt = new Date().toISOString()): boolean => {
    if (this.timer === undefined) return true;
    this.stopWaiting();
    const { form, saved } = this.ground;
    if (!holdsWork(this.latest, saved) && this.latest.idempotencyKey === undefined) {
      this.forget();
      return true;
    }
    this.own ??= begin();
    const { id, release } = this.own;
    this.keptAt = keptAt;
    const isKept = draftStore.keep(this.username, form, { ...this.latest, keptAt, id });
    if (!this.isOpen) release();
    this.onWritten(isKept);
    return isKept;
  };

  /** The values are saved, as this version of a record: only what goes beyond them is kept, and for that record. */
  readonly settle = (saved: Bag, { form, etag }: { form: string; etag: string | undefined }): void => {
    if (this.own && form !== this.ground.form)
      draftStore.discard(this.username, this.ground.form, this.own.id);
    this.ground = { form, saved };
    this.change({ ...versionOf(saved, etag), idempotencyKey: undefined });
    this.write();
  };

  /** The draft is this form's no more, and is handed over, kept or not; a later change begins another. */
  readonly end = (settle: (ended: Draft) => void): void => {
    this.stopWaiting();
    const ended = this.own;
    this.own = undefined;
    ended?.release();
    if (ended) settle({ ...this.latest, id: ended.id, keptAt: this.keptAt });
  };

  /** What it holds is saved or not wanted. */
  readonly forget = (): void => this.end(({ id }) => draftStore.discard(this.username, this.ground.form, id));

  /** The form is there, until the answer is called; then what it left is offered to others. */
  readonly open = (): (() => void) => {
    this.isOpen = true;
    return () => {
      this.isOpen = false;
      this.write();
      this.own?.release();
    };
  };

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

const versionOf = (values: Bag, etag: string | undefined) => ({
  etag,
  typedOver: etag === undefined ? undefined : values,
});

function begin() {
  const id = newKey();
  return { id, release: draftLocks.hold(id) };
}
