import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkGeodatabaseZip } from "../../../../src/server/processing/coverage/spatialExtentCheck.ts";
import { aZip } from "../../../support/aZip.ts";
import { createMemoryAccess } from "../createMemoryAccess.ts";
import { findContentOffset, patchZip } from "../patchZip.ts";

const files = ["gdb", "timestamps", "a00000001.gdbtable", "a00000001.gdbtablx"];

/** The system's tables as a GIS wrote them; other files hold one letter. */
const contentFor = (path: string) => {
  const name = path.split("/").at(-1)!;
  return /^a0+1\.gdbtabl/.test(name) ? readFileSync(`tests/fixtures/coverage.gdb/${name}`) : "x";
};
const zipOf = (...paths: string[]) =>
  aZip(paths.map((path) => ({ path, content: path.endsWith("/") ? null : contentFor(path) })));
/** A geodatabase of which one file holds something else. */
const zipWith = (name: string, content: Buffer | string) =>
  aZip(
    [
      ...files.map((path) => ({ path, content: contentFor(path) })).filter(({ path }) => path !== name),
      { path: name, content },
    ].map((entry) => ({ ...entry, path: `A.gdb/${entry.path}` })),
  );
/** The start of a table with some of its numbers changed. */
const catalogueWith = (change: (table: Buffer) => void) => {
  const table = Buffer.from(contentFor("a00000001.gdbtable"));
  change(table);
  return table;
};
const inside = (folder: string) => files.map((name) => folder + name);
const check = async (bytes: Buffer) => checkGeodatabaseZip(createMemoryAccess(bytes));

describe("checkGeodatabaseZip", () => {
  it("accepts a geodatabase written by a GIS", async () => {
    const path = fileURLToPath(new URL("../../../fixtures/coverage.gdb.zip", import.meta.url));
    expect(await check(await readFile(path))).toBeUndefined();
  });

  it.each([
    ["one .gdb folder", ["Area.gdb/", ...inside("Area.gdb/")]],
    ["a .gdb folder inside another", inside("data/Area.GDB/")],
    ["its files at the top level", files],
    ["a .gdb folder and what macOS adds", [...inside("Area.gdb/"), "__MACOSX/Area.gdb/._gdb", ".DS_Store"]],
  ])("accepts %s", async (_, paths) => {
    expect(await check(await zipOf(...paths))).toBeUndefined();
  });

  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ["a renamed text file", () => Buffer.from("not a zip"), /is not a zip/],
    ["an empty file", () => Buffer.alloc(0), /is empty/],
    [
      "a zip of something else",
      () => zipOf("notes.txt"),
      /holds no geodatabase\. A geodatabase is a folder with a name ending in \.gdb/,
    ],
    [
      "two geodatabases",
      () => zipOf(...inside("A.gdb/"), ...inside("B.gdb/")),
      /more than one geodatabase \("A\.gdb", "B\.gdb"\)/,
    ],
    ["a .gdb folder without tables", () => zipOf("A.gdb/gdb", "A.gdb/readme.txt"), /"A\.gdb" is incomplete/],
    ["an empty .gdb folder", () => zipOf("A.gdb/"), /"A\.gdb" is incomplete/],
    ["paths that leave the zip", () => zipOf(...inside("A.gdb/"), "../evil"), /leads out of the folder/],
    [
      "a damaged table",
      async () =>
        patchZip(await zipOf(...inside("A.gdb/")), (copy) =>
          copy.fill(0x55, findContentOffset(copy, "A.gdb/gdb"), findContentOffset(copy, "A.gdb/gdb") + 2),
        ),
      /The zip is damaged: "A\.gdb\/gdb"/,
    ],
    [
      "empty tables",
      () => aZip(files.map((name) => ({ path: `A.gdb/${name}`, content: "" }))),
      /"A\.gdb\/a00000001\.gdbtable" is empty/,
    ],
    [
      "a table of letters",
      () => zipWith("a00000009.gdbtable", "only text, and more than a header would take up"),
      /"A\.gdb\/a00000009\.gdbtable" is not a geodatabase table/,
    ],
    [
      "a table of random bytes",
      () => zipWith("a00000001.gdbtable", Buffer.from(Array.from({ length: 870 }, (_, i) => (i * 73) % 251))),
      /"A\.gdb\/a00000001\.gdbtable" is not a geodatabase table/,
    ],
    [
      "a table cut off within its header",
      () => zipWith("a00000001.gdbtable", catalogueWith(() => undefined).subarray(0, 30)),
      /is not a geodatabase table/,
    ],
    [
      "a table that describes its fields beyond its end",
      () =>
        zipWith(
          "a00000001.gdbtable",
          catalogueWith((table) => table.writeBigUInt64LE(9_000n, 32)),
        ),
      /is not a geodatabase table/,
    ],
    [
      "a table of more rows than it has bytes",
      () =>
        zipWith(
          "a00000001.gdbtable",
          catalogueWith((table) => table.writeUInt32LE(9_000, 4)),
        ),
      /is not a geodatabase table/,
    ],
    [
      "a catalogue without rows",
      () =>
        zipWith(
          "a00000001.gdbtable",
          catalogueWith((table) => table.writeUInt32LE(0, 4)),
        ),
      /a00000001\.gdbtable" should list the tables of the geodatabase but lists none/,
    ],
    [
      "an index of letters",
      () => zipWith("a00000001.gdbtablx", "x".repeat(100)),
      /a00000001\.gdbtablx" is not the index of a geodatabase table/,
    ],
    [
      "a geodatabase without the index of its catalogue",
      () => zipOf("A.gdb/gdb", "A.gdb/a00000001.gdbtable"),
      /"A\.gdb" is incomplete: its file a00000001\.gdbtablx is missing/,
    ],
    [
      "a text file named .gdb",
      () => zipOf("Area.gdb"),
      /"Area\.gdb" in the zip is a file, but a geodatabase must be a folder/,
    ],
    ["a zip in a zip", () => zipOf("Area.gdb.zip"), /The zip holds another zip, "Area\.gdb\.zip"/],
  ])("refuses %s with the reason", async (_, bytes, sentence) => {
    expect(await check(await bytes())).toMatch(sentence);
  });

  it("accepts tables with unknown rows and with 64-bit row numbers", async () => {
    const table = catalogueWith((copy) => copy.fill(0x55, 200));
    expect(await check(await zipWith("a00000001.gdbtable", table))).toBeUndefined();
    const wide = catalogueWith((copy) => {
      copy.writeInt32LE(4, 0);
      copy.writeBigUInt64LE(9n, 16);
    });
    expect(await check(await zipWith("a00000001.gdbtable", wide))).toBeUndefined();
  });

  it("refuses more than 200 MB without reading it", async () => {
    const read = () => Promise.reject(new Error("read"));
    expect(await checkGeodatabaseZip({ size: 200 * 1024 * 1024 + 1, read })).toMatch(/larger than 200 MB/);
  });

  it("refuses a zip bomb before extracting anything", async () => {
    const good = await zipOf(...inside("A.gdb/"));
    const bomb = patchZip(good, (copy) => {
      const listing = copy.indexOf(Buffer.from("504b0102", "hex"));
      copy.writeUInt32LE(0xfffffff0, listing + 24);
      copy.writeUInt32LE(0xfffffff0, copy.indexOf(Buffer.from("504b0102", "hex"), listing + 4) + 24);
    });
    expect(await check(bomb)).toMatch(/unpacks to 8 GiB|more than 200 times/);
  });
});
