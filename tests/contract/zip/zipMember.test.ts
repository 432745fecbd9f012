import { expect, it } from "vitest";
import { readZipDirectory } from "../../../src/contract/zip/zipDirectory.ts";
import { readZipMember } from "../../../src/contract/zip/zipMember.ts";
import type { ZipSource } from "../../../src/contract/zip/zipSource.ts";
import { findContentOffset, findDirectoryHeader, patchZip } from "../../server/processing/patchZip.ts";
import { aZip } from "../../support/aZip.ts";

const PATH = "Pecan/a.g01";
const LONG = "0123456789".repeat(50_000);
const createZip = (options = {}) =>
  aZip(
    [
      { path: PATH, content: LONG },
      { path: "Pecan/empty.txt", content: "" },
    ],
    options,
  );
const toSource = (zip: Buffer): ZipSource => ({
  size: zip.length,
  readBytes: async (offset, length) => zip.subarray(offset, offset + length),
});

async function readMember(zip: Buffer, length?: number, path = PATH): Promise<string> {
  const { entries } = await readZipDirectory(toSource(zip));
  const entry = entries.find((one) => one.path === path)!;
  return new TextDecoder().decode(await readZipMember(toSource(zip), entry, length));
}

it.each([
  ["a zip", {}],
  ["a ZIP64 zip", { zip64: true }],
])("reads members of %s as a whole and up to a given length", async (_, options) => {
  const zip = await createZip(options);
  expect(await readMember(zip)).toBe(LONG);
  expect(await readMember(zip, 15)).toBe("012345678901234");
  expect(await readMember(zip, 10, "Pecan/empty.txt")).toBe("");
});

it.each<[string, (zip: Buffer) => void, RegExp]>([
  ["another checksum", (zip) => zip.writeUInt32LE(1, findDirectoryHeader(zip, PATH) + 16), /checksum/],
  [
    "a smaller size",
    (zip) => zip.writeUInt32LE(9, findDirectoryHeader(zip, PATH) + 24),
    /is longer .*Finder/,
  ],
  [
    "a larger size",
    (zip) => zip.writeUInt32LE(2e6, findDirectoryHeader(zip, PATH) + 24),
    /is shorter|unpacked/,
  ],
  [
    "content that is no deflate",
    (zip) => zip.fill(255, findContentOffset(zip, PATH), findContentOffset(zip, PATH) + 50),
    /cannot be unpacked/,
  ],
])("names the damaged member with %s", async (_, change, sentence) => {
  const zip = patchZip(await createZip(), change);
  await expect(readMember(zip)).rejects.toThrow(sentence);
  await expect(readMember(zip)).rejects.toThrow(`"${PATH}"`);
});

it("passes on errors of the source", async () => {
  const zip = await createZip();
  const { entries } = await readZipDirectory(toSource(zip));
  let reads = 0;
  const readBytes = (offset: number, length: number) =>
    ++reads > 1 ? Promise.reject(new Error("locked")) : toSource(zip).readBytes(offset, length);
  await expect(readZipMember({ size: zip.length, readBytes }, entries[0]!)).rejects.toThrow("locked");
});
