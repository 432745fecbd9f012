import { expect, it } from "vitest";
import {
  findNamedModelBase,
  planModelZip,
  type ChosenFolder,
} from "../../../src/contract/uploads/planModelZip.ts";

const ROOT = "030000000001_Denton";
const options = {
  rootFolder: ROOT,
  identifier: "030000000001",
  recordId: "9",
  metadataFile: { size: 4, content: "yaml" },
  coverageFile: { size: 3, content: "gdb" },
};

type Chosen = ChosenFolder<string>;

const aFile = (path: string, content = "text") => ({ path, size: content.length, modified: 5000, content });

const plan = (
  paths: string[],
  {
    emptyFolders = [],
    deniedPaths = [],
    ...changes
  }: Partial<Omit<Chosen, "files">> & { isCorrection?: boolean } = {},
) =>
  planModelZip(
    { files: paths.map((path) => aFile(path)), emptyFolders, deniedPaths },
    { ...options, ...changes },
  );

const pathsOf = ({ members }: ReturnType<typeof plan>) => members.map(({ path }) => path);

it("renames the root folder and adds metadata file, missing folders and coverage, sorted", () => {
  const result = plan(["any name/Model_Files/b.prj", "any name/Model_Files/a.prj"]);
  expect(pathsOf(result)).toEqual([
    `${ROOT}/GIS/`,
    `${ROOT}/Model_030000000001_Coverage.gdb.zip`,
    `${ROOT}/Model_Files/a.prj`,
    `${ROOT}/Model_Files/b.prj`,
    `${ROOT}/Supporting/`,
    `${ROOT}/metadata_9.yml`,
  ]);
  expect(result.addedPaths).toEqual([
    "metadata_9.yml",
    "Supporting/",
    "GIS/",
    "Model_030000000001_Coverage.gdb.zip",
  ]);
});

it("gives the same plan whatever the order of the files", () => {
  const paths = ["m/Model_Files/a.prj", "m/Model_Files/B.prj", "m/GIS/z.shp", "m/Supporting/ü.pdf"];
  expect(plan(paths)).toEqual(plan(paths.toReversed()));
});

it("keeps the folder's own coverage, in either form and any case, and its empty folders", () => {
  for (const coverage of [
    "MODEL_030000000001_coverage.gdb/a0.gdbtable",
    "Model_030000000001_Coverage.gdb.zip",
  ])
    expect(plan(["m/Model_Files/a.prj", `m/${coverage}`]).addedPaths).toEqual([
      "metadata_9.yml",
      "Supporting/",
      "GIS/",
    ]);
  const result = plan(["m/Model_Files/a.prj"], { emptyFolders: ["m/Supporting", "m/Model_Files/results"] });
  expect(pathsOf(result)).toContain(`${ROOT}/Model_Files/results/`);
  expect(pathsOf(result).filter((path) => path === `${ROOT}/Supporting/`)).toHaveLength(1);
});

it("replaces the folder's metadata file by that of the saved record", () => {
  const result = plan(["m/Model_Files/a.prj", "m/Metadata_9.yml"]);
  expect(result.members.filter(({ path }) => /metadata/i.test(path))).toEqual([
    { path: `${ROOT}/metadata_9.yml`, size: 4, modified: 0, content: "yaml" },
  ]);
});

it("leaves out and lists files of the system and of open programs", () => {
  const junk = [
    "m/.DS_Store",
    "m/Model_Files/Thumbs.db",
    "m/GIS/desktop.ini",
    "m/Supporting/~$report.docx",
    "m/Supporting/.~lock.report.odt#",
    "m/GIS/x.gdb/_gdb.HOST.1.2.sr.lock",
  ];
  const result = plan(["m/Model_Files/a.prj", ...junk]);
  expect(result.junkPaths).toEqual(junk);
  expect(pathsOf(result).filter((path) => path.startsWith(`${ROOT}/Model_Files/`))).toEqual([
    `${ROOT}/Model_Files/a.prj`,
  ]);
});

it("takes the inner folder of a folder that contains only the model's folder", () => {
  expect(pathsOf(plan(["outer/model v2/Model_Files/a.prj", "outer/model v2/readme.txt"]))).toContain(
    `${ROOT}/readme.txt`,
  );
  expect(pathsOf(plan(["outer/model/Model_Files/a.prj", "outer/other.txt"]))).toContain(
    `${ROOT}/model/Model_Files/a.prj`,
  );
});

it("keeps the names of several folders that were dropped together", () => {
  const result = plan(["Model_Files/a.prj", "Supporting/report.pdf"], { emptyFolders: ["GIS"] });
  expect(pathsOf(result)).toEqual([
    `${ROOT}/GIS/`,
    `${ROOT}/Model_030000000001_Coverage.gdb.zip`,
    `${ROOT}/Model_Files/a.prj`,
    `${ROOT}/Supporting/report.pdf`,
    `${ROOT}/metadata_9.yml`,
  ]);
  expect(pathsOf(plan(["one/a.prj", "two/b.prj"], { isCorrection: true }))).toEqual([
    `${ROOT}/metadata_9.yml`,
    `${ROOT}/one/a.prj`,
    `${ROOT}/two/b.prj`,
  ]);
});

it.each(["Model_Files", "supporting", "GIS"])("keeps the name of a chosen folder %s", (name) => {
  expect(pathsOf(plan([`${name}/a.prj`, `${name}/sub/b.prj`], { isCorrection: true }))).toEqual(
    [`${ROOT}/${name}/a.prj`, `${ROOT}/${name}/sub/b.prj`, `${ROOT}/metadata_9.yml`].sort(),
  );
});

it("names denied files as the zip would, and ignores those of open programs", () => {
  const { deniedPaths, junkPaths } = plan(["m/Model_Files/a.prj"], {
    deniedPaths: ["m/Model_Files/b.prj", "m/GIS/x.gdb/_gdb.HOST.1.2.sr.lock"],
  });
  expect(deniedPaths).toEqual([`${ROOT}/Model_Files/b.prj`]);
  expect(junkPaths).toEqual(["m/GIS/x.gdb/_gdb.HOST.1.2.sr.lock"]);
});

it("adds only the metadata file to a correction", () => {
  expect(pathsOf(plan(["m/Model_Files/a.prj"], { isCorrection: true }))).toEqual([
    `${ROOT}/Model_Files/a.prj`,
    `${ROOT}/metadata_9.yml`,
  ]);
});

it("names files alike whose accents the system encodes differently", () => {
  expect(plan(["m/Model_Files/u\u0308.prj"])).toEqual(plan(["m/Model_Files/\u00fc.prj"]));
});

it.each([
  ["the model's folder", ["m/Model_Files/a.prj", "m/readme.txt"], "m/"],
  ["the folder above", [`up/${ROOT}/Model_Files/a.prj`, `up/${ROOT}/readme.txt`], `up/${ROOT}/`],
  ["the folder above, with other files", [`up/${ROOT}.zip`, `up/${ROOT}/GIS/a.shp`], `up/${ROOT}/`],
  ["the model's folder and a zip", [`${ROOT}.zip`, `${ROOT}/GIS/a.shp`], `${ROOT}/`],
  ["a part of the model", ["GIS/a.shp", "GIS/b.shp"], ""],
  ["a part that has a folder Model_Files", ["m/Supporting/old/Model_Files/a.prj"], "m/"],
])("finds the model in %s", (_, paths, base) => {
  expect(findNamedModelBase(paths, ROOT)).toBe(base);
});
