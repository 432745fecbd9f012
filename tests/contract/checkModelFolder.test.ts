import { describe, expect, it } from "vitest";
import type { FolderEntry } from "../../src/contract/model-folder/folderEntries.ts";
import { checkModelFolder } from "../../src/contract/model-folder/checkModelFolder.ts";
import { modelFolderMessages, toFolderWording } from "../../src/contract/model-folder/modelFolderMessages.ts";
import { modelZipMessages } from "../../src/contract/model-folder/modelZipMessages.ts";
import { DEFAULT_FOLDER_LIMITS } from "../../src/contract/model-folder/checkPaths.ts";

const expected = { identifier: "030000000001", title: "Denton Creek", recordId: "17" };
const ROOT = "030000000001_Denton_Creek";
const COVERAGE = `${ROOT}/Model_030000000001_Coverage.gdb`;

function anEntry(path: string, overrides: Partial<FolderEntry> = {}): FolderEntry {
  const isDirectory = path.endsWith("/");
  return {
    path,
    size: isDirectory ? 0 : 10,
    compressedSize: isDirectory ? 0 : 10,
    isDirectory,
    ...overrides,
  };
}

const VALID_PATHS = [
  `${ROOT}/`,
  `${ROOT}/Model_Files/a.hdf`,
  `${ROOT}/Supporting/flow.csv`,
  `${ROOT}/GIS/`,
  COVERAGE,
  `${ROOT}/metadata_17.yml`,
];

function aModel({ without = [], and = [] }: { without?: string[]; and?: (string | FolderEntry)[] } = {}) {
  const validEntries = VALID_PATHS.filter((path) => !without.includes(path)).map((path) => anEntry(path));
  return [...validEntries, ...and.map((one) => (typeof one === "string" ? anEntry(one) : one))];
}

const find = (entries: FolderEntry[]) => checkModelFolder(entries, expected);
const renamed = (from: string, to: string) =>
  VALID_PATHS.map((path) => anEntry(path.startsWith(from) ? to + path.slice(from.length) : path));

describe("a valid model folder", () => {
  it.each<[string, FolderEntry[]]>([
    ["with a folder's own entries", aModel()],
    ["without entries for folders that hold files", aModel({ without: [`${ROOT}/`] })],
    ["with a geodatabase folder", aModel({ without: [COVERAGE], and: [`${COVERAGE}/a00000001.gdbtable`] })],
    ["with a geodatabase zip", aModel({ without: [COVERAGE], and: [`${COVERAGE}.zip`] })],
    ["with an empty Supporting folder", aModel({ without: [VALID_PATHS[2]!], and: [`${ROOT}/Supporting/`] })],
    ["with the root folder in another case", renamed(ROOT, ROOT.toUpperCase())],
    ["with a required folder in another case", renamed(`${ROOT}/GIS`, `${ROOT}/gis`)],
    [
      "with system files of macOS and Windows",
      aModel({
        and: [
          "__MACOSX/x/._a",
          ".DS_Store",
          `${ROOT}/GIS/.DS_Store`,
          `${ROOT}/Thumbs.db`,
          `${ROOT}/._metadata_17.yml`,
        ],
      }),
    ],
  ])("has no errors %s", (_, entries) => {
    expect(find(entries)).toEqual([]);
  });
});

