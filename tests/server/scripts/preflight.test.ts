import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metadataFileName } from "../../../src/contract/modelFolder.ts";
import { findFaults } from "../../../src/contract/modelFolderFaults.ts";
import { RECORD_IDENTIFIER } from "../../../src/contract/product.ts";
import { zipCommand } from "../../../src/contract/shellQuote.ts";
import { checkMetadata } from "../../../src/server/processing/metadataCheck.ts";
import { readZipDirectory } from "../../../src/server/processing/zipDirectory.ts";
import { aZip, type ZipEntry } from "../../support/aZip.ts";
import { inMemory } from "../processing/inMemory.ts";
import { listingOf, patched } from "../processing/patchZip.ts";
import { bashScript, pathOf, pathWithoutAzCopy, powershellScript, type ShellUnderTest } from "./shells.ts";
import { aTicket, ROOT, openVendorDesk, type VendorDesk } from "./vendorDesk.ts";

const hasZip = spawnSync("zip", ["-v"]).status === 0;

const METADATA = metadataFileName("42");
const COVERAGE = "Model_030000000001_Coverage.gdb";

type Files = Record<string, string | Uint8Array | null | undefined>;

const MODEL: Files = {
  "Model_Files/plan.p01": "Plan Title=1 percent annual chance",
  "Supporting/": null,
  "GIS/": null,
  [COVERAGE]: "a zipped geodatabase",
  [METADATA]: `global_attributes:\n  ${RECORD_IDENTIFIER}: "42"\n`,
};

const under = (root: string, files: Files) =>
  Object.entries(files).flatMap(([path, content]): ZipEntry[] =>
    content === undefined ? [] : [{ path: root + path, content }],
  );

/** The zip of a small model with some changes, and entries outside its folder. */
const aModel = (changes: Files = {}, others: ZipEntry[] = [], root = `${ROOT}/`) =>
  aZip([...under(root, { ...MODEL, ...changes }), ...others]);

const file = (path: string, more: Partial<ZipEntry> = {}): ZipEntry => ({ path, content: "x", ...more });

const withMethod = async (method: number) =>
  patched(await aModel(), (zip) => {
    zip.writeUInt16LE(method, listingOf(zip, `${ROOT}/Model_Files/plan.p01`) + 10);
  });

/** The zip with code page 437 in the place of some names, as old zip programs write them: without the mark for UTF-8. */
const inCodePage = (zip: Buffer, names: Record<string, number[]>) =>
  patched(zip, (copy) => {
    for (const [name, bytes] of Object.entries(names)) {
      const listing = listingOf(copy, `${ROOT}/${name}`);
      const header = copy.readUInt32LE(listing + 42);
      for (const flags of [listing + 8, header + 6])
        copy.writeUInt16LE(copy.readUInt16LE(flags) & ~0x800, flags);
      for (const end of [listing + 46, header + 30].map((start) => start + ROOT.length + 1 + name.length))
        Buffer.from(bytes).copy(copy, end - bytes.length);
    }
  });

const many = (count: number, name: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), "x"]));

/** Whole but for the names: stored as they are, since packing so many files takes longer than looking at them. */
async function aZipOfMany(count: number): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, content } of under(`${ROOT}/`, MODEL))
    if (content === null) zip.addEmptyDirectory(path);
    else zip.addBuffer(Buffer.from(content), path);
  for (let index = 0; index < count; index += 1)
    zip.addBuffer(Buffer.from("x"), `${ROOT}/Model_Files/run ${index % 50}/output_${index}.csv`, {
      compress: false,
    });
  zip.end();
  return buffer(zip.outputStream);
}

