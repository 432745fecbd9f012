import { describe, expect, it } from "vitest";
import { InvalidZipError, readZipEntry, listZipFiles } from "../../src/portal/zipFile.ts";
import { aZip } from "../support/aZip.ts";

const LONG = "0123456789".repeat(50_000);
const entries = [
  { path: "Pecan/", content: null },
  { path: "Pecan/a.g01", content: LONG },
  { path: "Pecan/empty.txt", content: "" },
];
const blob = async (options = {}) => new Blob([new Uint8Array(await aZip(entries, options))]);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe.each([
  ["a zip", {}],
  ["a ZIP64 zip", { zip64: true }],
])("%s", (_, options) => {
  it("lists its files and reads a file up to a given length", async () => {
    const zip = await blob(options);
    const files = await listZipFiles(zip);
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ["Pecan/a.g01", LONG.length],
      ["Pecan/empty.txt", 0],
    ]);
    expect(Math.abs(files[0]!.lastModDate.getTime() - Date.UTC(2026, 0, 2, 12))).toBeLessThan(86_400_000);
    expect(text(await readZipEntry(files[0]!, 15))).toBe("012345678901234");
    expect(text(await readZipEntry(files[0]!, LONG.length))).toBe(LONG);
    expect(text(await readZipEntry(files[1]!, 10))).toBe("");
  });

  it("rejects a truncated or damaged zip and a file that is not a zip", async () => {
    const zip = await blob(options);
    await expect(listZipFiles(zip.slice(0, zip.size - 30))).rejects.toThrow(new InvalidZipError("damaged"));
    await expect(listZipFiles(new Blob([zip.slice(0, 10), zip.slice(40)]))).rejects.toThrow(
      new InvalidZipError("damaged"),
    );
    await expect(listZipFiles(new Blob(["words"]))).rejects.toThrow(new InvalidZipError("not a zip"));
  });
});
