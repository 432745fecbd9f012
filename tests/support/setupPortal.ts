import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import * as react from "react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

// Only for what never appears: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 60_000 });

/**
 * React's development build takes a stack trace for each new element, up to a limit per second: 17 % of the CPU time of
 * these tests. This sets the count above the limit.
 */
const INTERNALS = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
const internals = (react as unknown as Record<string, object>)[INTERNALS]!;
const aboveLimit = { configurable: true, get: () => Infinity, set: () => undefined };
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", aboveLimit);

/** jsdom has no layout, so sizes never change. */
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

/** jsdom has no layout, so no element scrolls into view. */
Element.prototype.scrollIntoView ??= () => undefined;
globalThis.IntersectionObserver ??= class {
  observe(): void {}
  disconnect(): void {}
} as unknown as typeof IntersectionObserver;

/** jsdom has no Blob.stream. */
Blob.prototype.stream ??= function (this: Blob) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()));
      controller.close();
    },
  });
};

/** The CSS properties that queries and tests read. */
const READ_PROPERTIES = "display|visibility|opacity|pointer-events|height|overflow-wrap|-webkit-line-clamp";
const UNREAD_PROPERTIES = new RegExp(`(?<=[{;])(?!(${READ_PROPERTIES}):)[\\w-]+:("[^"]*"|[^;{}"])*;`, "g");

/**
 * A query by role reads the computed style of many elements, and jsdom evaluates every declaration for each of them. This
 * removes all other properties from the rules that Emotion writes.
 */
HTMLStyleElement.prototype.appendChild = function <Text extends Node>(text: Text): Text {
  const rule = text.textContent!.replace(UNREAD_PROPERTIES, "");
  text.textContent = rule.includes(";") ? rule : "";
  return Node.prototype.appendChild.call(this, text) as Text;
};

/** Selectors of jsdom's default style sheet and of MUI inputs whose properties no test reads. */
const UNREAD_SELECTOR =
  /\[dir\b|:(visited|link|focus-visible|autofill)\b|^:is\(dir\b|^\[hidden=until|::[\w-]+$/;

/** The functions replaced below. Each file runs this setup again in the window of the files before it. */
const originals = ((window as unknown as { originals?: Originals }).originals ??= {
  check: getSelectorEngine().check,
  querySelector: Document.prototype.querySelector,
});

/** jsdom matches these slow selectors again for every computed style. */
getSelectorEngine().check = (selector, element) =>
  UNREAD_SELECTOR.test(selector) ? { match: false } : originals.check(selector, element);

interface Originals extends Selectors {
  querySelector: (this: Document, selector: string) => Element | null;
}

interface Selectors {
  check(selector: string, element: object): { match: boolean };
}

function getSelectorEngine(): Selectors {
  const implSymbol = Object.getOwnPropertySymbols(document).find(
    ({ description }) => description === "impl",
  )!;
  return (document as unknown as Record<symbol, { _getDOMSelector(): Selectors }>)[
    implSymbol
  ]!._getDOMSelector();
}

/** Each MUI input searches the document for server-rendered styles: 14 % of the CPU time of form tests in jsdom. */
Document.prototype.querySelector = function (this: Document, selector: string): Element | null {
  return selector.startsWith("style[data-emotion=") ? null : originals.querySelector.call(this, selector);
};

/** jsdom searches the whole page for every label of every element. */
for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, "labels", {
    configurable: true,
    get(this: HTMLElement) {
      const enclosing = this.closest("label:not([for])");
      const named =
        this.id === "" ? [] : this.ownerDocument.querySelectorAll(`label[for="${CSS.escape(this.id)}"]`);
      return [...named, ...(enclosing ? [enclosing] : [])];
    },
  });

/** Console errors and warnings fail the test, among them React's act warnings. */
const consoleMessages: unknown[][] = [];
const recordMessage = (...words: unknown[]) => void consoleMessages.push(words);

beforeEach(() => {
  consoleMessages.length = 0;
  vi.spyOn(console, "error").mockImplementation(recordMessage);
  vi.spyOn(console, "warn").mockImplementation(recordMessage);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(consoleMessages).toEqual([]);
});

/** The events that modules of the portal listen to from their first import on. */
const MODULE_EVENTS = ["storage", "beforeunload", "pagehide", "visibilitychange"];
const undo: (() => void)[] = [];
for (const target of [window, document]) {
  const { addEventListener } = target;
  target.addEventListener = (...listening: Parameters<Document["addEventListener"]>) => {
    addEventListener.apply(target, listening);
    if (MODULE_EVENTS.includes(listening[0])) undo.push(() => target.removeEventListener(...listening));
  };
  undo.push(() => (target.addEventListener = addEventListener));
}

// Files share a process and a window with React and MUI, but each file loads the portal's own modules again.
afterAll(() => {
  for (const step of undo) step();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  vi.resetModules();
});
