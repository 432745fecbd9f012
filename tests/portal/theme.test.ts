import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("colors are defined only in palette.ts and theme.ts", () => {
  const color = /(?<!&)#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i;
  const files = readdirSync("src/portal", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && color.test(readFileSync(`src/portal/${file}`, "utf8")),
  );
  expect(files.toSorted()).toEqual(["palette.ts", "theme.ts"]);
});