/** Description, zip entries, reported entry, expected message. */
const ERRORS: [name: string, entries: FolderEntry[], entry: string | undefined, text: RegExp][] = [
  ["nothing in the zip", [], undefined, /holds no files\. Zip the folder "030000000001_Denton_Creek"/],
  ["only system files in the zip", [anEntry("__MACOSX/a")], undefined, /holds no files/],
  [
    "another root name",
    renamed(ROOT, "Denton"),
    "Denton",
    /is named "Denton"\. Rename it to "030000000001_Denton_Creek"/,
  ],
  [
    "contents without the folder",
    renamed(`${ROOT}/`, "").slice(1),
    undefined,
    /zip the folder itself instead of its contents/,
  ],
  [
    "the root in another folder",
    renamed(ROOT, `Desktop/${ROOT}`),
    "Desktop",
    /is inside another folder, "Desktop"/,
  ],
  [
    "the root in a folder of the same name",
    renamed(ROOT, `${ROOT}/${ROOT}`),
    ROOT,
    /Zip the inner folder "030000000001_Denton_Creek" itself/,
  ],
  [
    "a misnamed root in another folder",
    renamed(ROOT, "export/model"),
    "export",
    /is in the folder "export\/model", inside another folder\. Rename/,
  ],
  [
    "several folders",
    [anEntry("a/x"), anEntry("b/x")],
    undefined,
    /has no folder .* it holds "a", "b"\. Put everything/,
  ],
  ["a file beside the root", aModel({ and: ["readme.txt"] }), "readme.txt", /is next to the model folder/],
  [
    "a missing Model_Files",
    aModel({ without: [VALID_PATHS[1]!] }),
    `${ROOT}/Model_Files`,
    /Model_Files" is missing\. Make it and put the model's files into it/,
  ],
  [
    "an empty Model_Files",
    aModel({ without: [VALID_PATHS[1]!], and: [`${ROOT}/Model_Files/`] }),
    `${ROOT}/Model_Files`,
    /Model_Files" holds no files/,
  ],
  [
    "a missing Supporting",
    aModel({ without: [VALID_PATHS[2]!] }),
    `${ROOT}/Supporting`,
    /Supporting" is missing.* even when it is empty.*put a small text file into it, such as readme\.txt/,
  ],
  [
    "a missing GIS",
    aModel({ without: [VALID_PATHS[3]!] }),
    `${ROOT}/GIS`,
    /GIS" is missing.* even when it is empty/,
  ],
  [
    "a file named as a folder",
    aModel({ without: [VALID_PATHS[3]!], and: [`${ROOT}/GIS`] }),
    `${ROOT}/GIS`,
    /GIS" is a file but must be a folder/,
  ],
  [
    "no coverage",
    aModel({ without: [COVERAGE] }),
    COVERAGE,
    /Coverage\.gdb" is missing\. Put the geodatabase/,
  ],
  [
    "a coverage under another name",
    aModel({ without: [COVERAGE], and: [`${ROOT}/Area.gdb/a00000001.gdbtable`] }),
    COVERAGE,
    /Coverage\.gdb" is missing\. Rename "030000000001_Denton_Creek\/Area\.gdb"/,
  ],
  [
    "a coverage folder without tables",
    aModel({ without: [COVERAGE], and: [`${COVERAGE}/readme.txt`] }),
    COVERAGE,
    /is a folder without tables/,
  ],
  [
    "an empty coverage",
    aModel({ without: [COVERAGE], and: [anEntry(COVERAGE, { size: 0 })] }),
    COVERAGE,
    /is an empty file/,
  ],
  [
    "no metadata",
    aModel({ without: [VALID_PATHS[5]!] }),
    `${ROOT}/metadata_17.yml`,
    /metadata_17\.yml" is missing\. Download it/,
  ],
  [
    "metadata a browser renamed",
    aModel({ without: [VALID_PATHS[5]!], and: [`${ROOT}/metadata_17 (1).yml`] }),
    `${ROOT}/metadata_17.yml`,
    /the folder holds "metadata_17 \(1\)\.yml".*rename it to "metadata_17\.yml"/,
  ],
  [
    "metadata in the wrong folder",
    aModel({ without: [VALID_PATHS[5]!], and: [`${ROOT}/GIS/metadata_17.yml`] }),
    `${ROOT}/GIS/metadata_17.yml`,
    /The metadata file is at .*GIS\/metadata_17\.yml". Move it/,
  ],
  ["a path upwards", aModel({ and: [`${ROOT}/../evil`] }), `${ROOT}/../evil`, /leads out of the folder/],
  ["a path upwards by backslash", aModel({ and: ["..\\evil"] }), "..\\evil", /leads out of the folder/],
  ["an absolute path", aModel({ and: ["/etc/evil"] }), "/etc/evil", /starts at the root of a disk/],
  ["a network path", aModel({ and: ["\\\\host\\evil"] }), "\\\\host\\evil", /starts at the root of a disk/],
  ["a drive letter", aModel({ and: ["C:/evil"] }), "C:/evil", /starts with a drive letter/],
  [
    "backslashes",
    aModel({ and: [`${ROOT}\\GIS\\a.shp`] }),
    `${ROOT}\\GIS\\a.shp`,
    /written with backslashes/,
  ],
  ["an empty folder name", aModel({ and: [`${ROOT}/GIS//a`] }), `${ROOT}/GIS//a`, /empty folder name/],
  [
    "a control character",
    aModel({ and: [`${ROOT}/a\u0000b`] }),
    `${ROOT}/a\u0000b`,
    /a\uFFFDb" has an invisible control character/,
  ],
  [
    "a symlink",
    aModel({ and: [anEntry(`${ROOT}/l`, { mode: 0o120777 })] }),
    `${ROOT}/l`,
    /is a link to another file/,
  ],
  [
    "a pipe",
    aModel({ and: [anEntry(`${ROOT}/p`, { mode: 0o010644 })] }),
    `${ROOT}/p`,
    /neither a file nor a folder/,
  ],
  ["a device name", aModel({ and: [`${ROOT}/aux.txt`] }), `${ROOT}/aux.txt`, /a name that Windows reserves/],
  [
    "a device name as folder",
    aModel({ and: [`${ROOT}/COM1/a`] }),
    `${ROOT}/COM1/a`,
    /a name that Windows reserves/,
  ],
  [
    "a name ending with a dot",
    aModel({ and: [`${ROOT}/GIS./a`] }),
    `${ROOT}/GIS./a`,
    /ends with a dot or a space/,
  ],
  [
    "a long path",
    aModel({ and: [`${ROOT}/${"x".repeat(900)}`] }),
    `${ROOT}/${"x".repeat(900)}`,
    /longer than 900 characters/,
  ],
  [
    "names that differ only in case",
    aModel({ and: [`${ROOT}/GIS/a.shp`, `${ROOT}/GIS/A.shp`] }),
    `${ROOT}/GIS/A.shp`,
    /"[^"]*A\.shp" and "[^"]*a\.shp" differ only in upper\/lower case/,
  ],
  [
    "folders that differ only in case",
    aModel({ and: [`${ROOT}/gis/a.shp`] }),
    `${ROOT}/gis`,
    /differ only in upper\/lower case/,
  ],
  [
    "the same file twice",
    aModel({ and: [`${ROOT}/metadata_17.yml`] }),
    `${ROOT}/metadata_17.yml`,
    /is in the zip twice/,
  ],
  [
    "a file that is a folder",
    aModel({ and: [`${ROOT}/x`, `${ROOT}/x/y`] }),
    `${ROOT}/x`,
    /both as a file and as a folder/,
  ],
  [
    "a bomb by ratio",
    aModel({ and: [anEntry(`${ROOT}/b`, { size: 2 * 1024 ** 3, compressedSize: 2 * 1024 ** 2 })] }),
    `${ROOT}/b`,
    /more than 200 times the zip's size/,
  ],
  [
    "a bomb by size",
    aModel({ and: [anEntry(`${ROOT}/b`, { size: 2 ** 41, compressedSize: 2 ** 40 })] }),
    `${ROOT}/b`,
    /unpacks to 2048 GiB, more than the limit of 1024 GiB/,
  ],
];

