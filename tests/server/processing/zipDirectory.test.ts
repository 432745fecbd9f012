import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ZipFile, type EndOptions } from "yazl";
import { readZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { aZip } from "../../support/aZip.ts";
import { createMemoryAccess } from "./createMemoryAccess.ts";
import { findDirectoryHeader, patchZip } from "./patchZip.ts";

const read = (bytes: Buffer) => readZipDirectory(createMemoryAccess(bytes));
const paths = async (bytes: Buffer) => (await read(bytes)).entries.map(({ path }) => path);
const texts = async (bytes: Buffer) => (await read(bytes)).errors.map(({ text }) => text);

const FLAGS = 8;
const METHOD = 10;

async function made(
  build: (zip: ZipFile) => void,
  options: EndOptions = { forceZip64Format: false, comment: "" },
) {
  const zip = new ZipFile();
  build(zip);
  zip.end(options);
  return buffer(zip.outputStream);
}

describe("readZipDirectory", () => {
  it("returns every entry in the zip's order", async () => {
    const bytes = await aZip([
      { path: "b/", content: null },
      { path: "b/x.txt", content: "x".repeat(5000) },
      { path: "b/link", content: "x.txt", mode: 0o120777 },
    ]);
    const { entries, errors } = await read(bytes);
    expect(errors).toEqual([]);
    expect(entries).toMatchObject([
      { path: "b/", isDirectory: true, size: 0 },
      { path: "b/x.txt", isDirectory: false, size: 5000 },
      { path: "b/link", isDirectory: false, mode: 0o120777 },
    ]);
    expect(entries[1]!.compressedSize).toBeLessThan(100);
  });

  it("keeps hostile names unchanged", async () => {
    const names = ["../evil", "/etc/passwd", "a\\b", "C:/x"];
    expect(await paths(await aZip(names.map((path) => ({ path, content: "" }))))).toEqual(names);
  });

  it("reads a list of 5,000 entries with at most four range requests", async () => {
    const names = Array.from(
      { length: 5000 },
      (_, index) => `root/Model_Files/${"long".repeat(40)}/${index}.txt`,
    );
    const bytes = await made((zip) => names.forEach((name) => zip.addBuffer(Buffer.from(name), name)));
    const access = createMemoryAccess(bytes);
    expect((await readZipDirectory(access)).entries.map(({ path }) => path)).toEqual(names);
    expect(access.requests.length).toBeLessThanOrEqual(4);
  });

  it("reads a small zip with one range request", async () => {
    const access = createMemoryAccess(await aZip([{ path: "a", content: "a" }]));
    await readZipDirectory(access);
    expect(access.requests).toHaveLength(1);
  });

  it("reads a directory in ZIP64 format", async () => {
    const bytes = await made(
      (zip) => zip.addBuffer(Buffer.from("hello"), "a.txt", { forceZip64Format: true }),
      {
        forceZip64Format: true,
        comment: "",
      },
    );
    expect(bytes.includes(Buffer.from("504b0606", "hex"))).toBe(true);
    expect(await read(bytes)).toMatchObject({ entries: [{ path: "a.txt", size: 5 }], errors: [] });
  });

  it("reads names in declared UTF-8, undeclared UTF-8 and code page 437", async () => {
    const utf8 = await aZip([{ path: "R\u00edo.txt", content: "a" }]);
    const flags = findDirectoryHeader(utf8, "R\u00edo.txt") + FLAGS;
    const undeclaredUtf8 = patchZip(utf8, (copy) =>
      copy.writeUInt16LE(copy.readUInt16LE(flags) & ~0x800, flags),
    );
    const codePage = patchZip(undeclaredUtf8, (copy) =>
      copy.write("81e1", findDirectoryHeader(utf8, "R\u00edo.txt") + 46 + 1, "hex"),
    );
    expect(await paths(utf8)).toEqual(["R\u00edo.txt"]);
    expect(await paths(undeclaredUtf8)).toEqual(["R\u00edo.txt"]);
    expect(await paths(codePage)).toEqual(["R\u00fc\u00dfo.txt"]);
  });

  it("normalizes accents to NFC", async () => {
    expect(await paths(await aZip([{ path: "Ri\u0301o", content: "a" }]))).toEqual(["R\u00edo"]);
  });

  it("throws temporary store errors", async () => {
    const whole = createMemoryAccess(await aZip([{ path: "a", content: "a" }]));
    let calls = 0;
    const read = (offset: number, length: number) =>
      calls++ === 0 ? Promise.reject(new Error("store is away")) : whole.read(offset, length);
    await expect(readZipDirectory({ size: whole.size, read })).rejects.toThrow("store is away");
  });
});

describe("errors of a zip", () => {
  const aGoodZip = () => aZip([1, 2, 3].map((index) => ({ path: `${index}.txt`, content: `text ${index}` })));

  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ["an empty file", () => Buffer.alloc(0), /is empty \(0 bytes\)/],
    ["a text file", () => Buffer.from("no zip at all"), /is not a zip\. .* renaming another file/],
    ["a long text file", () => Buffer.alloc(3_000_000, "text "), /is not a zip\. /],
    [
      "a 7-Zip archive",
      () => Buffer.from("377abcaf271c0004000000000000", "hex"),
      /is a 7-Zip archive, not a zip/,
    ],
    ["a RAR archive", () => Buffer.from("526172211a0701000000000000", "hex"), /is a RAR archive, not a zip/],
    ["a zip cut off", async () => (await aGoodZip()).subarray(0, -30), /is cut off/],
    [
      "a split zip",
      async () => patchZip(await aGoodZip(), (copy) => copy.writeUInt16LE(1, copy.length - 18)),
      /one part of a split zip/,
    ],
    [
      "a damaged list",
      async () => patchZip(await aGoodZip(), (copy) => copy.write("x", findDirectoryHeader(copy, "2.txt"))),
      /the list of what it holds cannot be read/,
    ],
    [
      "a list placed outside the zip",
      async () => patchZip(await aGoodZip(), (copy) => copy.writeUInt32LE(0xfffffff0, copy.length - 6)),
      /the list of what it holds cannot be read/,
    ],
    [
      "a zip that hides entries",
      async () => patchZip(await aGoodZip(), (copy) => copy.writeUInt16LE(2, copy.length - 12)),
      /holds more files than it lists/,
    ],
  ])("include a message for %s", async (_, bytes, sentence) => {
    expect(await texts(await bytes())).toEqual([expect.stringMatching(sentence)]);
  });

  it.each<[string, number, number, RegExp]>([
    ["an encrypted entry", FLAGS, 1, /"2\.txt" is protected by a password/],
    ["an entry with strong encryption", FLAGS, 0x41, /is encrypted as a whole/],
    ["an AES-encrypted entry", METHOD, 99, /"2\.txt" is protected by a password/],
    ["Deflate64", METHOD, 9, /"2\.txt" is compressed with Deflate64, as Windows Explorer does/],
    ["LZMA", METHOD, 14, /"2\.txt" is compressed with LZMA, which cannot be read here/],
    ["an unknown method", METHOD, 77, /"2\.txt" is compressed with method 77/],
  ])("include a message for %s", async (_, field, value, sentence) => {
    const good = await aGoodZip();
    const bytes = patchZip(good, (copy) =>
      copy.writeUInt16LE(value, findDirectoryHeader(copy, "2.txt") + field),
    );
    expect(await texts(bytes)).toEqual([expect.stringMatching(sentence)]);
  });

  it("include messages for overlapping entries and entries beyond the end", async () => {
    const good = await aGoodZip();
    const beyond = patchZip(good, (copy) =>
      copy.writeUInt32LE(1000, findDirectoryHeader(copy, "1.txt") + 20),
    );
    expect(await texts(beyond)).toEqual([
      expect.stringMatching(/"1\.txt" extends beyond the end of the zip/),
    ]);
    const sharing = patchZip(good, (copy) => {
      copy.writeUInt32LE(
        copy.readUInt32LE(findDirectoryHeader(copy, "1.txt") + 42),
        findDirectoryHeader(copy, "2.txt") + 42,
      );
    });
    expect(await texts(sharing)).toEqual([
      expect.stringMatching(/"2\.txt" and "1\.txt" share the same bytes/),
    ]);
  });

  it("are returned before too long a directory is read", async () => {
    const access = createMemoryAccess(await aGoodZip());
    const { entries, errors } = await readZipDirectory(access, { maxEntries: 2 });
    expect(entries).toEqual([]);
    expect(errors[0]?.text).toMatch(/more than 2 files and folders/);
  });
});
