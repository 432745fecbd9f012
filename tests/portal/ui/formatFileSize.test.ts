import { expect, it } from "vitest";
import { formatFileSize, formatSizeOfTotal } from "../../../src/portal/ui/format.ts";

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
])("formatFileSize(%i) is %s", (bytes, expected) => {
  expect(formatFileSize(bytes)).toBe(expected);
});

it.each([
  [0, 340, "0 of 340 B"],
  [1_234_000_000, 3_400_000_000, "1.2 of 3.4 GB"],
  [940_000_000, 34_000_000_000, "0.9 of 34.0 GB"],
])("formatSizeOfTotal(%i, %i) is %s", (bytes, total, expected) => {
  expect(formatSizeOfTotal(bytes, total)).toBe(expected);
});
