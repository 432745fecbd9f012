import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import type { DraftCalls } from "../../../src/portal/providers/calls/draftCalls.ts";
import { deviceDrafts } from "../../../src/portal/providers/deviceDrafts.ts";
import type { Draft } from "../../../src/portal/providers/draft.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { RecordFormStore } from "../../../src/portal/record-form/recordFormStore.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";

const RECORD_ID = "7";
const SAVED: JsonObject = { ...aMetadata() };
const MAX_LOSS_MS = 5000;
const { username } = anAccount();

/** The same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const toRow = ({ key, revision, windowId, savedAt, summary, content }: Draft): JsonObject => ({
  ...{ key, tdis_identifier: RECORD_ID, revision, window_id: windowId, saved_at: savedAt, summary, content },
});

/** What has the draft of one record. It answers late; a lost connection loses requests and responses. */
class Services {
  draft: Draft | undefined;
  readonly unreachable = new Set<Computer>();

  constructor(private readonly random: () => number) {}

  read = (): Draft | undefined => structuredClone(this.draft);

  createCalls(computer: Computer, isAlive: () => boolean): DraftCalls {
    const exchange = async <Answer>(answer: () => Answer): Promise<Answer> => {
      if (!isAlive()) return new Promise(() => undefined);
      await pause(this.random() * 400);
      this.requireConnection(computer);
      const answered = answer();
      await pause(this.random() * 400);
      if (!isAlive()) return new Promise(() => undefined);
      this.requireConnection(computer);
      return answered;
    };
    return {
      saveDraft: (draft: Draft) => exchange(() => this.save(computer, structuredClone(draft))),
      readStoredDraft: () => exchange(this.read),
      deleteDraft: () => exchange(() => (this.draft = undefined)),
    } as unknown as DraftCalls;
  }

  private requireConnection(computer: Computer): void {
    if (this.unreachable.has(computer)) throw new ApiError("", 0);
  }

  private save(computer: Computer, draft: Draft): Draft {
    const { draft: before } = this;
    if (before && before.revision !== draft.revision && before.windowId !== draft.windowId)
      throw new ApiError("Another window", 409, { current: toRow(before) });
    this.draft = { ...draft, revision: (before?.revision ?? draft.revision) + 1 };
    computer.others.forEach((other) => other.expectNoOlderText(before, this.draft!));
    return this.draft;
  }
}

/** A browser in which the vendor types one field of the record. */
class Computer {
  others: Computer[] = [];
  private store: RecordFormStore | undefined;
  private values: JsonObject = {};
  private readonly typed = [{ text: "", at: 0, isLost: false }];
  private connectedSince = 0;
  private readonly unmounts: (() => void)[] = [];
  /** Each computer has its own key, and so its own copies on the device. */
  private readonly key: string;

  constructor(
    readonly field: "modelName" | "modelPurpose",
    private readonly services: Services,
  ) {
    this.key = `${RECORD_ID}-${field}`;
    this.typed[0]!.text = String(SAVED[field]);
  }

  open(): void {
    const versions = { stored: this.services.read(), copies: deviceDrafts.list(username, this.key) };
    const store: RecordFormStore = new RecordFormStore(
      { recordId: RECORD_ID, values: SAVED, etag: '"v1"' },
      {
        ...{ key: this.key, versions: structuredClone(versions), canSend: true },
        calls: this.services.createCalls(this, () => this.store === store),
      },
    );
    this.store = store;
    this.values = store.getState().start.initialValues;
    store.formRef.current = {
      snapshot: () => this.values,
      setValues: (changes) => (this.values = { ...this.values, ...changes }),
      hasPartialEntry: () => false,
    };
    this.unmounts.push(store.mount());
  }

  /** The browser ends: no timer and no event runs. */
  kill(): void {
    this.store!.formRef.current = null;
    this.store = undefined;
  }

  type(): void {
    const text = `text ${this.typed.length}`;
    this.typed.push({ text, at: Date.now(), isLost: false });
    this.values = { ...this.values, [this.field]: text };
    this.store!.onChange(this.values);
  }

  disconnect(): void {
    this.services.unreachable.add(this);
  }

  connect(): void {
    this.services.unreachable.delete(this);
    this.connectedSince = Date.now();
  }

  get isConnected(): boolean {
    return !this.services.unreachable.has(this);
  }