/** Zips the portal refuses or warns of; the script has to say the same of each. */
const CASES: [name: string, zip: () => Promise<Buffer> | Buffer][] = [
  ["nothing wrong", () => aModel()],
  ["an empty file", () => Buffer.alloc(0)],
  ["text named .zip", () => Buffer.from("no zip at all, only some text")],
  ["a RAR archive named .zip", () => Buffer.from("526172211a0700cf90730000", "hex")],
  ["a zip whose end is missing", async () => (await aModel()).subarray(0, -60)],
  [
    "a zip whose list is damaged",
    async () =>
      patched(await aModel(), (zip) =>
        zip.fill(7, listingOf(zip, `${ROOT}/GIS/`), listingOf(zip, `${ROOT}/GIS/`) + 4),
      ),
  ],
  [
    "a zip that says it holds less",
    async () =>
      patched(await aModel(), (zip) => {
        zip.writeUInt16LE(3, zip.length - 12);
        zip.writeUInt16LE(3, zip.length - 14);
      }),
  ],
  [
    "one part of a split zip",
    async () => patched(await aModel(), (zip) => zip.writeUInt16LE(1, zip.length - 18)),
  ],
  ["no entries", () => aZip([])],
  ["only what macOS leaves behind", () => aZip([file("__MACOSX/x"), file(".DS_Store")])],
  ["Deflate64, as Windows Explorer writes it", () => withMethod(9)],
  ["LZMA", () => withMethod(14)],
  ["a method nobody knows", () => withMethod(77)],
  [
    "a password",
    async () =>
      patched(await aModel(), (zip) => {
        const at = listingOf(zip, `${ROOT}/Model_Files/plan.p01`) + 8;
        zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at);
      }),
  ],
  ["another root folder", () => aModel({}, [], "Denton & Creek/")],
  ["the root in other capitals", () => aModel({}, [], `${ROOT.toUpperCase()}/`)],
  ["the contents without the folder", () => aModel({}, [], "")],
  ["the folder inside another", () => aModel({}, [], `outer/${ROOT}/`)],
  ["several folders", () => aZip(under("a/", MODEL).concat(under("b/", MODEL), file("c"), file("d")))],
  ["a file and a folder beside the root", () => aModel({}, [file("readme.txt"), file("more/x")])],
  [
    "names a dictionary has for itself beside the root and in the coverage",
    () =>
      aModel({ [COVERAGE]: undefined, [`${COVERAGE}/Keys`]: "x", [`${COVERAGE}/a01.gdbtable`]: "x" }, [
        file("Count"),
        file("keys/x"),
        file("VALUES"),
      ]),
  ],
  [
    "names a dictionary has for itself in the place of the root",
    () => aModel({}, [file("count/x"), file("keys"), file("values/x")], "folder/"),
  ],
  ["no Supporting and no GIS", () => aModel({ "Supporting/": undefined, "GIS/": undefined })],
  ["no model files", () => aModel({ "Model_Files/plan.p01": undefined })],
  ["an empty Model_Files", () => aModel({ "Model_Files/plan.p01": undefined, "Model_Files/": null })],
  ["GIS as a file", () => aModel({ "GIS/": undefined, GIS: "x" })],
  ["no coverage", () => aModel({ [COVERAGE]: undefined })],
  ["a coverage with another name", () => aModel({ [COVERAGE]: undefined, "area.gdb": "x" })],
  ["an empty coverage", () => aModel({ [COVERAGE]: "" })],
  ["a coverage folder", () => aModel({ [COVERAGE]: undefined, [`${COVERAGE}/a01.gdbtable`]: "x" })],
  ["a coverage folder without tables", () => aModel({ [COVERAGE]: undefined, [`${COVERAGE}/gdb`]: "x" })],
  ["a coverage with .zip behind", () => aModel({ [COVERAGE]: undefined, [`${COVERAGE}.zip`]: "x" })],
  ["no metadata", () => aModel({ [METADATA]: undefined })],
  [
    "the metadata of another record",
    () => aModel({ [METADATA]: `global_attributes:\n  ${RECORD_IDENTIFIER}: "7"\n` }),
  ],
  ["another record's metadata file", () => aModel({ [METADATA]: undefined, "metadata_7.yml": "x" })],
  ["the metadata in a folder", () => aModel({ [METADATA]: undefined, [`GIS/${METADATA}`]: "x" })],
  ["metadata without attributes", () => aModel({ [METADATA]: "title: x\n" })],
  ["metadata that names no record", () => aModel({ [METADATA]: "global_attributes:\n  title: x\n" })],
  ["metadata of 2 MB", () => aModel({ [METADATA]: "#".repeat(2 ** 21) })],
  [
    "metadata with Windows line ends",
    () => aModel({ [METADATA]: `\uFEFFglobal_attributes:\r\n  a: 1\r\n  ${RECORD_IDENTIFIER}: 42 # us\r\n` }),
  ],
  ["metadata in braces", () => aModel({ [METADATA]: `global_attributes: {${RECORD_IDENTIFIER}: 42}\n` })],
  ["compressed files", () => aModel({ "GIS/a.ZIP": "x", "GIS/b.tar.gz": "x", "GIS/c.gzip": "x" })],
  ["a path out of the folder", () => aModel({}, [file(`${ROOT}/../../evil.sh`)])],
  ["an absolute path", () => aModel({}, [file("/etc/passwd")])],
  ["a drive letter", () => aModel({}, [file("C:/Windows/x.dll")])],
  [
    "backslashes",
    () => aZip(under(`${ROOT}\\`, { "Model_Files\\a": "x", "GIS\\b": "x", "Supporting\\c": "x" })),
  ],
  ["a link", () => aModel({}, [file(`${ROOT}/GIS/link`, { mode: 0o120777 })])],
  ["a pipe", () => aModel({}, [file(`${ROOT}/GIS/pipe`, { mode: 0o010644 })])],
  ["names Windows keeps", () => aModel({ "GIS/CON": "x", "GIS/aux.txt": "x", "GIS/console": "x" })],
  ["names that end with a dot or a blank", () => aModel({ "GIS/a.": "x", "GIS/b ": "x" })],
  ["a control character", () => aModel({ "GIS/a\u0007b": "x", "GIS/a\u0085b": "x" })],
  ["a path of 950 characters", () => aModel({ [`GIS/${"ü".repeat(950)}`]: "x" })],
  ["characters Windows forbids", () => aModel({ "GIS/what?.txt": "x", 'GIS/"quoted".txt': "x" })],
  [
    "invisible and foreign characters",
    () => aModel({ "GIS/\u202Etxt.zip": "x", "GIS/Ünïcode 水 🌊.7z": "x" }),
  ],
  [
    "names in code page 437 that differ only in one umlaut",
    async () =>
      inCodePage(await aModel({ "GIS/Plan_1": "x", "GIS/Plan_2": "x" }), {
        "GIS/Plan_1": [0x84],
        "GIS/Plan_2": [0x94],
      }),
  ],
  [
    "names in code page 437 that are at fault",
    async () =>
      inCodePage(await aModel({ "GIS/Pla1": "x", "GIS/Pla2": "x", "GIS/R3.zip": "x" }), {
        "GIS/Pla1": [0x84, 0x2e],
        "GIS/Pla2": [0x94, 0x2e],
        "GIS/R3.zip": [0xe1, 0x2e, 0x7a, 0x69, 0x70],
      }),
  ],
  [
    "UTF-8 names without the mark for it, as the Mac's Finder writes them",
    async () => inCodePage(await aModel({ "GIS/river12": "x" }), { "GIS/river12": [0xc3, 0xbc, 0x2e] }),
  ],
  ["a file twice", () => aModel({}, [file(`${ROOT}/Model_Files/plan.p01`)])],
  ["names that differ in capitals", () => aModel({ "GIS/River.shp": "x", "GIS/river.SHP": "x" })],
  ["a file that is a folder too", () => aModel({ "GIS/a": "x", "GIS/a/b": "x" })],
  ["twelve of a kind", () => aModel(many(12, (index) => `GIS/${index}.zip`))],
  ["eleven of a kind", () => aModel(many(11, (index) => `GIS/${index}.`))],
  ["10,000 small files", () => aZipOfMany(10_000)],
];

