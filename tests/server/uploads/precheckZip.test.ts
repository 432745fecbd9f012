import {
  appendFileSync,
  closeSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { ZipFile } from "yazl";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { getSchema, getFieldText } from "../../../src/contract/schema/fields.ts";
import type { UploadTicket } from "../../../src/contract/generated/entities.ts";
import {
  coverageGeodatabaseName,
  metadataFileName,
} from "../../../src/contract/model-folder/modelFolderNames.ts";
import type { Diagnostic } from "../../../src/contract/model-folder/diagnostic.ts";
import { inspectLocalModel, type LocalModel } from "../../../src/contract/models/sources/localModel.ts";
import { InvalidZipError } from "../../../src/contract/zip/zipMember.ts";
import { openLocalModel } from "../../../src/portal/model-report/openLocalModel.ts";
import { openModel } from "../../../scripts/inspect-model/openModel.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { runReporter } from "../../../src/server/processing/model-report/runReporter.ts";
import { listMissingFileWarnings } from "../../../src/server/processing/model-report/inheritedFiles.ts";
import { openZipModel } from "../../../src/server/processing/model-report/zipModelSource.ts";
import { checkModelZip } from "../../../src/server/processing/checkModelZip.ts";
import type { RandomAccess } from "../../../src/server/processing/randomAccess.ts";
import { setStatus, type StoredRecord } from "../../../src/server/stores/records/recordStore.ts";
import { loadReferences } from "../../../src/server/stores/referenceStore.ts";
import type { PrecheckResult } from "../../../src/server/uploads/precheckZip.ts";
import { aZip, type ZipEntry } from "../../support/aZip.ts";
import { createMemoryAccess } from "../processing/createMemoryAccess.ts";
import { findDirectoryHeader, patchZip } from "../processing/patchZip.ts";
import { getRootFolder } from "./createModelZip.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

let server: UploadServer;
let record: StoredRecord;
let ticket: UploadTicket;
let ROOT = "";
let RECORD = "";
let METADATA = "";
let COVERAGE = "";

beforeAll(async () => {
  server = await startUploadServer();
  record = await server.aRecord();
  ticket = await server.requestUpload(record);
  ROOT = getRootFolder(record);
  RECORD = String(record.id);
  METADATA = metadataFileName(RECORD);
  COVERAGE = coverageGeodatabaseName(getFieldText(getSchema("metadata"), record.metadata, "identifier"));
});
afterAll(() => server.stop());

type Files = Record<string, string | Uint8Array | null | undefined>;

const model = (): Files => ({
  "Model_Files/plan.prj": "Proj Title=Denton Creek\nPlan File=p01\n",
  "Model_Files/plan.p01": "Plan Title=1 percent annual chance",
  "Supporting/": null,
  "GIS/": null,
  [COVERAGE]: "a zipped geodatabase",
  [METADATA]: `global_attributes:\n  ${RECORD_ID_KEY}: "${RECORD}"\n`,
});

const prefixPaths = (root: string, files: Files) =>
  Object.entries(files).flatMap(([path, content]): ZipEntry[] =>
    content === undefined ? [] : [{ path: root + path, content }],
  );

/** A zip of a small model with changes, and entries outside its folder. */
const createSmallModelZip = (changes: Files = {}, others: ZipEntry[] = [], root = `${ROOT}/`) =>
  aZip([...prefixPaths(root, { ...model(), ...changes }), ...others]);

const file = (path: string, more: Partial<ZipEntry> = {}): ZipEntry => ({ path, content: "x", ...more });

const withMethod = async (method: number) =>
  patchZip(await createSmallModelZip(), (zip) => {
    zip.writeUInt16LE(method, findDirectoryHeader(zip, `${ROOT}/Model_Files/plan.p01`) + 10);
  });

/** Replaces names with code page 437 bytes, without the UTF-8 flag, as old zip programs do. */
const withCodePageNames = (zip: Buffer, names: Record<string, number[]>) =>
  patchZip(zip, (copy) => {
    for (const [name, bytes] of Object.entries(names)) {
      const listing = findDirectoryHeader(copy, `${ROOT}/${name}`);
      const header = copy.readUInt32LE(listing + 42);
      for (const flags of [listing + 8, header + 6])
        copy.writeUInt16LE(copy.readUInt16LE(flags) & ~0x800, flags);
      for (const end of [listing + 46, header + 30].map((start) => start + ROOT.length + 1 + name.length))
        Buffer.from(bytes).copy(copy, end - bytes.length);
    }
  });

/** Adds the Unicode Path field, which 7-Zip and WinZip write beside a name in another code page. */
function withUnicodePath(zip: Buffer, name: string, unicodeName: string): Buffer {
  const at = findDirectoryHeader(zip, `${ROOT}/${name}`);
  const nameEnd = at + 46 + ROOT.length + 1 + name.length;
  const rawName = zip.subarray(at + 46, nameEnd);
  const path = Buffer.from(`${ROOT}/${name.slice(0, name.lastIndexOf("/") + 1)}${unicodeName}`);
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + path.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(rawName), 5);
  const changed = Buffer.concat([zip.subarray(0, nameEnd), field, path, zip.subarray(nameEnd)]);
  const added = field.length + path.length;
  changed.writeUInt16LE(zip.readUInt16LE(at + 30) + added, at + 30);
  changed.writeUInt16LE(zip.readUInt16LE(at + 8) & ~0x800, at + 8);
  changed.writeUInt32LE(zip.readUInt32LE(zip.length - 10) + added, changed.length - 10);
  return changed;
}

