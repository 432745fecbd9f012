import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { readBufferedZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import {
  openZipEntry,
  readCompressed,
  decompressEntry,
} from "../../../src/server/processing/zipEntryStream.ts";
import { InvalidZipError } from "../../../src/contract/zip/zipMember.ts";
import type { RandomAccess } from "../../../src/server/processing/randomAccess.ts";
import { aZip } from "../../support/aZip.ts";
import { createMemoryAccess } from "./createMemoryAccess.ts";
import { findContentOffset, findDirectoryHeader, patchZip } from "./patchZip.ts";

const readWhole = async (...[access, entry]: Parameters<typeof readCompressed>) =>
  decompressEntry(await readCompressed(access, entry), entry);

const NAME = "root/big.csv";
const CONTENT = Array.from({ length: 20_000 }, (_, index) => `${index},${index * 7919}\n`).join("");

const aBigZip = (content = CONTENT) =>
  aZip([
    { path: "root/first", content: "first" },
    { path: NAME, content },
  ]);

async function open(bytes: Buffer, access: RandomAccess = createMemoryAccess(bytes), name = NAME) {
  const { entries } = await readBufferedZipDirectory(createMemoryAccess(bytes));
  return openZipEntry(
    access,
    entries.find(({ path }) => path === name)!,
  );
}

/** The fault of reading an entry, which must be the same as a stream and as a whole. */
const faultOf = async (bytes: Buffer) => {
  const { entries } = await readBufferedZipDirectory(createMemoryAccess(bytes));
  const entry = entries.find(({ path }) => path === NAME)!;
  const asStream = open(bytes).then(text);
  const asWhole = readWhole(createMemoryAccess(bytes), entry);
  const [fault, other] = await Promise.all(
    [asStream, asWhole].map((reading) => reading.catch((error: unknown) => error)),
  );
  expect(fault).toBeInstanceOf(InvalidZipError);
  expect(other).toBeInstanceOf(InvalidZipError);
  expect((other as InvalidZipError).diagnostic).toEqual((fault as InvalidZipError).diagnostic);
  return fault as InvalidZipError;
};

describe("openZipEntry", () => {
  it("streams deflated and empty content", async () => {
    expect(await text(await open(await aBigZip()))).toBe(CONTENT);
    expect(await text(await open(await aBigZip("")))).toBe("");
  });

  it("decompresses the same content in one piece", async () => {
    const bytes = await aBigZip();
    const { entries } = await readBufferedZipDirectory(createMemoryAccess(bytes));
    const contents = await Promise.all(entries.map((entry) => readWhole(createMemoryAccess(bytes), entry)));
    expect(contents.map(String)).toEqual(["first", CONTENT]);
  });

  it("decompresses entries of streamed zips, whose sizes follow the content", async () => {
    const zip = new ZipFile();
    zip.addReadStream(Readable.from([Buffer.from("first")]), "root/first", { compress: false });
    zip.addReadStream(Readable.from([Buffer.from(CONTENT)]), NAME);
    zip.end();
    const bytes = await buffer(zip.outputStream);
    const [flags, sum, size] = [bytes.readUInt16LE(6), bytes.readUInt32LE(14), bytes.readUInt32LE(22)];
    expect([flags & 8, sum, size]).toEqual([8, 0, 0]);
    expect(await text(await open(bytes))).toBe(CONTENT);
    const { entries } = await readBufferedZipDirectory(createMemoryAccess(bytes));
    const contents = await Promise.all(entries.map((entry) => readWhole(createMemoryAccess(bytes), entry)));
    expect(contents.map(String)).toEqual(["first", CONTENT]);
    const damaged = patchZip(bytes, (copy) => (copy[findContentOffset(copy, NAME) + 1000]! ^= 1));
    expect((await faultOf(damaged)).diagnostic.entry).toBe(NAME);
  });

  it("streams stored content", async () => {
    const bytes = await aZip([{ path: NAME, content: CONTENT }]);
    const header = findDirectoryHeader(bytes, NAME);
    const start = findContentOffset(bytes, NAME);
    const stored = patchZip(bytes, (copy) => {
      copy.writeUInt16LE(0, header + 10);
      copy.writeUInt32LE(copy.readUInt32LE(header + 20), header + 24);
    });
    const content = bytes.subarray(start, start + bytes.readUInt32LE(header + 20));
    const fault = await open(stored)
      .then(buffer)
      .catch((error: unknown) => error);
    expect((fault as InvalidZipError).message).toMatch(/checksum/);
    const sum = (await import("node:zlib")).crc32(content);
    const right = patchZip(stored, (copy) => copy.writeUInt32LE(sum, header + 16));
    expect(await buffer(await open(right))).toEqual(content);
  });

  it("detects one changed byte and names the entry", async () => {
    const good = await aBigZip();
    const bytes = patchZip(good, (copy) => {
      const middle =
        findContentOffset(copy, NAME) +
        Math.floor(copy.readUInt32LE(findDirectoryHeader(copy, NAME) + 20) / 2);
      copy[middle] = copy[middle]! ^ 0x01;
    });
    const fault = await faultOf(bytes);
    expect(fault.entry).toBe(NAME);
    expect(fault.diagnostic).toEqual({
      severity: "error",
      entry: NAME,
      text: expect.stringMatching(/"root\/big\.csv"/),
    });
  });

  it.each<[string, (copy: Buffer) => void, RegExp]>([
    [
      "another checksum",
      (copy) => copy.writeUInt32LE(1, findDirectoryHeader(copy, NAME) + 16),
      /does not match the checksum/,
    ],
    [
      "a smaller size",
      (copy) => copy.writeUInt32LE(7, findDirectoryHeader(copy, NAME) + 24),
      /is longer than the zip says/,
    ],
    [
      "a larger size",
      (copy) => copy.writeUInt32LE(2e6, findDirectoryHeader(copy, NAME) + 24),
      /is shorter than the zip says/,
    ],
    [
      "content that is no deflate",
      (copy) => copy.fill(0xff, findContentOffset(copy, NAME), findContentOffset(copy, NAME) + 9),
      /cannot be unpacked/,
    ],
    [
      "content cut short",
      (copy) => copy.writeUInt32LE(500, findDirectoryHeader(copy, NAME) + 20),
      /cannot be unpacked/,
    ],
    [
      "another place",
      (copy) => copy.writeUInt32LE(3, findDirectoryHeader(copy, NAME) + 42),
      /is not where the zip says/,
    ],
    [
      "a header that reaches beyond the end",
      (copy) => copy.writeUInt16LE(0xffff, copy.readUInt32LE(findDirectoryHeader(copy, NAME) + 42) + 28),
      /extends beyond the end/,
    ],
    [
      "a place beyond the end",
      (copy) => copy.writeUInt32LE(0xfffffff, findDirectoryHeader(copy, NAME) + 42),
      /extends beyond the end/,
    ],
  ])("rejects an entry with %s", async (_, change, sentence) => {
    expect((await faultOf(patchZip(await aBigZip(), change))).message).toMatch(sentence);
  });

  it("passes store errors through, even in the middle of the content", async () => {
    const bytes = await aBigZip();
    const whole = createMemoryAccess(bytes);
    const failing: RandomAccess = {
      ...whole,
      read: async (offset, length) => {
        if (length === 30) return whole.read(offset, length);
        return Readable.from(
          (function* () {
            yield bytes.subarray(offset, offset + 100);
            throw new Error("connection lost");
          })(),
        );
      },
    };
    await expect(open(bytes, failing).then(text)).rejects.toThrow("connection lost");
  });

  it("treats a truncated range as a store error, not as a damaged zip", async () => {
    const bytes = await aBigZip();
    const whole = createMemoryAccess(bytes);
    const short: RandomAccess = {
      ...whole,
      read: (offset, length) => whole.read(offset, length === 30 ? 30 : length - 10),
    };
    const error = await open(bytes, short)
      .then(text)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(InvalidZipError);
  });

  it("destroys the store's stream when the reader stops early", async () => {
    const bytes = await aBigZip();
    const whole = createMemoryAccess(bytes);
    let packed: Readable | undefined;
    const watched: RandomAccess = {
      ...whole,
      read: async (offset, length) => {
        if (length === 30) return whole.read(offset, length);
        const body = bytes.subarray(offset, offset + length);
        packed = Readable.from([
          body.subarray(0, 20_000),
          body.subarray(20_000, 40_000),
          body.subarray(40_000),
        ]);
        return packed;
      },
    };
    const content = await open(bytes, watched);
    await content[Symbol.asyncIterator]().next();
    content.destroy();
    await expect.poll(() => packed?.destroyed).toBe(true);
  });
});
