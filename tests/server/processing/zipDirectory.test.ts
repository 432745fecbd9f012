import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ZipFile, type EndOptions } from "yazl";
import { readBufferedZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { readZipDirectory } from "../../../src/contract/zip/zipDirectory.ts";
import { aZip } from "../../support/aZip.ts";
import { createMemoryAccess } from "./createMemoryAccess.ts";
import { findDirectoryHeader, patchZip } from "./patchZip.ts";

const read = (bytes: Buffer) => readBufferedZipDirectory(createMemoryAccess(bytes));
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

describe("readBufferedZipDirectory", () => {
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
    expect((await readBufferedZipDirectory(access)).entries.map(({ path }) => path)).toEqual(names);
    expect(access.requests.length).toBeLessThanOrEqual(4);
  });

  it("reads a small zip with one range request", async () => {
    const access = createMemoryAccess(await aZip([{ path: "a", content: "a" }]));
    await readBufferedZipDirectory(access);
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

  it("reads names from the Unicode Path field only if it belongs to the name", async () => {
    const raw = Buffer.from("R\u0082o.txt", "latin1");
    const path = Buffer.from("R\u00edo.txt");
    const field = (sum: number) => {
      const header = Buffer.alloc(9);
      header.writeUInt16LE(0x7075, 0);
      header.writeUInt16LE(5 + path.length, 2);
      header.writeUInt8(1, 4);
      header.writeUInt32LE(sum, 5);
      return Buffer.concat([header, path]);
    };
    expect(await paths(createRawZip([{ name: raw, extra: field(crc32(raw)) }]))).toEqual(["R\u00edo.txt"]);
    expect(await paths(createRawZip([{ name: raw, extra: field(1) }]))).toEqual(["R\u00e9o.txt"]);
  });

  it.each([65_535, 65_536, 70_000])("reads a list of %i entries without ZIP64", async (count) => {
    const files = Array.from({ length: count }, (_, index) => ({ name: Buffer.from(`R/${index}`) }));
    const { entries, errors } = await read(createRawZip(files));
    expect(errors).toEqual([]);
    expect(entries).toHaveLength(count);
  });

  it.each([
    ["a line break after the end", (zip: Buffer) => Buffer.concat([zip, Buffer.from("\r\n")])],
    ["bytes before the start", (zip: Buffer) => Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), zip])],
  ])("accepts %s", async (_, change) => {
    for (const zip64 of [false, true]) {
      const zip = change(await aZip([{ path: "a.txt", content: "hello" }], { zip64 }));
      const { entries, errors } = await read(zip);
      expect([entries.map(({ path }) => path), errors]).toEqual([["a.txt"], []]);
      expect(zip.readUInt32LE(entries[0]!.offset)).toBe(0x04034b50);
    }
  });

  it("stops after a few end records in a forged comment", async () => {
    const zip = await aZip([{ path: "a.txt", content: "hello" }]);
    const forged = Buffer.alloc(60_000);
    for (let at = 0; at + 22 <= forged.length; at += 22) {
      forged.writeUInt32LE(0x06054b50, at);
      forged.writeUInt16LE(1, at + 10);
      forged.writeUInt32LE(at, at + 16);
    }
    const access = createMemoryAccess(Buffer.concat([zip, forged]));
    await readBufferedZipDirectory(access, { window: 1000 });
    expect(access.requests.length).toBeLessThan(40);
  });

  it("normalizes accents to NFC", async () => {
    expect(await paths(await aZip([{ path: "Ri\u0301o", content: "a" }]))).toEqual(["R\u00edo"]);
  });

  it("throws temporary store errors", async () => {
    const whole = createMemoryAccess(await aZip([{ path: "a", content: "a" }]));
    let calls = 0;
    const read = (offset: number, length: number) =>
      calls++ === 0 ? Promise.reject(new Error("store is away")) : whole.read(offset, length);
    await expect(readBufferedZipDirectory({ size: whole.size, read })).rejects.toThrow("store is away");
  });
});