const createFiles = (count: number, name: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), "x"]));

/** Stored, because compressing so many files takes longer than checking them. */
async function createZipOfManyFiles(
  count: number,
  name = (index: number) => `Model_Files/run ${index % 50}/output_${index}.csv`,
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, content } of prefixPaths(`${ROOT}/`, model()))
    if (content === null) zip.addEmptyDirectory(path);
    else zip.addBuffer(Buffer.from(content), path);
  for (let index = 0; index < count; index += 1)
    zip.addBuffer(Buffer.from("x"), `${ROOT}/${name(index)}`, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

/** As programs write it that know no ZIP64: yazl adds its records for 65,535 entries and more. */
async function createZipWithoutZip64(entryCount: number): Promise<Buffer> {
  const zip = await createZipOfManyFiles(entryCount - Object.keys(model()).length, (index) => `GIS/${index}`);
  const end = zip.lastIndexOf(Buffer.from("504b0506", "hex"));
  const record = zip.lastIndexOf(Buffer.from("504b0606", "hex"), end);
  const endRecord = Buffer.from(zip.subarray(end));
  endRecord.writeUInt32LE(Number(zip.readBigUInt64LE(record + 40)), 12);
  endRecord.writeUInt32LE(Number(zip.readBigUInt64LE(record + 48)), 16);
  return Buffer.concat([zip.subarray(0, record), endRecord]);
}

/** Zips with errors or warnings; precheck and processing must report the same. */
const CASES: [name: string, zip: () => Promise<Buffer> | Buffer][] = [
  ["nothing wrong", () => createSmallModelZip()],
  ["an empty file", () => Buffer.alloc(0)],
  [
    "a line break after the end",
    async () => Buffer.concat([await createSmallModelZip(), Buffer.from("\r\n")]),
  ],
  [
    "a page before the start",
    async () => Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), await createSmallModelZip()]),
  ],
  [
    "code page 437 names with the Unicode Path field",
    async () => withUnicodePath(await createSmallModelZip({ "GIS/R_o.txt": "x" }), "GIS/R_o.txt", "Río.txt"),
  ],
  ["65,535 entries without ZIP64", () => createZipWithoutZip64(65_535)],
  [
    "accents in the encoding of macOS",
    () =>
      createSmallModelZip({
        "Model_Files/plan.prj": undefined,
        "Model_Files/plan.p01": undefined,
        ["Model_Files/Ríos.prj".normalize("NFD")]: "Proj Title=a\nPlan File=p01\n",
        ["Model_Files/Ríos.p01".normalize("NFC")]: "Plan Title=a\n",
      }),
  ],
  [
    "a file over 4 GB in a zip from the Finder",
    async () =>
      patchZip(await createSmallModelZip({ "GIS/large.tif": randomBytes(10_000) }), (zip) =>
        zip.writeUInt32LE(4000, findDirectoryHeader(zip, `${ROOT}/GIS/large.tif`) + 24),
      ),
  ],
  ["the folder in a folder of the same name", () => createSmallModelZip({}, [], `${ROOT}/${ROOT}/`)],
  ["a misnamed folder inside another", () => createSmallModelZip({}, [], "export/model/")],
  [
    "a damaged plan",
    async () =>
      patchZip(await createSmallModelZip(), (zip) => {
        const sum = findDirectoryHeader(zip, `${ROOT}/Model_Files/plan.p01`) + 16;
        zip.writeUInt32LE((zip.readUInt32LE(sum) ^ 1) >>> 0, sum);
      }),
  ],
  [
    "a plan longer than the zip says",
    async () =>
      patchZip(await createSmallModelZip(), (zip) => {
        const size = findDirectoryHeader(zip, `${ROOT}/Model_Files/plan.p01`) + 24;
        zip.writeUInt32LE(zip.readUInt32LE(size) - 1, size);
      }),
  ],
  [
    "metadata saved as UTF-16",
    () => createSmallModelZip({ [METADATA]: Buffer.from("\uFEFFa: 1\n", "utf16le") }),
  ],
  ["a path of 300 characters", () => createSmallModelZip({ [`GIS/${"long/".repeat(60)}a`]: "x" })],
  ["text named .zip", () => Buffer.from("no zip at all, only some text")],
  ["a RAR archive named .zip", () => Buffer.from("526172211a0700cf90730000", "hex")],
  ["a zip whose end is missing", async () => (await createSmallModelZip()).subarray(0, -60)],
  [
    "a zip whose list is damaged",
    async () =>
      patchZip(await createSmallModelZip(), (zip) =>
        zip.fill(7, findDirectoryHeader(zip, `${ROOT}/GIS/`), findDirectoryHeader(zip, `${ROOT}/GIS/`) + 4),
      ),
  ],
  [
    "a zip with too small an entry count",
    async () =>
      patchZip(await createSmallModelZip(), (zip) => {
        zip.writeUInt16LE(3, zip.length - 12);
        zip.writeUInt16LE(3, zip.length - 14);
      }),
  ],
  [
    "one part of a split zip",
    async () => patchZip(await createSmallModelZip(), (zip) => zip.writeUInt16LE(1, zip.length - 18)),
  ],
  ["no entries", () => aZip([])],
  ["only files that macOS adds", () => aZip([file("__MACOSX/x"), file(".DS_Store")])],
  ["Deflate64, as Windows Explorer writes it", () => withMethod(9)],
  ["LZMA", () => withMethod(14)],
  ["an unknown compression method", () => withMethod(77)],
  [
    "a password",
    async () =>
      patchZip(await createSmallModelZip(), (zip) => {
        const at = findDirectoryHeader(zip, `${ROOT}/Model_Files/plan.p01`) + 8;
        zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at);
      }),
  ],
  ["another root folder", () => createSmallModelZip({}, [], "Denton & Creek/")],
  ["the root folder in upper case", () => createSmallModelZip({}, [], `${ROOT.toUpperCase()}/`)],
  ["the contents without the folder", () => createSmallModelZip({}, [], "")],
  ["the folder inside another", () => createSmallModelZip({}, [], `outer/${ROOT}/`)],
  [
    "several folders",
    () => aZip(prefixPaths("a/", model()).concat(prefixPaths("b/", model()), file("c"), file("d"))),
  ],
  [
    "a file and a folder beside the root",
    () => createSmallModelZip({}, [file("readme.txt"), file("more/x")]),
  ],
  [
    "names of Object.prototype beside the root folder and in the coverage",
    () =>
      createSmallModelZip(
        { [COVERAGE]: undefined, [`${COVERAGE}/Keys`]: "x", [`${COVERAGE}/a01.gdbtable`]: "x" },
        [file("Count"), file("keys/x"), file("VALUES")],
      ),
  ],
  [
    "names of Object.prototype in place of the root folder",
    () => createSmallModelZip({}, [file("count/x"), file("keys"), file("values/x")], "folder/"),
  ],
  ["no Supporting and no GIS", () => createSmallModelZip({ "Supporting/": undefined, "GIS/": undefined })],
  ["no model files", () => createSmallModelZip({ "Model_Files/plan.p01": undefined })],
  [
    "an empty Model_Files",
    () => createSmallModelZip({ "Model_Files/plan.p01": undefined, "Model_Files/": null }),
  ],
  ["GIS as a file", () => createSmallModelZip({ "GIS/": undefined, GIS: "x" })],
  ["no coverage", () => createSmallModelZip({ [COVERAGE]: undefined })],
  ["a coverage with another name", () => createSmallModelZip({ [COVERAGE]: undefined, "area.gdb": "x" })],
  ["an empty coverage", () => createSmallModelZip({ [COVERAGE]: "" })],
  [
    "a coverage folder",
    () => createSmallModelZip({ [COVERAGE]: undefined, [`${COVERAGE}/a01.gdbtable`]: "x" }),
  ],
  [
    "a coverage folder without tables",
    () => createSmallModelZip({ [COVERAGE]: undefined, [`${COVERAGE}/gdb`]: "x" }),
  ],
  ["a zipped coverage", () => createSmallModelZip({ [COVERAGE]: undefined, [`${COVERAGE}.zip`]: "x" })],
  ["no metadata", () => createSmallModelZip({ [METADATA]: undefined })],
  [
    "the metadata of another record",
    () => createSmallModelZip({ [METADATA]: `global_attributes:\n  ${RECORD_ID_KEY}: "700"\n` }),
  ],
  [
    "another record's metadata file",
    () => createSmallModelZip({ [METADATA]: undefined, "metadata_700.yml": "x" }),
  ],
  [
    "the metadata in a folder",
    () => createSmallModelZip({ [METADATA]: undefined, [`GIS/${METADATA}`]: "x" }),
  ],
  ["metadata without attributes", () => createSmallModelZip({ [METADATA]: "title: x\n" })],
  [
    "metadata that names no record",
    () => createSmallModelZip({ [METADATA]: "global_attributes:\n  title: x\n" }),
  ],
  ["metadata of 2 MB", () => createSmallModelZip({ [METADATA]: "#".repeat(2 ** 21) })],
  [
    "metadata with Windows line ends",
    () =>
      createSmallModelZip({
        [METADATA]: `\uFEFFglobal_attributes:\r\n  a: 1\r\n  ${RECORD_ID_KEY}: ${RECORD} # us\r\n`,
      }),
  ],
  [
    "metadata in braces",
    () => createSmallModelZip({ [METADATA]: `global_attributes: {${RECORD_ID_KEY}: ${RECORD}}\n` }),
  ],
  [
    "compressed files",
    () => createSmallModelZip({ "GIS/a.ZIP": "x", "GIS/b.tar.gz": "x", "GIS/c.gzip": "x" }),
  ],
  ["a path out of the folder", () => createSmallModelZip({}, [file(`${ROOT}/../../evil.sh`)])],
  ["an absolute path", () => createSmallModelZip({}, [file("/etc/passwd")])],
  ["a drive letter", () => createSmallModelZip({}, [file("C:/Windows/x.dll")])],
  [
    "backslashes",
    () => aZip(prefixPaths(`${ROOT}\\`, { "Model_Files\\a": "x", "GIS\\b": "x", "Supporting\\c": "x" })),
  ],
  ["a link", () => createSmallModelZip({}, [file(`${ROOT}/GIS/link`, { mode: 0o120777 })])],
  ["a pipe", () => createSmallModelZip({}, [file(`${ROOT}/GIS/pipe`, { mode: 0o010644 })])],
  [
    "names that Windows reserves",
    () => createSmallModelZip({ "GIS/CON": "x", "GIS/aux.txt": "x", "GIS/console": "x" }),
  ],
  ["names that end with a dot or a blank", () => createSmallModelZip({ "GIS/a.": "x", "GIS/b ": "x" })],
  ["a control character", () => createSmallModelZip({ "GIS/a\u0007b": "x", "GIS/a\u0085b": "x" })],
  ["a path of 950 characters", () => createSmallModelZip({ [`GIS/${"ü".repeat(950)}`]: "x" })],
  [
    "characters Windows forbids",
    () => createSmallModelZip({ "GIS/what?.txt": "x", 'GIS/"quoted".txt': "x" }),
  ],
  [
    "invisible and foreign characters",
    () => createSmallModelZip({ "GIS/\u202Etxt.zip": "x", "GIS/Ünïcode 水 🌊.7z": "x" }),
  ],
  [
    "names in code page 437 that differ only in one umlaut",
    async () =>
      withCodePageNames(await createSmallModelZip({ "GIS/Plan_1": "x", "GIS/Plan_2": "x" }), {
        "GIS/Plan_1": [0x84],
        "GIS/Plan_2": [0x94],
      }),
  ],
  [
    "invalid names in code page 437",
    async () =>
      withCodePageNames(await createSmallModelZip({ "GIS/Pla1": "x", "GIS/Pla2": "x", "GIS/R3.zip": "x" }), {
        "GIS/Pla1": [0x84, 0x2e],
        "GIS/Pla2": [0x94, 0x2e],
        "GIS/R3.zip": [0xe1, 0x2e, 0x7a, 0x69, 0x70],
      }),
  ],
  [
    "UTF-8 names without the mark for it, as the Mac's Finder writes them",
    async () =>
      withCodePageNames(await createSmallModelZip({ "GIS/river12": "x" }), {
        "GIS/river12": [0xc3, 0xbc, 0x2e],
      }),
  ],
  ["a file twice", () => createSmallModelZip({}, [file(`${ROOT}/Model_Files/plan.p01`)])],
  [
    "names that differ only in case",
    () => createSmallModelZip({ "GIS/River.shp": "x", "GIS/river.SHP": "x" }),
  ],
  ["a file that is a folder too", () => createSmallModelZip({ "GIS/a": "x", "GIS/a/b": "x" })],
  ["twelve errors of one kind", () => createSmallModelZip(createFiles(12, (index) => `GIS/${index}.zip`))],
  ["eleven warnings of one kind", () => createSmallModelZip(createFiles(11, (index) => `GIS/${index}.`))],
  ["10,000 small files", () => createZipOfManyFiles(10_000)],
  [
    "a RAR archive of many bytes",
    () => Buffer.concat([Buffer.from("526172211a0700", "hex"), Buffer.alloc(400_000)]),
  ],
  [
    "a plan without its project, and a reference to what is not there",
    () =>
      createSmallModelZip({
        "Model_Files/plan.prj": undefined,
        "Model_Files/other.prj": "Proj Title=Other\nCurrent Plan=p01\nPlan File=p01\nGeom File=g01\n",
      }),
  ],
  [
    "text files far apart, between results and shapefiles",
    () =>
      createSmallModelZip({
        "Model_Files/plan.prj": undefined,
        "Model_Files/plan.p01.hdf": randomBytes(200_000),
        "Model_Files/plan.p02": "Plan Title=2\nGeom File=g07\n",
        "Model_Files/plan.p02.hdf": randomBytes(200_000),
        "GIS/plan.shp": randomBytes(100_000),
        "GIS/plan.prj": 'PROJCS["x"]',
        "GIS/river.shp": randomBytes(100_000),
        "GIS/river.prj": 'PROJCS["x"]',
      }),
  ],
  [
    "metadata after 300 KB of compressed content",
    () =>
      createSmallModelZip({
        "Model_Files/a.bin": randomBytes(300_000),
        [METADATA]: "title: x\n",
        "GIS/b.bin": randomBytes(300_000),
      }),
  ],
  [
    "another value than the record",
    () => createSmallModelZip({ [METADATA]: `${model()[METADATA] as string}  title: "Another title"\n` }),
  ],
];

