import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import type { RandomAccess } from "../../../src/server/processing/randomAccess.ts";
import { readBufferedZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { buildZipLayout, type ZipLayout, type ZipMember } from "../../../src/contract/zip/zipLayout.ts";
import { streamZip } from "../../../src/server/processing/streamZip.ts";

/** 2 March 2026, 15:04:06. */
const DOS_TIME = (((46 << 9) | (3 << 5) | 2) << 16) + ((15 << 11) | (4 << 5) | 3);

interface Given extends ZipMember {
  content: Buffer;
}

const aMember = (path: string, text = ""): Given => {
  const content = Buffer.from(text);
  return { path, content, size: content.length, crc32: crc32(content), dosTime: DOS_TIME };
};

const read = (layout: ZipLayout<Given>, first = 0, last = layout.size - 1) =>
  buffer(
    streamZip(layout, { first, last }, async ({ content }, { offset, length }) =>
      Readable.from([content.subarray(offset, offset + length)]),
    ),
  );

/** Reads the parts of a zip that are asked for, with zeros for the contents of its files. */
const accessTo = (layout: ZipLayout<ZipMember>): RandomAccess => ({
  size: layout.size,
  read: async (offset, length) =>
    streamZip(layout, { first: offset, last: offset + length - 1 }, async (_, range) =>
      Readable.from([Buffer.alloc(range.length)]),
    ),
});

it("passes unzip's test, with folders, dates and non-ASCII names", async () => {
  const members = [
    aMember("Root/GIS/"),
    aMember("Root/plan.p01", "Plan"),
    aMember("Root/Füße.txt", "two"),
    aMember("Root/empty"),
  ];
  const folder = mkdtempSync(join(tmpdir(), "zip-layout-"));
  const file = join(folder, "model.zip");
  const layout = buildZipLayout(members);
  const bytes = await read(layout);
  expect(bytes.length).toBe(layout.size);
  writeFileSync(file, bytes);
  execFileSync("unzip", ["-tq", file]);
  const listed = execFileSync("unzip", ["-Z", "-T", file], { encoding: "utf8" });
  expect(listed.match(/20260302\.150406/g)).toHaveLength(4);
  rmSync(folder, { recursive: true });
});

it("returns any byte range without reading what precedes it", async () => {
  const layout = buildZipLayout([aMember("a", "first file"), aMember("b/"), aMember("c", "second file")]);
  const whole = await read(layout);
  for (let first = 0; first < layout.size; first += 7)
    for (const last of [first, first + 20, layout.size - 1])
      if (last < layout.size)
        expect((await read(layout, first, last)).equals(whole.subarray(first, last + 1))).toBe(true);
});

it("supports files over 4 GB and offsets over 4 GB", async () => {
  const large = { path: "large.dat", size: 6_000_000_000, crc32: 1, dosTime: DOS_TIME };
  const layout = buildZipLayout([large, { ...large, path: "small.dat", size: 10 }]);
  const { entries, errors } = await readBufferedZipDirectory(accessTo(layout));
  expect(errors).toEqual([]);
  expect(entries.map(({ path, size, offset }) => [path, size, offset > 6e9])).toEqual([
    ["large.dat", 6_000_000_000, false],
    ["small.dat", 10, true],
  ]);
});

it("supports more files than a zip without ZIP64", async () => {
  const members = Array.from({ length: 70_000 }, (_, index) => ({
    ...{ path: `f${index}`, size: 0, crc32: 0, dosTime: DOS_TIME },
  }));
  const { entries, errors } = await readBufferedZipDirectory(accessTo(buildZipLayout(members)));
  expect(errors).toEqual([]);
  expect(entries).toHaveLength(70_000);
});
