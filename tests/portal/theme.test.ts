import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStyleCache } from "../../src/portal/theme.ts";

describe("createStyleCache", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("starts a new style sheet after a pause", () => {
    const { sheet } = createStyleCache();
    // As in production: one sheet for all rules.
    sheet.isSpeedy = true;
    const rules = () => sheet.tags.map((tag) => [...tag.sheet!.cssRules].map((rule) => rule.cssText));
    sheet.insert(".page { color: red; }");
    sheet.insert(".card { color: blue; }");
    vi.advanceTimersByTime(250);
    sheet.insert("@media print { .toast { display: none; } }");
    sheet.insert(".toast { color: green; }");
    expect(rules().map((sheet) => sheet.length)).toEqual([2, 2]);
    sheet.flush();
  });
});

it("colors are defined only in palette.ts and theme.ts", () => {
  const color = /(?<!&)#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i;
  const files = readdirSync("src/portal", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && color.test(readFileSync(`src/portal/${file}`, "utf8")),
  );
  expect(files.toSorted()).toEqual(["palette.ts", "theme.ts"]);
});