interface Messages {
  faults: string[];
  warnings: string[];
}

const groupBySeverity = (diagnostics: Diagnostic[]): Messages => {
  const textsOf = (kind: string) =>
    diagnostics.flatMap(({ severity, text }) => (severity === kind ? [text] : []));
  return { faults: textsOf("error"), warnings: textsOf("warning") };
};

const loadExpectedRecord = async () => ({
  recordId: RECORD,
  metadata: record.metadata,
  references: await loadReferences(server.services.db),
});

/** Errors and warnings of processing. */
async function checkAfterUpload(access: RandomAccess): Promise<Messages> {
  const { entries, diagnostics } = await checkModelZip(access, await loadExpectedRecord());
  const isValid = diagnostics.every(({ severity }) => severity !== "error");
  try {
    const model = isValid ? listMissingFileWarnings(await runReporter(openZipModel(access, entries))) : [];
    return groupBySeverity([...diagnostics, ...model]);
  } catch (error) {
    if (!(error instanceof InvalidZipError)) throw error;
    return groupBySeverity([...diagnostics, error.diagnostic]);
  }
}

/** Errors and warnings of the browser and of the command line. */
async function checkLocally(open: () => Promise<LocalModel>): Promise<Messages> {
  try {
    const { report, diagnostics = [] } = await inspectLocalModel(await open(), await loadExpectedRecord());
    const isValid = diagnostics.every(({ severity }) => severity !== "error");
    return groupBySeverity([...diagnostics, ...(isValid ? listMissingFileWarnings(report) : [])]);
  } catch (error) {
    if (!(error instanceof InvalidZipError)) throw error;
    return groupBySeverity([error.diagnostic]);
  }
}