/** What the portal finds in the zip, in the order in which it tells it. */
async function portalFindings(zip: Buffer) {
  const access = inMemory(zip);
  const { entries, faults } = await readZipDirectory(access);
  if (entries.length === 0 && faults.length > 0) return faults;
  const { identifier, title, recordId } = aTicket("");
  const findings = [...faults, ...findFaults(entries, { identifier, title, recordId })];
  const hasMetadata = entries.some(({ path }) => new RegExp(`^[^/]+/${METADATA}$`, "i").test(path));
  if (faults.length > 0 || !hasMetadata) return findings;
  const check = { access, entries, recordId, identifierAttribute: RECORD_IDENTIFIER };
  const misnamed = await checkMetadata(check);
  return misnamed ? [...findings, misnamed] : findings;
}

/** `awk`: the program that goes by the name of awk, where the shell uses one. */
function describePreflight(shell: ShellUnderTest, awk?: string) {
  let desk: VendorDesk;
  const own: Record<string, string> = {};
  beforeAll(async () => {
    desk = await openVendorDesk(shell);
    if (awk) own.PATH = pathWithAwk(awk);
  });
  afterAll(() => desk.close());

  function pathWithAwk(program: string) {
    const bin = join(desk.folder, "awk");
    mkdirSync(bin);
    symlinkSync(program, join(bin, "awk"));
    return `${bin}:${pathWithoutAzCopy}`;
  }

  async function check(zip: Buffer, environment: Record<string, string> = {}) {
    const path = join(desk.folder, "checked.zip");
    writeFileSync(path, zip);
    desk.server.asked.length = 0;
    const { code, output, errors } = await desk.run(path, { ...own, ...environment });
    const linesWith = (text: string, mark: RegExp) =>
      text.split(/\r?\n/).flatMap((line) => (mark.test(line) ? [line.replace(mark, "")] : []));
    return { code, output, faults: linesWith(errors, /^ {7}- /), warnings: linesWith(output, /^Warning: /) };
  }

  it.each(CASES)("says of a zip with %s what the portal says", async (_, zip) => {
    const bytes = await zip();
    const findings = await portalFindings(bytes);
    const textsOf = (kind: string) =>
      findings.flatMap(({ severity, text }) => (severity === kind ? [text] : []));
    const { code, faults, warnings } = await check(bytes);
    expect({ faults, warnings }).toEqual({ faults: textsOf("fault"), warnings: textsOf("warning") });
    expect(code).toBe(faults.length > 0 ? 11 : 0);
    if (code === 11) expect(desk.server.asked.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it.skipIf(!hasZip)("takes what the instructions' zip command makes (skipped without zip)", async () => {
    const folder = join(desk.folder, ROOT);
    for (const [path, content] of Object.entries(MODEL)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      if (content === null) mkdirSync(join(folder, path));
      else writeFileSync(join(folder, path), content ?? "");
    }
    spawnSync("sh", ["-c", zipCommand("MAC_LINUX", ROOT)], { cwd: desk.folder });
    const zip = readFileSync(`${folder}.zip`);
    expect(await portalFindings(zip)).toEqual([]);
    expect(await check(zip)).toMatchObject({ code: 0, faults: [], warnings: [] });
  });

  it.runIf(shell.shell === "bash")("leaves the check to the portal where awk does not work", async () => {
    const bin = join(desk.folder, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "awk"), "#!/bin/sh\nexit 2\n", { mode: 0o755 });
    const { code, output } = await check(await aModel({ "GIS/": undefined }), {
      PATH: `${bin}:${pathWithoutAzCopy}`,
    });
    expect(output).toContain(
      "The zip cannot be checked on this computer; the portal does so after the upload.",
    );
    expect(code).toBe(0);
  });

  it("tells a faulty zip of the Mac's Finder, larger than 4 GB, and what to do", async () => {
    const path = join(desk.folder, "finder.zip");
    writeFileSync(path, "");
    // A hole takes no room on the disk; the list is 2^32 bytes behind where the zip says it is.
    truncateSync(path, 2 ** 32);
    appendFileSync(path, await aModel());
    const { code, errors } = await desk.run(path, own);
    rmSync(path);
    expect(code).toBe(11);
    expect(errors).toContain("made with Compress in the Mac's Finder, use the command zip -r instead");
  });

  it("reads the zip64 form of a zip's list, and the metadata file in it", async () => {
    const zip64 = new ZipFile();
    const name = `${ROOT}/${METADATA}`;
    zip64.addBuffer(Buffer.from(`global_attributes:\n  ${RECORD_IDENTIFIER}: "9"\n`), name, {
      forceZip64Format: true,
    });
    zip64.end({ forceZip64Format: true, comment: "" });
    const zip = await buffer(zip64.outputStream);
    expect(zip.includes(Buffer.from("504b0607", "hex"))).toBe(true);
    const texts = (await portalFindings(zip)).map(({ text }) => text);
    expect(texts.at(-1)).toContain('belongs to record "9"');
    expect((await check(zip)).faults).toEqual(texts);
  });

  it("sends a zip with faults all the same when it is told to", async () => {
    const { code, output } = await check(await aModel({ "GIS/": undefined }), { UPLOAD_UNCHECKED: "1" });
    expect(code).toBe(0);
    expect(output).toContain("The zip is not checked here; the portal does so after the upload.");
  });
}

// Debian's, Fedora's and the Mac's: they differ in what they read as a number, as an escape and as a letter.
for (const name of ["mawk", "gawk", "original-awk"]) {
  const awk = pathOf(name);
  const absent = bashScript.absent ?? (awk ? undefined : `no ${name}`);
  const why = absent ? ` (skipped: ${absent})` : "";
  describe.skipIf(absent)(`the look of ${bashScript.fileName} at the zip, by ${name}${why}`, () =>
    describePreflight(bashScript, awk),
  );
}

const { fileName, absent } = powershellScript;
describe.skipIf(absent)(`the look of ${fileName} at the zip${absent ? ` (skipped: ${absent})` : ""}`, () =>
  describePreflight(powershellScript),
);