describe("checkModelFolder", () => {
  it.each(ERRORS)("reports only %s, with the entry and the fix", (_, entries, entry, text) => {
    const found = find(entries);
    expect(found).toEqual([
      expect.objectContaining({ severity: "error", text: expect.stringMatching(text) }),
    ]);
    expect(found[0]?.entry).toBe(entry);
  });

  it("reports all errors at once", () => {
    const texts = find([anEntry("Denton/Model_Files/a.hdf")]).map(({ text }) => text);
    expect(texts).toHaveLength(5);
    expect(new Set(texts).size).toBe(5);
  });

  it("reports a wrong root folder first", () => {
    const [first] = find([anEntry("Denton/Model_Files/a.hdf"), anEntry("Denton/Model_Files/CON")]);
    expect(first?.text).toMatch(/^The folder in the zip is named "Denton"\./);
  });

  it("treats names as equal however their accents are encoded", () => {
    const and = [`${ROOT}/GIS/caf\u00e9`, `${ROOT}/GIS/cafe\u0301`];
    expect(find(aModel({ and }))).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/differ only/) }),
    ]);
  });

  it("limits the number of errors per rule", () => {
    const and = Array.from({ length: 5000 }, (_, index) => `../evil${index}`);
    const found = find(aModel({ and }));
    expect(found).toHaveLength(11);
    expect(found.at(-1)?.text).toMatch(/^4990 more entries have the same problem/);
  });

  it("counts implied folders and stops when there are too many", () => {
    const limits = { ...DEFAULT_FOLDER_LIMITS, maxEntries: 20 };
    const deep = anEntry(`${ROOT}/${"d/".repeat(30)}a`);
    expect(checkModelFolder([deep], expected, limits)).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/more than 20 files and folders/) }),
    ]);
    expect(checkModelFolder(aModel(), expected, limits)).toEqual([]);
  });

  it("rejects a zip of a few hundred kilobytes that unpacks to 100 MB", () => {
    const zeros = (size: number) =>
      aModel({ and: [anEntry(`${ROOT}/GIS/zeros`, { size, compressedSize: 1e5 })] });
    expect(find(zeros(1e8))).toMatchObject([
      { severity: "error", text: expect.stringMatching(/200 times/) as unknown },
    ]);
    expect(find(zeros(5e7))).toEqual([]);
  });
});