const checkInBrowser = (zip: Buffer) =>
  checkLocally(() =>
    openLocalModel({
      items: [{ path: "model.zip", file: new File([new Uint8Array(zip)], "model.zip") }],
      hasEmptyFolders: true,
    }),
  );

async function checkOnCommandLine(zip: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), "odd-zip-"));
  try {
    await writeFile(join(folder, "model.zip"), zip);
    return await checkLocally(() => openModel(join(folder, "model.zip")));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const END = 128 * 1024;

async function callPrecheck(query: string, body: Buffer, headers: Record<string, string> = {}) {
  const response = await server.app.inject({
    method: endpoints.checkUpload.method,
    url: `/api${endpoints.checkUpload.path}?${query}`,
    headers: { "x-upload-token": ticket.uploadToken, "content-type": "application/octet-stream", ...headers },
    payload: body,
  });
  return { status: response.statusCode, text: response.body };
}

/** Errors and warnings of the precheck when the script sends each requested range; also counts bytes and calls. */
async function checkBeforeUpload(access: RandomAccess) {
  const shown = [{ offset: Math.max(0, access.size - END), length: Math.min(END, access.size) }];
  for (let calls = 1; ; calls += 1) {
    const parts = await Promise.all(
      shown.map(async ({ offset, length }) =>
        buffer(length === 0 ? Readable.from([]) : await access.read(offset, length)),
      ),
    );
    const list = shown.map(({ offset, length }) => `${offset}:${length}`).join(",");
    const { status, text } = await callPrecheck(
      `size=${access.size}&stretches=${list}`,
      Buffer.concat(parts),
    );
    expect({ status, text }).toMatchObject({ status: 200 });
    const { needed, ...found } = JSON.parse(text) as PrecheckResult;
    if (!needed) return { found, calls, bytes: parts.reduce((sum, part) => sum + part.length, 0) };
    shown.push(needed);
  }
}

const VALID_ZIPS = [
  "nothing wrong",
  "a line break after the end",
  "a page before the start",
  "code page 437 names with the Unicode Path field",
  "65,535 entries without ZIP64",
  "accents in the encoding of macOS",
  "the root folder in upper case",
  "a coverage folder",
  "a zipped coverage",
  "metadata with Windows line ends",
  "metadata in braces",
  "names in code page 437 that differ only in one umlaut",
  "10,000 small files",
];

it.each(CASES)(
  "returns the same messages in browser, command line, precheck and processing: %s",
  async (name, zip) => {
    const bytes = await zip();
    const access = createMemoryAccess(bytes);
    const expected = await checkAfterUpload(access);
    expect(expected.faults.length + expected.warnings.length === 0).toBe(VALID_ZIPS.includes(name));
    const { found, calls } = await checkBeforeUpload(access);
    expect(found).toEqual(expected);
    expect(await checkInBrowser(bytes)).toEqual(expected);
    expect(await checkOnCommandLine(bytes)).toEqual(expected);
    expect(calls).toBeLessThanOrEqual(5);
  },
);

it("lists fields whose value in the metadata file differs from the record", async () => {
  const zip = await createSmallModelZip({
    [METADATA]: `${model()[METADATA] as string}  title: "Another title"\n`,
  });
  const { found } = await checkBeforeUpload(createMemoryAccess(zip));
  expect(found.faults).toEqual([]);
  const title = getFieldText(getSchema("metadata"), record.metadata, "title");
  expect(found.warnings).toEqual([
    expect.stringContaining(`"Model name" is "Another title" in the file and "${title}" in the record`),
  ]);
});

it("warns about missing referenced files, even with many shapefiles", async () => {
  const shapefiles = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => `GIS/layer ${at}`).flatMap((stem) => [
      [`${stem}.prj`, 'PROJCS["x"]'],
      [`${stem}.shp`, randomBytes(80_000)],
    ]),
  ) as Files;
  const { found } = await checkBeforeUpload(
    createMemoryAccess(await createSmallModelZip({ ...shapefiles, "Model_Files/plan.prj": undefined })),
  );
  expect(found).toEqual({
    faults: [],
    warnings: [
      'Send the missing project file "Model_Files/plan.prj". Without it, HEC-RAS cannot open "Model_Files/plan.p01".',
    ],
  });
});

