import { afterAll, beforeAll, expect, it } from "vitest";
import { coverageGeodatabaseName } from "../../../src/contract/model-folder/modelFolderNames.ts";
import { encodeCentralEntry, encodeEndOfZip } from "../../../src/contract/zip/zipLayout.ts";
import type { StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { aZip, type ZipEntry } from "../../support/aZip.ts";
import { findContentOffset, findDirectoryHeader, patchZip } from "../processing/patchZip.ts";
import { createModelZip, createModelEntries, getRootFolder } from "./createModelZip.ts";
import { fetchFiles, fetchMessages, processUploads, fetchStatus } from "./uploadCalls.ts";
import { putZip, createZipReport, startUploadServer, type UploadServer } from "./uploadServer.ts";

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.stop());

const PLAN = "Model_Files/plan.p01";

/** A whole model with additional entries, spelled exactly as given. */
const withEntries = (record: StoredRecord, ...more: ZipEntry[]) =>
  aZip([...createModelEntries(record), ...more]);

/** A whole model with changed zip headers of the plan. */
async function patchPlanHeaders(
  record: StoredRecord,
  change: (zip: Buffer, listing: number, content: number) => void,
) {
  const name = `${getRootFolder(record)}/${PLAN}`;
  return patchZip(await createModelZip(record), (copy) =>
    change(copy, findDirectoryHeader(copy, name), findContentOffset(copy, name)),
  );
}

type Case = [kind: string, wording: RegExp, zipOf: (record: StoredRecord) => Promise<Buffer> | Buffer];

const cases: Case[] = [
  [
    "an absolute path",
    /"\/etc\/passwd" starts at the root of a disk.*zip the model folder from there/s,
    (record) => withEntries(record, { path: "/etc/passwd", content: "x" }),
  ],
  [
    "a path with ..",
    /"[^"]*\/\.\.\/\.\.\/out\.txt" leads out of the folder.*Move the file/s,
    (record) => withEntries(record, { path: `${getRootFolder(record)}/../../out.txt`, content: "x" }),
  ],
  [
    "a drive letter",
    /"C:\/model\.txt" starts with a drive letter.*relative path names/s,
    (record) => withEntries(record, { path: "C:/model.txt", content: "x" }),
  ],
  [
    "backslashes",
    /"[^"]*\\GIS\\a\.shp" is written with backslashes.*Zip the folder again/s,
    (record) => withEntries(record, { path: `${getRootFolder(record)}\\GIS\\a.shp`, content: "x" }),
  ],
  [
    "a symbolic link",
    /"[^"]*\/GIS\/link" is a link to another file.*Replace the link with a copy/s,
    (record) =>
      withEntries(record, {
        path: `${getRootFolder(record)}/GIS/link`,
        content: "/etc/passwd",
        mode: 0o120777,
      }),
  ],
  [
    "a name that Windows reserves",
    /"[^"]*\/GIS\/aux\.txt" uses a name that Windows reserves.*Rename this file or folder/s,
    (record) => withEntries(record, { path: `${getRootFolder(record)}/GIS/aux.txt`, content: "x" }),
  ],
  [
    "names that differ only in capitals",
    /"[^"]*PLAN\.p01" and "[^"]*plan\.p01" differ only in upper\/lower case.*Rename or remove/s,
    (record) => withEntries(record, { path: `${getRootFolder(record)}/Model_Files/PLAN.p01`, content: "x" }),
  ],
  [
    "the same file twice",
    /"[^"]*plan\.p01" is in the zip twice.*Make a new zip/s,
    (record) => withEntries(record, { path: `${getRootFolder(record)}/${PLAN}`, content: "x" }),
  ],
  [
    "entries that share bytes",
    /overlap in it.*Make a new zip/s,
    (record) =>
      patchPlanHeaders(record, (zip, listing) => {
        const other = findDirectoryHeader(zip, `${getRootFolder(record)}/Model_Files/Results/stages.csv`);
        zip.writeUInt32LE(zip.readUInt32LE(listing + 42), other + 42);
      }),
  ],
  [
    "a password",
    /"[^"]*plan\.p01" is protected by a password.*without a password/s,
    (record) =>
      patchPlanHeaders(record, (zip, listing) =>
        zip.writeUInt16LE(zip.readUInt16LE(listing + 8) | 1, listing + 8),
      ),
  ],
  [
    "an unsupported compression method",
    /"[^"]*plan\.p01" is compressed with LZMA.*method Deflate/s,
    (record) => patchPlanHeaders(record, (zip, listing) => zip.writeUInt16LE(14, listing + 10)),
  ],
  [
    "one changed byte",
    /The zip is damaged: "[^"]*plan\.p01".*Zip the folder again and upload the new zip/s,
    (record) => patchPlanHeaders(record, (zip, _, content) => (zip[content + 3] = zip[content + 3]! ^ 0x01)),
  ],
  [
    "a bomb",
    /"[^"]*plan\.p01" and the rest of the zip would unpack to more than 200 times.*contact support/s,
    (record) => patchPlanHeaders(record, (zip, listing) => zip.writeUInt32LE(3_000_000_000, listing + 24)),
  ],
  [
    "too many entries",
    /more than 100000 files and folders.*Leave out files/s,
    (record) => manyEntries(record),
  ],
  [
    "more files than one upload may contain",
    /unpacks to 2048 GiB, more than the limit of 1024 GiB.*largest file is "[^"]*huge\.dat".*Leave out files/s,
    (record) => hugeEntry(record),
  ],
];

