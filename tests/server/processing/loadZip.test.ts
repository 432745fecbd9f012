import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { writeModelZip } from "../../../scripts/dev/load/writeModelZip.ts";
import { readZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { inMemory } from "./inMemory.ts";
import { contentOf } from "./patchZip.ts";

const ROOT = "030000000001_Denton";

async function aLoad(deflated: boolean) {
  const folder = await mkdtemp(join(tmpdir(), "flood-load-zip-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "model.zip");
  const load = { root: ROOT, required: { "GIS/": null }, files: 6, bytes: 600_000, deflated };
  const unpacked = await writeModelZip(path, load);
  const zip = await readFile(path);
  const { entries, faults } = await readZipDirectory(inMemory(zip));
  expect(faults).toEqual([]);
  return { zip, unpacked, files: entries.filter(({ isDirectory }) => !isDirectory) };
}

it("half the files of a measured zip are deflated, each different and whole, and it is as long as asked for", async () => {
  const { zip, unpacked, files } = await aLoad(true);
  expect(files.map(({ method }) => method)).toEqual([8, 0, 8, 0, 8, 0]);
  expect(unpacked).toBe(files.reduce((sum, { size }) => sum + size, 0));
  expect(zip.length).toBeGreaterThan(590_000);
  expect(zip.length).toBeLessThan(610_000);
  const contents = files.map(({ path, method, compressedSize, size, crc32: sum }) => {
    const start = contentOf(zip, path);
    const packed = zip.subarray(start, start + compressedSize);
    const content = method === 8 ? inflateRawSync(packed) : packed;
    expect([content.length, crc32(content)]).toEqual([size, sum]);
    return content.toString("latin1");
  });
  expect(new Set(contents).size).toBe(6);
  expect(contents[0]).toContain("\nUpper,");
});

it("a measured zip is stored as it is where nothing else was asked for", async () => {
  const { unpacked, files } = await aLoad(false);
  expect(new Set(files.map(({ method }) => method))).toEqual(new Set([0]));
  expect(unpacked).toBe(600_000);
});