it("distinguishes a project from a shapefile's projection of the same name", async () => {
  const { found } = await checkBeforeUpload(
    createMemoryAccess(await createSmallModelZip({ "Model_Files/plan.shp": "x" })),
  );
  expect(found).toEqual({ faults: [], warnings: [] });
});

it("skips the model report if there are too many text files", async () => {
  const plans = Object.fromEntries(
    Array.from({ length: 30 }, (_, at): [string, Uint8Array | string] => [
      `Model_Files/plan.p${at + 10}`,
      "Plan Title=x",
    ]).flatMap((plan, at) => [
      plan,
      [`Model_Files/plan.r${at + 10}`, randomBytes(80_000)] as [string, Uint8Array],
    ]),
  );
  const { found, calls } = await checkBeforeUpload(
    createMemoryAccess(await createSmallModelZip({ ...plans, "Model_Files/plan.prj": undefined })),
  );
  expect(found).toEqual({ faults: [], warnings: [] });
  expect(calls).toBeLessThanOrEqual(3);
});

it("reads the metadata file of a ZIP64 zip", async () => {
  const zip64 = new ZipFile();
  const text = `global_attributes:\n  ${RECORD_ID_KEY}: "900"\n`;
  zip64.addBuffer(Buffer.from(text), `${ROOT}/${METADATA}`, { forceZip64Format: true });
  zip64.end({ forceZip64Format: true, comment: "" });
  const zip = await buffer(zip64.outputStream);
  expect(zip.includes(Buffer.from("504b0607", "hex"))).toBe(true);
  const { found } = await checkBeforeUpload(createMemoryAccess(zip));
  expect(found.faults.at(-1)).toContain('belongs to record "900"');
  expect(found).toEqual(await checkAfterUpload(createMemoryAccess(zip)));
});

