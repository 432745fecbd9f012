import { resolveConfig } from "vite";
import { expect, it } from "vitest";
import { Markdown } from "../../../src/portal/form/plainMarkdown.ts";

it("renders RJSF's own sentences without Markdown marks", () => {
  expect(Markdown({ children: "Unknown field type for field `a`: *no type*." })).toBe(
    "Unknown field type for field a: no type.",
  );
});

it("replaces the Markdown library in the built portal", async () => {
  const { resolve } = await resolveConfig({ logLevel: "silent" }, "build");
  const { replacement = "" } =
    resolve.alias.find(({ find }) => find instanceof RegExp && find.test("markdown-to-jsx/react")) ?? {};
  expect(replacement).toMatch(/plainMarkdown\.ts$/);
});