const aGoodZip = () => aZip([1, 2, 3].map((index) => ({ path: `${index}.txt`, content: `text ${index}` })));

/** Empty files; the count and all offsets are stored modulo what their fields hold, as programs without ZIP64 do. */
function createRawZip(files: { name: Buffer; extra?: Buffer }[]): Buffer {
  let offset = 0;
  const directory: Buffer[] = [];
  const contents = files.map(({ name, extra = Buffer.alloc(0) }) => {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const listed = Buffer.alloc(46);
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt16LE(extra.length, 30);
    listed.writeUInt32LE(offset, 42);
    directory.push(listed, name, extra);
    offset += local.length + name.length;
    return Buffer.concat([local, name]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length % 65_536, 8);
  end.writeUInt16LE(files.length % 65_536, 10);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...contents, ...directory, end]);
}

describe("errors of a zip", () => {
  it("name the Finder for a zip over 4 GB whose offsets count only up to 4 GB", async () => {
    const zip = await aGoodZip();
    const hole = 2 ** 32;
    // The zip as it would be with 4 GB more content: only its end is real.
    const source = {
      size: zip.length + hole,
      readBytes: async (offset: number, length: number) => {
        const bytes = Buffer.alloc(length);
        zip.copy(
          bytes,
          Math.max(0, hole - offset),
          Math.max(0, offset - hole),
          Math.max(0, offset + length - hole),
        );
        return bytes;
      },
    };
    const { errors } = await readZipDirectory(source);
    expect(errors.map(({ text }) => text)).toEqual([expect.stringMatching(/Mac's Finder/)]);
  });

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
    [
      "Deflate64",
      METHOD,
      9,
      /"2\.txt" is compressed with Deflate64, which the portal cannot read\. Windows Explorer/,
    ],
    ["LZMA", METHOD, 14, /"2\.txt" is compressed with LZMA, which the portal cannot read/],
    ["an unknown method", METHOD, 77, /"2\.txt" is compressed with method 77/],
  ])("include a message for %s", async (_, field, value, sentence) => {
    const good = await aGoodZip();
    const bytes = patchZip(good, (copy) =>
      copy.writeUInt16LE(value, findDirectoryHeader(copy, "2.txt") + field),
    );
    expect(await texts(bytes)).toEqual([expect.stringMatching(sentence)]);
  });

  it("name the Finder for a file over 4 GB whose listed size is smaller than its compressed content", async () => {
    const bytes = await aZip([{ path: "large.tif", content: randomBytes(10_000) }]);
    const wrapped = patchZip(bytes, (copy) =>
      copy.writeUInt32LE(4000, findDirectoryHeader(copy, "large.tif") + 24),
    );
    expect(await texts(wrapped)).toEqual([
      expect.stringMatching(/"large\.tif" is longer .*Mac's Finder.* zip -r/),
    ]);
  });

  it("include messages for overlapping entries and entries beyond the end", async () => {
    const good = await aGoodZip();
    const beyond = patchZip(good, (copy) =>
      copy.writeUInt32LE(1000, findDirectoryHeader(copy, "1.txt") + 20),
    );
    expect(await texts(beyond)).toEqual([
      expect.stringMatching(/damaged or incomplete: "1\.txt" extends beyond its end/),
    ]);
    const sharing = patchZip(good, (copy) => {
      copy.writeUInt32LE(
        copy.readUInt32LE(findDirectoryHeader(copy, "1.txt") + 42),
        findDirectoryHeader(copy, "2.txt") + 42,
      );
    });
    expect(await texts(sharing)).toEqual([
      expect.stringMatching(/damaged: "2\.txt" and "1\.txt" overlap in it/),
    ]);
  });

  it("are returned before too long a directory is read", async () => {
    const access = createMemoryAccess(await aGoodZip());
    const { entries, errors } = await readBufferedZipDirectory(access, { maxEntries: 2 });
    expect(entries).toEqual([]);
    expect(errors[0]?.text).toMatch(/more than 2 files and folders/);
  });
});
