import type { JsonObject } from "../../contract/json.ts";
import { parseNewerDraft, trackDraftSave, type DraftCalls } from "../providers/calls/draftCalls.ts";
import type { Draft, DraftBase, DraftSummary } from "../providers/draft.ts";
import { ApiError } from "../providers/calls/apiError.ts";
import { createIdempotencyKey } from "../providers/calls/createIdempotencyKey.ts";
import { deviceDrafts } from "../providers/deviceDrafts.ts";
import { session } from "../providers/session.ts";

export interface DraftStatus {
  /** False if neither the services nor this device could store the last change. */
  isSaved: boolean;
  /** Undefined without a draft. */
  savedAt?: string | undefined;
  isOnDevice?: boolean;
}

type DraftChange = Pick<Draft, "summary" | "content">;

interface DraftSyncOptions extends Pick<DraftSummary, "key" | "recordId"> {
  calls: DraftCalls;
  /** False if the services lack the calls. */
  canSend: boolean;
  /** The last revision that this form knows; 0 if there is none. */
  revision?: number | undefined;
  /** The draft's values at that revision. */
  exchangedValues?: JsonObject | undefined;
  typedUntil?: DraftBase["typedUntil"];
  onStatus: (status: DraftStatus) => void;
  /** Another window has saved the draft. Must merge it, and save the result if that differs from the other draft. */
  onOtherWindow: (other: Draft, exchangedValues: JsonObject | undefined) => void;
}

/** With the request's time, at most 5 seconds of typing are lost when the browser ends. */
const SEND_INTERVAL_MS = 2000;
const RETRY_INTERVAL_MS = 5000;

/**
 * Stores the draft of one form: on this device at once, and with the services every few seconds. The device's copy is
 * deleted when the services have confirmed it.
 */
export class DraftSync {
  private readonly username = session.getAccount()?.username ?? "";
  private readonly position: Pick<DraftSummary, "key" | "recordId" | "windowId">;
  private revision: number;
  private exchangedValues: JsonObject | undefined;
  private typedUntil: DraftBase["typedUntil"];
  /** Whether the services may have the draft, even if the response was lost. */
  private mayBeStored: boolean;
  private unsent: DraftChange | "deleted" | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private running: Promise<void> | undefined;

  constructor(private readonly options: DraftSyncOptions) {
    const { key, recordId, revision = 0, exchangedValues } = options;
    this.position = { key, recordId, windowId: createIdempotencyKey() };
    this.revision = revision;
    this.mayBeStored = revision > 0;
    this.exchangedValues = exchangedValues;
    this.typedUntil = options.typedUntil;
  }

  /** Takes over from an earlier form of this page with the same draft. */
  start(): void {
    const earlier = openSyncs.get(this.position.key);
    if (earlier !== this) earlier?.stop();
    openSyncs.set(this.position.key, this);
  }

  /** Reads the draft while the user can already type. Sends nothing before both are merged. */
  open(): void {
    this.running ??= this.mergeEarlier().finally(() => (this.running = undefined));
  }

  save({ summary, content }: DraftChange): void {
    if (this.isStopped || !this.isSignedIn()) return;
    const savedAt = new Date().toISOString();
    this.typedUntil = { ...this.typedUntil, [this.position.windowId]: savedAt };
    const change = { summary, content: { ...content, typedUntil: this.typedUntil } };
    const { position, revision, exchangedValues } = this;
    const isOnDevice = deviceDrafts.save(this.username, {
      ...position,
      ...change,
      ...{ revision, exchangedValues, savedAt },
    });
    if (!this.options.canSend)
      return this.options.onStatus({ isSaved: isOnDevice, isOnDevice, ...(isOnDevice && { savedAt }) });
    this.unsent = change;
    this.schedule(SEND_INTERVAL_MS);
  }

  delete(): void {
    if (this.isStopped) return;
    deviceDrafts.remove(this.username, this.position);
    this.unsent = this.mayBeStored ? "deleted" : undefined;
    this.options.onStatus({ isSaved: true });
    void this.flush();
  }