describe("warnings of checkModelFolder", () => {
  it.each(["zip", "7z", "TAR.GZ", "rar"])(
    "are given for a compressed .%s file inside the model folder",
    (extension) => {
      const path = `${ROOT}/GIS/terrain.${extension}`;
      expect(find(aModel({ and: [path] }))).toEqual([
        {
          severity: "warning",
          entry: path,
          text: expect.stringMatching(/is a compressed file inside the model's folder/),
        },
      ]);
    },
  );

  it("are given for a zipped geodatabase in a subfolder, not for the required coverage", () => {
    const path = `${ROOT}/GIS/Model_030000000001_Coverage.gdb.zip`;
    expect(find(aModel({ and: [path] })).map(({ entry }) => entry)).toEqual([path]);
  });

  it("are given for characters Windows does not allow", () => {
    const path = `${ROOT}/GIS/100%: a?.txt`;
    expect(find(aModel({ and: [path] }))).toEqual([
      { severity: "warning", entry: path, text: expect.stringMatching(/does not allow/) },
    ]);
  });

  it("are given for a path of more than 240 characters, which many Windows programs cannot open", () => {
    const [short, long] = [240, 241].map((length) => `${ROOT}/GIS/`.padEnd(length, "x")) as [string, string];
    expect(find(aModel({ and: [short, long] }))).toEqual([
      { severity: "warning", entry: long, text: expect.stringMatching(/longer than 240 characters/) },
    ]);
  });
});

it("checkModelFolder has a different message for each rule", () => {
  const sharedRules = 7;
  const sentences = ERRORS.map(([, entries]) =>
    find(entries)[0]!
      .text.replace(/"[^"]*"/g, "")
      .replace(/\d+/g, ""),
  );
  expect(new Set(sentences).size).toBe(ERRORS.length - sharedRules);
});

it.each(Object.entries({ ...modelFolderMessages, ...metadataMessages() }))(
  "does not ask to zip a folder again that was not zipped: %s",
  (_, text) => {
    expect(toFolderWording(text)).not.toMatch(/\bzip (it |the folder )?again|^The zip/i);
    expect(toFolderWording(text)).toMatch(/(\.|\}|more)$/);
  },
);

it.each([
  "noFiles",
  "contentsOnly",
  "tooDeep",
  "misnamedTooDeep",
  "noRoot",
  "beside",
  "noEmptyFolder",
] as const)("does not mention a zip if a folder has a wrong layout: %s", (name) => {
  expect(toFolderWording(modelFolderMessages[name])).not.toMatch(/\bzip\b/i);
});

/** The messages about the zip itself do not occur for a folder. */
function metadataMessages() {
  const { metadataTooLarge, metadataUnreadable, noAttributes, noRecordNamed, otherRecord } = modelZipMessages;
  return { metadataTooLarge, metadataUnreadable, noAttributes, noRecordNamed, otherRecord };
}
