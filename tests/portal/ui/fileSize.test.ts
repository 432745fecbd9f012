import { expect, it } from "vitest";
import { fileSize } from "../../../src/portal/ui/format.ts";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [9_940, "9.9 kB"],
  [9_990, "10 kB"],
  [18_400, "18 kB"],
  [200_000_000, "200.0 MB"],
  [12_340_000, "12.3 MB"],
  [15_000_000_000, "15.0 GB"],
  [999_960_000, "1.0 GB"],
  [999_999, "1.0 MB"],
])("says %i bytes as %s", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