/** A directory with more entries than the limit; the entries do not exist. */
function manyEntries(record: StoredRecord): Buffer {
  const list = Array.from({ length: 100_001 }, (_, index) =>
    encodeCentralEntry({ path: `${getRootFolder(record)}/GIS/${index}`, size: 0, crc32: 0, dosTime: 0 }, 0),
  );
  const bytes = Buffer.concat(list);
  return Buffer.concat([bytes, encodeEndOfZip(list.length, 0, bytes.length)]);
}

/** A ZIP64 entry of 2 TiB. */
function hugeEntry(record: StoredRecord): Buffer {
  const path = `${getRootFolder(record)}/Model_Files/huge.dat`;
  const list = encodeCentralEntry({ path, size: 2 * 1024 ** 4, crc32: 0, dosTime: 0 }, 0);
  return Buffer.concat([list, encodeEndOfZip(1, 0, list.length)]);
}

it.each(cases)("rejects %s, explains what to do and accepts the corrected zip", async (_, wording, zipOf) => {
  const record = await server.aRecord();
  const ticket = await server.upload(record, await zipOf(record));
  await processUploads(server);
  const messages = await fetchMessages(server, record);
  expect(messages).toHaveLength(1);
  expect(messages[0]!.content).toMatch(wording);
  expect(await fetchStatus(server, record)).toBe("in progress");
  expect(await fetchFiles(server, record)).toEqual([]);

  const right = await createModelZip(record);
  await putZip(ticket, right);
  expect((await server.deliver(ticket, createZipReport(right))).status).toBe(200);
  await processUploads(server);
  expect(await fetchStatus(server, record)).toBe("pending");
  expect(await fetchMessages(server, record)).toHaveLength(1);
});

it("accepts ZIP64 and UTF-8 or CP437 names; warns about a nested zip", async () => {
  const record = await server.aRecord();
  const path = (name: string) => `${getRootFolder(record)}/Model_Files/${name}`;
  const identifier = getRootFolder(record).slice(0, 12);
  const zip = await aZip(
    [
      ...createModelEntries(record),
      { path: path("Größe-流域.txt"), content: "utf-8" },
      { path: path("M@hle.txt"), content: "cp437" },
      { path: path("inner.zip"), content: await aZip([{ path: "a", content: "a" }]) },
    ],
    { zip64: true },
  );
  for (let at = zip.indexOf("M@hle"); at >= 0; at = zip.indexOf("M@hle", at + 1)) {
    zip[at + 1] = 0x81;
    // The UTF-8 flag is at different offsets in the directory entry and the local header.
    const nameStart = at - Buffer.byteLength(path(""));
    const isListed = zip.readUInt32LE(nameStart - 46) === 0x02014b50;
    const flags = isListed ? nameStart - 46 + 8 : nameStart - 30 + 6;
    zip.writeUInt16LE(zip.readUInt16LE(flags) & ~0x800, flags);
  }
  await server.upload(record, zip);
  await processUploads(server);
  const messages = await fetchMessages(server, record);
  expect(messages.map(({ content }) => content).join()).toMatch(
    /"[^"]*inner\.zip" is a compressed file inside/,
  );
  expect(messages.map(({ content }) => content).join()).not.toContain(coverageGeodatabaseName(identifier));
  expect(await fetchStatus(server, record)).toBe("pending");
  const names = (await fetchFiles(server, record)).map((file) => file.path.split("/").at(-1));
  expect(names).toEqual(expect.arrayContaining(["Größe-流域.txt", "Mühle.txt", "inner.zip"]));
});