it("reads only parts of a zip of gigabytes and recognizes a damaged Finder zip", async () => {
  const path = join(tmpdir(), `finder-${process.pid}.zip`);
  writeFileSync(path, "");
  // A sparse file; the directory is 2^32 bytes after its declared offset.
  truncateSync(path, 2 ** 32);
  appendFileSync(path, await createSmallModelZip());
  const handle = openSync(path, "r");
  const read = async (offset: number, length: number) => {
    const bytes = Buffer.alloc(length);
    readSync(handle, bytes, 0, length, offset);
    return Readable.from([bytes]);
  };
  const { found, bytes } = await checkBeforeUpload({ size: statSync(path).size, read });
  closeSync(handle);
  rmSync(path);
  expect(found.faults.join()).toContain(
    "made with Compress in the Mac's Finder do. Make the zip with the command zip -r instead",
  );
  expect(bytes).toBeLessThan(1024 * 1024);
});

it("does not check a zip whose directory is too long, which processing checks", async () => {
  const size = 40_000_000;
  const tail = Buffer.alloc(END);
  // The end of a zip whose directory of 60,000 entries takes 30 MB.
  tail.writeUInt32LE(0x06054b50, END - 22);
  tail.writeUInt16LE(60_000, END - 14);
  tail.writeUInt16LE(60_000, END - 12);
  tail.writeUInt32LE(30_000_000, END - 10);
  tail.writeUInt32LE(size - 22 - 30_000_000, END - 6);
  const shown = `${size - END}:${END}`;
  expect(JSON.parse((await callPrecheck(`size=${size}&stretches=${shown}`, tail)).text)).toMatchObject({
    needed: { length: END },
  });
  const { text } = await callPrecheck(`size=${size}&stretches=${shown}${",0:0".repeat(7)}`, tail);
  expect(JSON.parse(text)).toEqual({
    faults: [],
    warnings: [expect.stringContaining("could not be checked before the upload")],
  });
});

