import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { writeModelZip } from "../../../scripts/dev/uploads/modelZip.ts";
import { readBufferedZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { createMemoryAccess } from "./createMemoryAccess.ts";
import { findContentOffset } from "./patchZip.ts";

const ROOT = "030000000001_Denton";

async function writeZip(isCompressed: boolean) {
  const folder = await mkdtemp(join(tmpdir(), "flood-load-zip-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "model.zip");
  const record = { rootFolder: ROOT, requiredFiles: { "GIS/": null } };
  const unpacked = await writeModelZip(path, record, { files: 6, bytes: 600_000, isCompressed });
  const zip = await readFile(path);
  const { entries, errors } = await readBufferedZipDirectory(createMemoryAccess(zip));
  expect(errors).toEqual([]);
  return { zip, unpacked, files: entries.filter(({ isDirectory }) => !isDirectory) };
}

it("writes a zip of the given size with every second file compressed and all files different", async () => {
  const { zip, unpacked, files } = await writeZip(true);
  expect(files.map(({ method }) => method)).toEqual([8, 0, 8, 0, 8, 0]);
  expect(unpacked).toBe(files.reduce((sum, { size }) => sum + size, 0));
  expect(zip.length).toBeGreaterThan(590_000);
  expect(zip.length).toBeLessThan(610_000);
  const contents = files.map(({ path, method, compressedSize, size, crc32: sum }) => {
    const start = findContentOffset(zip, path);
    const packed = zip.subarray(start, start + compressedSize);
    const content = method === 8 ? inflateRawSync(packed) : packed;
    expect([content.length, crc32(content)]).toEqual([size, sum]);
    return content.toString("latin1");
  });
  expect(new Set(contents).size).toBe(6);
  expect(contents[0]).toContain("\nUpper,");
});

it("writes a zip without compression by default", async () => {
  const { unpacked, files } = await writeZip(false);
  expect(new Set(files.map(({ method }) => method))).toEqual(new Set([0]));
  expect(unpacked).toBe(600_000);
});
