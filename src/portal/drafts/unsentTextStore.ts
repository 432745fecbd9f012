import type { JsonObject } from "../../contract/json.ts";
import type { DraftCalls } from "../providers/calls/draftCalls.ts";
import { buildTextsKey, type Draft } from "../providers/draft.ts";
import { DraftSync, type DraftStatus } from "./draftSync.ts";
import { onFlushDrafts } from "./flushDrafts.ts";

/** By the name of the input. An empty text is left out. */
type Texts = Record<string, string>;

/** What another window has typed in an input in which this window keeps its own text. */
export interface OtherText {
  text: string;
  savedAt: string;
}

interface UnsentTextState {
  texts: Texts;
  /** For each input, how often another window's text has replaced the text in this window. */
  takeoverCounts: Record<string, number>;
  otherTexts: Record<string, OtherText | undefined>;
  status: DraftStatus;
}

export type TextChange = string | ((now: string) => string);

/** What a user typed for one record and did not send. All of it is one draft. */
export class UnsentTextStore {
  private state: UnsentTextState = {
    texts: {},
    takeoverCounts: {},
    otherTexts: {},
    status: { isSaved: true },
  };
  private readonly listeners = new Set<() => void>();
  private readonly sync: DraftSync;

  constructor(
    recordId: string,
    calls: DraftCalls,
    /** False if the services lack the calls. */
    private readonly canSend: boolean,
  ) {
    this.sync = new DraftSync({
      ...{ calls, canSend, recordId, key: buildTextsKey(recordId) },
      onStatus: (status) => this.update({ status }),
      onOtherWindow: this.mergeOtherWindow,
    });
  }

  readonly getState = (): UnsentTextState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Returns the unmount function. */
  mount(): () => void {
    this.sync.start();
    this.sync.open();
    const removeFlushListener = onFlushDrafts(async (isLeaving) => {
      await this.sync.flush(isLeaving);
      return this.state.status.isSaved;
    });
    const pull = () => void this.sync.pull();
    window.addEventListener("focus", pull);
    return () => {
      removeFlushListener();
      window.removeEventListener("focus", pull);
      void this.sync.flush();
    };
  }

  hasText(): boolean {
    return Object.keys(this.state.texts).length > 0;
  }

  setText(name: string, change: TextChange): void {
    const now = this.state.texts[name] ?? "";
    const text = typeof change === "string" ? change : change(now);
    if (text === now) return;
    this.update({ texts: withText(this.state.texts, name, text) });
    this.save();
    if (text === "") void this.sync.flush();
  }

  takeOtherText(name: string): void {
    const { text = "" } = this.state.otherTexts[name] ?? {};
    this.countTakeover(name);
    this.setText(name, text);
    this.dismissOtherText(name);
  }

  dismissOtherText(name: string): void {
    this.update({ otherTexts: { ...this.state.otherTexts, [name]: undefined } });
  }

  private update(change: Partial<UnsentTextState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** The services keep a draft without text, so that an older copy of another window brings no sent text back. */
  private save(): void {
    const { texts } = this.state;
    const summary = { title: "", missing: 0, unsentTexts: Object.keys(texts).length };
    if (this.hasText() || this.canSend) this.sync.save({ summary, content: { values: texts } });
    else this.sync.delete();
  }

  /** Texts that only the other window changed replace the ones in this window. */
  private readonly mergeOtherWindow = (
    { content, savedAt }: Draft,
    exchangedValues: JsonObject | undefined,
  ): void => {
    const [theirs, base] = [toTexts(content.values), toTexts(exchangedValues)];
    for (const name of new Set([...Object.keys(this.state.texts), ...Object.keys(theirs)])) {
      const [mine = "", other = "", before = ""] = [this.state.texts[name], theirs[name], base[name]];
      if (mine === other || other === before) continue;
      if (mine === before) {
        this.countTakeover(name);
        this.update({ texts: withText(this.state.texts, name, other) });
      } else if (other !== "")
        this.update({ otherTexts: { ...this.state.otherTexts, [name]: { text: other, savedAt } } });
    }
    if (!isSameTexts(this.state.texts, theirs)) this.save();
  };

  private countTakeover(name: string): void {
    const { takeoverCounts } = this.state;
    this.update({ takeoverCounts: { ...takeoverCounts, [name]: (takeoverCounts[name] ?? 0) + 1 } });
  }
}

const withText = (texts: Texts, name: string, text: string): Texts => toTexts({ ...texts, [name]: text });

/** Without values that are no texts, which only other programs store. */
const toTexts = (values: JsonObject = {}): Texts =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => {
      const [, text] = entry;
      return typeof text === "string" && text !== "";
    }),
  );

const isSameTexts = (one: Texts, other: Texts): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