it("responds to upload scripts in lines of plain text", async () => {
  const zip = await createSmallModelZip({ "GIS/": undefined, "Model_Files/a.zip": "x" });
  const { text } = await callPrecheck(`size=${zip.length}&stretches=0:${zip.length}`, zip, {
    accept: "text/plain",
  });
  expect(text).toMatch(
    /^fault The folder ".*\/GIS" is missing\. .*\nwarning ".*a\.zip" is a compressed file .*\n$/,
  );
  const needed = await callPrecheck(`size=900000&stretches=${900_000 - zip.length}:${zip.length}`, zip, {
    accept: "text/plain",
  });
  expect(needed.text).toMatch(/^needed \d+ \d+\n$/);
});

it.each([
  ["no size", "stretches=0:1"],
  ["an invalid size", "size=1e3&stretches=0:1"],
  ["no stretches", "size=1"],
  ["byte ranges longer than the body", "size=1&stretches=0:2"],
  ["byte ranges shorter than the body", "size=1&stretches=0:0"],
])("refuses %s", async (_, query) => {
  expect(await callPrecheck(query, Buffer.from("x"))).toMatchObject({ status: 400 });
});

it("refuses a zip for a record that takes no more uploads", async () => {
  const decided = await server.aRecord();
  const { uploadToken } = await server.requestUpload(decided);
  await setStatus(server.services.db, decided.id, "accepted", new Date());
  const { text } = await callPrecheck("size=1&stretches=0:1", Buffer.from("x"), {
    "x-upload-token": uploadToken,
  });
  expect(JSON.parse(text)).toEqual({
    faults: [
      "The record is accepted, so you cannot upload to it. Create a new version of the record to upload another version of the model.",
    ],
    warnings: [],
  });
});

it("requires a valid token", async () => {
  expect(
    (await callPrecheck("size=1&stretches=0:1", Buffer.from("x"), { "x-upload-token": "no" })).status,
  ).toBe(401);
  server.advance(8 * 24 * 3600 * 1000);
  expect((await callPrecheck("size=1&stretches=0:1", Buffer.from("x"))).status).toBe(401);
  server.advance(-8 * 24 * 3600 * 1000);
});