  /** Sends what was not sent yet. */
  async flush(isLeaving = false): Promise<void> {
    await this.running;
    if (this.unsent === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.send(isLeaving).finally(() => (this.running = undefined));
    await trackDraftSave(this.position.key, this.running);
  }

  /** Reads what another window has saved, such as when the user comes back to this one. */
  async pull(): Promise<void> {
    await this.running;
    if (!this.options.canSend || this.unsent !== undefined) return;
    const stored = await this.options.calls.readStoredDraft(this.position.key).catch(() => undefined);
    if (!stored || stored.revision === this.revision || this.isStopped || this.unsent !== undefined) return;
    this.takeOver(stored);
    if (this.unsent === undefined) this.confirm(stored.savedAt);
  }

  hasDeviceCopy(): boolean {
    return this.findDeviceCopy() !== undefined;
  }

  private findDeviceCopy() {
    const { key, windowId } = this.position;
    return deviceDrafts.find(this.username, key, windowId);
  }

  private isSignedIn(): boolean {
    return session.getAccount()?.username === this.username;
  }

  /** What was not sent stays on this device. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.unsent = undefined;
  }

  private schedule(delayMs: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, delayMs);
  }

  private async send(isLeaving: boolean): Promise<void> {
    while (this.unsent !== undefined && this.isSignedIn()) {
      const change = this.unsent;
      try {
        await this.exchange(change, isLeaving);
      } catch (error) {
        const newer = parseNewerDraft(error);
        if (!newer) return this.keepOnDevice(change, error);
        this.takeOver(newer);
        if (this.unsent === change) this.confirm(newer.savedAt);
      }
    }
  }

  private async exchange(change: DraftChange | "deleted", isLeaving: boolean): Promise<void> {
    const { calls } = this.options;
    const { position, revision } = this;
    const savedAt = new Date().toISOString();
    if (change === "deleted") {
      await calls.deleteDraft({ ...position, revision });
      if (this.unsent === change) this.unsent = undefined;
      return;
    }
    this.mayBeStored = true;
    const saved = await calls.saveDraft({ ...position, revision, savedAt, ...change }, isLeaving);
    // After a 401, react-admin resolves the call.
    if (!this.isSignedIn()) return;
    this.revision = saved.revision;
    this.exchangedValues = change.content.values;
    if (this.unsent === change) this.confirm(saved.savedAt);
  }

  private confirm(savedAt: string): void {
    this.unsent = undefined;
    deviceDrafts.remove(this.username, this.position);
    this.options.onStatus({ isSaved: true, savedAt });
  }

  private async mergeEarlier(): Promise<void> {
    const { calls, onOtherWindow } = this.options;
    const { key, windowId } = this.position;
    const { stored, copies } = await calls
      .openDraft(key)
      .catch(() => ({ stored: undefined, copies: deviceDrafts.list(this.username, key) }));
    const copiesOfOthers = copies.filter((copy) => copy.windowId !== windowId);
    const [lastCopy, ...otherCopies] = copiesOfOthers;
    const last = lastCopy ?? stored;
    if (!last || this.isStopped || !this.isSignedIn()) return;
    this.takeOver(last);
    if (!lastCopy) return this.unsent === undefined ? this.confirm(last.savedAt) : undefined;
    this.exchangedValues = lastCopy.exchangedValues;
    for (const copy of otherCopies) onOtherWindow(copy, copy.exchangedValues);
    if (this.unsent === undefined && !this.hasDeviceCopy()) this.save(lastCopy);
    if (this.hasDeviceCopy()) for (const copy of copiesOfOthers) deviceDrafts.remove(this.username, copy);
  }

  private takeOver(newer: Draft): void {
    const { exchangedValues } = this;
    this.revision = newer.revision;
    this.exchangedValues = newer.content.values;
    this.typedUntil = { ...this.typedUntil, ...newer.content.typedUntil };
    this.options.onOtherWindow(newer, exchangedValues);
  }

  private keepOnDevice(change: DraftChange | "deleted", error: unknown): void {
    if (isTemporary(error)) this.schedule(RETRY_INTERVAL_MS);
    if (change === "deleted") return;
    const copy = this.findDeviceCopy();
    this.options.onStatus({ isSaved: copy !== undefined, savedAt: copy?.savedAt, isOnDevice: true });
  }
}

/** The last opened form of each draft. */
const openSyncs = new Map<string, DraftSync>();

session.subscribe(() => {
  if (session.getAccount()) return;
  openSyncs.forEach((sync) => sync.stop());
  openSyncs.clear();
});

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
