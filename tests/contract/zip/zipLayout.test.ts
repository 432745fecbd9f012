import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { crc32 } from "../../../src/contract/zip/crc32.ts";
import { encodeDosTime, parseDosTime } from "../../../src/contract/zip/dosTime.ts";
import { readZipDirectory } from "../../../src/contract/zip/zipDirectory.ts";
import { buildZipLayout, listPieceRanges } from "../../../src/contract/zip/zipLayout.ts";
import { readZipMember } from "../../../src/contract/zip/zipMember.ts";

const TIME = Date.UTC(2026, 2, 2, 15, 4, 6);
const encode = (text: string) => new TextEncoder().encode(text);

const aMember = (path: string, text = "") => {
  const content = encode(text);
  return { path, content, size: content.length, crc32: crc32(content), dosTime: encodeDosTime(TIME) };
};
const members = [
  aMember("Root/GIS/"),
  aMember("Root/Füße.txt", "two"),
  aMember("Root/empty"),
  aMember("Root/plan.p01", "Plan"),
];

function readRange(first: number, last: number): Buffer {
  const layout = buildZipLayout(members);
  const parts = [...listPieceRanges(layout, first, last)].map(({ piece, start, end }) =>
    ("bytes" in piece ? piece.bytes : piece.member.content).subarray(start, end),
  );
  return Buffer.concat(parts);
}

const readAll = () => readRange(0, buildZipLayout(members).size - 1);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "zip-layout-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("writes the same bytes each time", () => {
  expect(readAll().equals(readAll())).toBe(true);
});

it("writes a zip that unzip, Python and our own reader accept", async () => {
  const zip = join(folder, "model.zip");
  const bytes = readAll();
  writeFileSync(zip, bytes);
  execFileSync("unzip", ["-tq", zip]);
  const script =
    "import sys,zipfile as z;f=z.ZipFile(sys.argv[1]);print(f.testzip());print('\\n'.join(f.namelist()))";
  const listed = execFileSync("python3", ["-c", script, zip], { encoding: "utf8" });
  expect(listed.trim().split("\n")).toEqual(["None", ...members.map(({ path }) => path)]);
  const source = {
    size: bytes.length,
    readBytes: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const { entries, errors } = await readZipDirectory(source);
  expect(errors).toEqual([]);
  for (const [index, entry] of entries.entries())
    expect(await readZipMember(source, entry)).toEqual(members[index]!.content);
  expect(entries.map(({ dosTime }) => parseDosTime(dosTime))).toEqual(members.map(() => TIME));
});

it("writes headers that Windows Explorer opens: sizes before the content, UTF-8 names, not encrypted", () => {
  const UTF8_NAME = 0x0800;
  let offset = 0;
  for (const { path, size } of members) {
    const header = readRange(offset, offset + 29);
    expect(header.toString("latin1", 0, 4)).toBe("PK\u0003\u0004");
    expect([header.readUInt16LE(6), header.readUInt16LE(8)]).toEqual([UTF8_NAME, 0]);
    expect([header.readUInt32LE(18), header.readUInt32LE(22)]).toEqual([size, size]);
    expect(header.readUInt16LE(26)).toBe(encode(path).length);
    offset += 30 + header.readUInt16LE(26) + header.readUInt16LE(28) + size;
  }
});

it("returns any byte range", () => {
  const whole = readAll();
  for (let first = 0; first < whole.length; first += 5)
    for (const last of [first, first + 20, whole.length - 1])
      if (last < whole.length)
        expect(readRange(first, last).equals(whole.subarray(first, last + 1))).toBe(true);
});

it("stores times before 1980 and after 2107 as the nearest day of a zip", () => {
  expect(parseDosTime(encodeDosTime(0))).toBe(Date.UTC(1980, 0, 1));
  expect(parseDosTime(encodeDosTime(Date.UTC(2200, 5, 1)))).toBe(Date.UTC(2107, 11, 31));
});
