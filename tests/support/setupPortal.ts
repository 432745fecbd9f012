import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import * as react from "react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

// Only for what never appears: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 60_000 });

/**
 * React's development build takes a stack trace at each element it makes, up to so many a second: a sixth of all that
 * these tests take. It is told that there were so many.
 */
const INTERNALS = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
const internals = (react as unknown as Record<string, object>)[INTERNALS]!;
const isEnough = { configurable: true, get: () => Infinity, set: () => undefined };
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", isEnough);

/** jsdom lays nothing out, so no size ever changes. */
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

/** jsdom's files can only be read whole. */
Blob.prototype.stream ??= function (this: Blob) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()));
      controller.close();
    },
  });
};

/** What queries and tests ask of a style: what hides or passes clicks on, and what they measure. */
const ASKED = "display|visibility|opacity|pointer-events|height|overflow-wrap|-webkit-line-clamp";
const UNASKED = new RegExp(`(?<=[{;])(?!(${ASKED}):)[\\w-]+:("[^"]*"|[^;{}"])*;`, "g");

/**
 * Looking for a role asks for the style of element after element, and jsdom reads every declaration for each anew: the
 * rules that emotion writes come without those that nobody asks for.
 */
HTMLStyleElement.prototype.appendChild = function <Text extends Node>(text: Text): Text {
  const rule = text.textContent!.replace(UNASKED, "");
  text.textContent = rule.includes(";") ? rule : "";
  return Node.prototype.appendChild.call(this, text) as Text;
};

/** Selectors of declarations that nobody asks for: in jsdom's own sheet of any element, in MUI's of any input. */
const UNASKED_OF = /\[dir\b|:(visited|link|focus-visible|autofill)\b|^:is\(dir\b|^\[hidden=until|::[\w-]+$/;

/** Slow to compare, and jsdom compares each anew for every element whose style is asked for. */
const { check } = selectors();
selectors().check = (selector, element) =>
  UNASKED_OF.test(selector) ? { match: false } : check(selector, element);

interface Selectors {
  check(selector: string, element: object): { match: boolean };
}

function selectors(): Selectors {
  const behind = Object.getOwnPropertySymbols(document).find(({ description }) => description === "impl")!;
  return (document as unknown as Record<symbol, { _getDOMSelector(): Selectors }>)[behind]!._getDOMSelector();
}

/** Each MUI input asks the document for styles that a server has rendered, and jsdom searches every element for them. */
const { querySelector } = Document.prototype;
Document.prototype.querySelector = function (this: Document, selector: string): Element | null {
  return selector.startsWith("style[data-emotion=") ? null : querySelector.call(this, selector);
};

/** For each element whose name is asked for, jsdom looks through the whole page once for every label on it. */
for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, "labels", {
    configurable: true,
    get(this: HTMLElement) {
      const around = this.closest("label:not([for])");
      const named =
        this.id === "" ? [] : this.ownerDocument.querySelectorAll(`label[for="${CSS.escape(this.id)}"]`);
      return [...named, ...(around ? [around] : [])];
    },
  });

/** A page that complains in the console is broken, whatever it shows: React's act warnings are among those complaints. */
const complaints: unknown[][] = [];
const complain = (...words: unknown[]) => void complaints.push(words);

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, "error").mockImplementation(complain);
  vi.spyOn(console, "warn").mockImplementation(complain);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});

// The files share a process, and with it React and MUI: the portal's own modules begin anew in each.
afterAll(() => {
  vi.resetModules();
});
