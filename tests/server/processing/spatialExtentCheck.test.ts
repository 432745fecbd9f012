import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkGeodatabaseZip } from "../../../src/server/processing/spatialExtentCheck.ts";
import { aZip } from "../../support/aZip.ts";
import { inMemory } from "./inMemory.ts";
import { contentOf, patched } from "./patchZip.ts";

const files = ["gdb", "timestamps", "a00000001.gdbtable", "a00000001.gdbtablx"];

const zipOf = (...paths: string[]) =>
  aZip(paths.map((path) => ({ path, content: path.endsWith("/") ? null : "x" })));
const inside = (folder: string) => files.map((name) => folder + name);
const check = async (bytes: Buffer) => checkGeodatabaseZip(inMemory(bytes));

describe("checkGeodatabaseZip", () => {
  it("accepts a geodatabase written by a GIS", async () => {
    const path = fileURLToPath(new URL("../../fixtures/coverage.gdb.zip", import.meta.url));
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
      /holds no geodatabase: a folder with a name ending in \.gdb/,
    ],
    [
      "two geodatabases",
      () => zipOf(...inside("A.gdb/"), ...inside("B.gdb/")),
      /more than one geodatabase \("A\.gdb", "B\.gdb"\)/,
    ],
    ["a .gdb folder without tables", () => zipOf("A.gdb/gdb", "A.gdb/readme.txt"), /"A\.gdb" is incomplete/],
    ["an empty .gdb folder", () => zipOf("A.gdb/"), /"A\.gdb" is incomplete/],
    ["paths that leave the zip", () => zipOf(...inside("A.gdb/"), "../evil"), /points outside/],
    [
      "a damaged table",
      async () =>
        patched(await zipOf(...inside("A.gdb/")), (copy) =>
          copy.fill(0x55, contentOf(copy, "A.gdb/gdb"), contentOf(copy, "A.gdb/gdb") + 2),
        ),
      /The zip is damaged: "A\.gdb\/gdb"/,
    ],
  ])("refuses %s and says why", async (_, bytes, sentence) => {
    expect(await check(await bytes())).toMatch(sentence);
  });

  it("refuses more than 200 MB without reading it", async () => {
    const read = () => Promise.reject(new Error("read"));
    expect(await checkGeodatabaseZip({ size: 200 * 1024 * 1024 + 1, read })).toMatch(/larger than 200 MB/);
  });

  it("refuses a bomb before it unpacks anything", async () => {
    const good = await zipOf(...inside("A.gdb/"));
    const bomb = patched(good, (copy) => {
      const listing = copy.indexOf(Buffer.from("504b0102", "hex"));
      copy.writeUInt32LE(0xfffffff0, listing + 24);
      copy.writeUInt32LE(0xfffffff0, copy.indexOf(Buffer.from("504b0102", "hex"), listing + 4) + 24);
    });
    expect(await check(bomb)).toMatch(/unpacks to 8 GiB|more than 200 times/);
  });
});