  /** After a kill, at most the last seconds before it are missing. */
  reopenAfterKill(): void {
    const killedAt = Date.now();
    this.kill();
    this.open();
    this.connectedSince = killedAt;
    for (const entry of this.typed.slice(this.findTyped(this.values) + 1)) {
      expect(entry.at, "is the time of a lost text").toBeGreaterThan(killedAt - MAX_LOSS_MS);
      entry.isLost = true;
    }
  }

  /** Another computer can continue with all but the last seconds. */
  expectServicesToFollow(): void {
    if (!this.isConnected || Date.now() - this.connectedSince < 2 * MAX_LOSS_MS) return;
    this.expectText(this.services.draft?.content.values ?? SAVED, MAX_LOSS_MS);
  }

  expectNoOlderText(before: Draft | undefined, after: Draft): void {
    const [earlier, later] = [before?.content.values ?? SAVED, after.content.values];
    expect(this.findTyped(later)).toBeGreaterThanOrEqual(this.findTyped(earlier));
  }

  /** The values have the last text that was not lost, or one typed in the last `toleranceMs`. */
  expectText(values: JsonObject, toleranceMs = 0): void {
    const missing = this.typed.slice(this.findTyped(values) + 1).filter(({ isLost }) => !isLost);
    expect(missing.filter(({ at }) => at < Date.now() - toleranceMs)).toEqual([]);
  }

  readForm = (): JsonObject => this.values;

  unmount(): void {
    this.unmounts.forEach((unmount) => unmount());
  }

  private findTyped(values: JsonObject): number {
    const index = this.typed.findIndex(({ text }) => text === values[this.field]);
    expect(index, `${this.field} has a typed text`).toBeGreaterThanOrEqual(0);
    return index;
  }
}

let computers: Computer[];

beforeEach(() => {
  vi.useFakeTimers();
  session.start(anAccount());
});
afterEach(() => {
  for (const computer of computers) computer.unmount();
  vi.useRealTimers();
  localStorage.clear();
});

function setUp(seed: number) {
  const random = createRandom(seed);
  const services = new Services(random);
  const [first, second] = [new Computer("modelName", services), new Computer("modelPurpose", services)];
  computers = [first, second];
  first.others = [second];
  second.others = [first];
  return { random, services, first, second };
}

/** Both computers are connected and wait. */
async function settle(): Promise<void> {
  for (const computer of computers) computer.connect();
  await advance(30_000);
  window.dispatchEvent(new Event("focus"));
  await advance(10_000);
}

function expectSameTextEverywhere(services: Services): void {
  for (const { field } of computers) {
    const texts = [services.draft!.content.values, ...computers.map(({ readForm }) => readForm())].map(
      (values) => values[field],
    );
    expect(new Set(texts).size).toBe(1);
  }
  for (const computer of computers) computer.expectText(services.draft!.content.values);
}

it.each([1, 2, 3, 4])(
  "kills, lost connections and two computers lose at most 5 seconds of typing, and no change of the other (seed %s)",
  async (seed) => {
    const { random, services } = setUp(seed);
    for (const computer of computers) computer.open();
    for (let step = 0; step < 150; step += 1) {
      const computer = computers[random() < 0.5 ? 0 : 1]!;
      const choice = random();
      if (choice < 0.06) {
        if (computer.isConnected) computer.reopenAfterKill();
      } else if (choice < 0.12) {
        if (computer.isConnected) computer.disconnect();
        else computer.connect();
      } else if (choice < 0.15) {
        // The server ends, and starts again.
        for (const each of computers) each.disconnect();
        await advance(random() * 4000);
        for (const each of computers) each.connect();
      } else if (choice < 0.18) window.dispatchEvent(new Event("focus"));
      else computer.type();
      await advance(random() * 900);
      for (const each of computers) each.expectServicesToFollow();
    }
    await settle();
    expectSameTextEverywhere(services);
  },
);

it("ten minutes of typing without a connection survive a kill, and are sent once the connection is back", async () => {
  const { services, first, second } = setUp(5);
  first.open();
  second.open();
  first.disconnect();
  for (let minute = 0; minute < 10; minute += 1) {
    second.type();
    for (let count = 0; count < 60; count += 1) {
      first.type();
      await advance(1000);
    }
  }
  first.kill();
  first.open();
  first.expectText(first.readForm());
  await settle();
  expectSameTextEverywhere(services);
});
