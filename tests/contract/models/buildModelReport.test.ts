import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../../../scripts/generate/compileSchema.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import {
  MAX_TEXT_BYTES,
  UnreadableFileError,
  type ModelFile,
} from "../../../src/contract/models/fileFacts.ts";
import { FILE_NAME_PATTERNS, recognizeFile } from "../../../src/contract/models/recognizeFile.ts";
import { modelSource, pecanBranch, TEXAS_NORTH_CENTRAL } from "../../support/modelTexts.ts";

const report = (contents: Parameters<typeof modelSource>[0]) => buildModelReport(modelSource(contents));
const pecan = (changes: Parameters<typeof modelSource>[0] = {}, without: string[] = []) =>
  report(
    Object.fromEntries(
      Object.entries({ ...pecanBranch, ...changes }).filter(([path]) => !without.includes(path)),
    ),
  );

describe("the report of a HEC-RAS project", () => {
  it("lists software, plans, geometry and location", async () => {
    const found = await pecan();
    expect(found.software).toEqual([
      { name: "HEC-RAS", version: "6.5", otherVersions: ["5.0.7", "6.3", "6.3.1"], files: 7, isRead: true },
    ]);
    expect(found.projects).toEqual([
      {
        path: "Model_Files/Pecan.prj",
        software: "HEC-RAS",
        title: "Pecan Branch",
        units: "US customary",
        currentPlan: "Model_Files/Pecan.p02",
        coordinateSystem: "NAD_1983_StatePlane_Texas_North_Central_FIPS_4202_Feet",
        coordinateSystemFrom: "Model_Files/Projection/texas.prj",
      },
    ]);
    expect(found.plans.map(({ path, result, isCurrent }) => [path, result, isCurrent])).toEqual([
      ["Model_Files/Pecan.p01", "missing", false],
      ["Model_Files/Pecan.p02", "missing", true],
    ]);
    expect(found.geometries[0]?.dimensions).toBe("1D/2D");
    const [west, south, east, north] = found.footprint!.bounds;
    expect([west, south, east, north].map((degrees) => Math.round(degrees * 10) / 10)).toEqual([
      -97.3, 33.1, -97.3, 33.1,
    ]);
    expect(found.totals).toMatchObject({ references: 13, missing: 0, outside: 1, found: 12 });
  });

  it("is valid against its schema", async () => {
    const schema = getSchema("model-report");
    const validate = compileSchema(schema)[schema.$id]!;
    for (const document of [await pecan(), await report({}), await report({ "a/x.g02": "garbage" })])
      expect([validate(document), validate.errors]).toEqual([true, null]);
  });

  it("reports a missing geometry once, although a project and two plans refer to it", async () => {
    const found = await pecan({}, ["Model_Files/Pecan.g01"]);
    expect(found.findings.filter(({ severity }) => severity === "missing").map(({ text }) => text)).toEqual([
      'Send the missing file "Model_Files/Pecan.g01" (geometry): "Model_Files/Pecan.p01" and 2 more refer to it.',
    ]);
  });

  it("reports the missing project file of plans", async () => {
    const found = await pecan({}, ["Model_Files/Pecan.prj"]);
    expect(found.findings[0]).toEqual({
      severity: "missing",
      path: "Model_Files/Pecan.p01",
      text: 'Send the missing project file "Model_Files/Pecan.prj". Without it, HEC-RAS cannot open "Model_Files/Pecan.p01".',
    });
  });

  it.each([
    ["garbage", "no project"],
    ["empty", ""],
    ["a coordinate system", TEXAS_NORTH_CENTRAL],
  ])("reports a project file that is %s as invalid, not as missing", async (_, content) => {
    const found = await pecan({ "Model_Files/Pecan.prj": content });
    const missing = found.findings.filter(({ severity }) => severity === "missing");
    expect(missing).toEqual([
      {
        severity: "missing",
        path: "Model_Files/Pecan.p01",
        text: 'Replace the file "Model_Files/Pecan.prj", which is not a HEC-RAS project file. Without one, HEC-RAS cannot open "Model_Files/Pecan.p01".',
      },
    ]);
  });

  it("reports an unreadable geometry and reads the other files", async () => {
    const found = await pecan({ "Model_Files/Pecan.g02": Uint8Array.of(7, 0, 9) });
    expect(texts(found)).toContain(
      'Replace "Model_Files/Pecan.g02". It could not be read: line 1: not a text file.',
    );
    expect(found.totals.unreadable).toBe(2);
  });

  it("reports a result that is older than its plan", async () => {
    const found = await pecan({
      "Model_Files/Pecan.p02": { text: pecanBranch["Model_Files/Pecan.p02"], modified: 10_000_000 },
      "Model_Files/Pecan.O02": { text: "output", modified: 1_000_000 },
    });
    expect(texts(found)).toContain(
      'Run "Model_Files/Pecan.p02" again: its result "Model_Files/Pecan.O02" is older.',
    );
  });

  it("distinguishes projects in one folder by full name", async () => {
    const { projects } = await report({
      "m/Pecan.prj": "Proj Title=a",
      "m/Pecan.old.prj": "Proj Title=b",
      "m/Pecan.projection": TEXAS_NORTH_CENTRAL,
      "m/PECAN.OLD.projection": TEXAS_NORTH_CENTRAL.replace("North_Central", "South"),
    });
    expect(projects.map(({ coordinateSystemFrom }) => coordinateSystemFrom)).toEqual([
      "m/PECAN.OLD.projection",
      "m/Pecan.projection",
    ]);
  });
});

describe("HDF files", () => {
  const hdf = (name: string) => readFileSync(`tests/fixtures/models/${name}`);

  it("add coordinate system, land cover and the finished run to the report", async () => {
    const found = await pecan({
      "Model_Files/Pecan.g01.hdf": hdf("Pecan.g01.hdf"),
      "Model_Files/Pecan.p02.hdf": hdf("Pecan.p02.hdf"),
    });
    expect(found.projects[0]?.coordinateSystemFrom).toBe("Model_Files/Pecan.g01.hdf");
    expect(found.plans[1]).toMatchObject({ result: "finished", resultFile: "Model_Files/Pecan.p02.hdf" });
    expect(found.references).toContainEqual({
      from: "Model_Files/Pecan.g01.hdf",
      kind: "land cover",
      target: ".\\Land\\LandCover.hdf",
      state: "missing",
      isOptional: false,
    });
    expect(found.changed).toMatchObject({ first: "2024-04-17", firstFile: "Model_Files/Pecan.g01.hdf" });
    expect(JSON.stringify(found)).not.toContain("jdoe");
  });

  it.each([
    [
      "cut off at half their length",
      hdf("Pecan.p01.hdf").subarray(0, 10_736),
      "it is cut off: 10,736 of 21,472 bytes. Copy it again",
    ],
    ["HDF4", Buffer.from("\x0e\x03\x13\x01 and more", "latin1"), "it is an HDF4 file, and only HDF5 is read"],
    ["text", Buffer.from("no HDF"), "it is not an HDF5 file"],
    [
      "of a later HDF5 generation",
      Buffer.from("\x89HDF\r\n\x1a\n\x09".padEnd(80), "latin1"),
      "it is written by a newer HDF5 version, which is not read here",
    ],
  ])("are reported as unreadable when they are %s", async (_, bytes, reason) => {
    const found = await pecan({ "Model_Files/Pecan.p01.hdf": bytes });
    expect(found.files.find(({ path }) => path.endsWith(".hdf"))).toMatchObject({
      state: "unreadable",
      reason,
    });
    expect(found.plans[0]?.result).toBe("delivered");
  });

  it("are reported as read in part when they store attributes in a form that is not read", async () => {
    const bytes = Buffer.concat([hdf("Pecan.p02.hdf"), Buffer.from("BTHD\0\x08 index", "latin1")]);
    const found = await pecan({ "Model_Files/Pecan.p02.hdf": bytes });
    expect(found.files.find(({ path }) => path.endsWith(".hdf"))?.state).toBe("in part");
    expect(found.totals.unread).toBe(1);
  });

  it("give plan, times, version and coordinate system in a folder without text files", async () => {
    const found = await report({
      "m/Pecan.g01.hdf": hdf("Pecan.g01.hdf"),
      "m/Pecan.p02.hdf": hdf("Pecan.p02.hdf"),
    });
    expect(found.plans).toMatchObject([
      {
        path: "m/Pecan.p02.hdf",
        title: "May 2015",
        version: "6.5",
        start: "2015-05-24T00:00",
        result: "finished",
      },
    ]);
    expect(found.projects).toMatchObject([
      { path: "m/Pecan.g01.hdf", coordinateSystem: "NAD_1983_StatePlane_Texas_North_Central_FIPS_4202_Feet" },
    ]);
    expect(found.footprint?.counties).toEqual(["Denton"]);
  });
});

describe("references to files", () => {
  const stateOf = async (target: string, delivered: string[]) => {
    const project = `<RASMapper><Layer Type="TerrainLayer" Filename="${target}" />`;
    const files = Object.fromEntries(delivered.map((path) => [path, "x"]));
    const { references } = await report({ "m/X.rasmap": project, ...files });
    return references[0]!;
  };

  it.each([
    [".\\Terrain\\T.hdf", ["m/Terrain/T.hdf"], "found", "m/Terrain/T.hdf"],
    ["Terrain\\T.hdf", ["m/terrain/t.HDF"], "capitals", "m/terrain/t.HDF"],
    ["..\\GIS\\T.hdf", ["GIS/T.hdf"], "found", "GIS/T.hdf"],
    [
      "C:\\Users\\jdoe\\Denton\\m\\Terrain\\T.hdf",
      ["m/Terrain/T.hdf", "GIS/T.hdf"],
      "elsewhere",
      "m/Terrain/T.hdf",
    ],
    [".\\Terrain\\T.hdf", ["m/T.hdf"], "elsewhere", "m/T.hdf"],
    [".\\Terrain\\T.hdf", ["m/U.hdf"], "missing", undefined],
    ["R\u00edo.hdf", ["m/Ri\u0301o.hdf"], "found", "m/Ri\u0301o.hdf"],
    ["\\\\server\\share\\T.hdf", ["m/U.hdf"], "missing", undefined],
    ["%LocalAppData%\\Web\\T.xml", [], "outside", undefined],
    ["https://tiles.example.com/T", [], "outside", undefined],
  ])("resolve %s among the files %j as %s", async (target, delivered, state, found) => {
    expect(await stateOf(target, delivered)).toMatchObject({ state, ...(found && { found }) });
  });

  it("show only the end of an author's local path", async () => {
    for (const target of [
      "C:\\Users\\jdoe\\Clients\\Secret\\Terrain\\T.hdf",
      "/home/jdoe/Secret/Terrain/T.hdf",
    ]) {
      const found = await stateOf(target, []);
      expect(found.target).toMatch(/^…[\\/]Terrain[\\/]T\.hdf$/);
    }
    for (const target of ["..\\..\\..\\jdoe\\Downloads\\REF\\T.hdf", "..\\Users\\jdoe\\REF\\T.hdf"])
      expect((await stateOf(target, [])).target).toBe("…\\REF\\T.hdf");
  });
});

it("reports a missing file of the author's disk once, and not as a file of the model", async () => {
  const network = '[JUNCTIONS]\n[TIMESERIES]\nT1 FILE "C:\\Users\\jdoe\\rain\\storm.dat"\n';
  const found = await report({ "a/net.inp": network, "b/net.inp": network });
  expect(texts(found)).toEqual([
    'Send the missing file "…\\rain\\storm.dat" (time series): "a/net.inp" and 1 more refer to it.',
  ]);
});

it("reports a wrong path once, even if two layers of a file use it", async () => {
  const layers = ["TerrainLayer", "LandCoverLayer"].map(
    (type) => `<Layer Type="${type}" Filename=".\\Old\\T.hdf" />`,
  );
  const found = await report({ "m/X.rasmap": `<RASMapper>${layers.join("")}</RASMapper>`, "m/T.hdf": "x" });
  expect(found.totals.elsewhere).toBe(2);
  expect(texts(found).filter((text) => text.startsWith("Correct a path"))).toHaveLength(1);
});

it("reports a folder without model files", async () => {
  const found = await report({ "Model_Files/notes.txt": "" });
  expect(texts(found)).toEqual([
    "No model files recognized. Check that the model files are in the folder.",
    'Replace or delete "Model_Files/notes.txt": it is an empty file.',
  ]);
});

it("detects no program from a file extension alone, and reports an invalid project", async () => {
  const network = await report({ "net.inp": "[JUNCTIONS]\n[RESERVOIRS]\n[PIPES]\n" });
  expect(network.software).toEqual([]);
  const hms = await report({ "Creek.hms": "garbage", "Creek.basin": "Basin: Creek\nEnd:\n" });
  expect(texts(hms)[0]).toBe(
    'Replace the file "Creek.hms", which is not a HEC-HMS project file. Without one, HEC-HMS cannot open "Creek.basin".',
  );
});

it.each([
  [["Metric", "Metric"], "SI"],
  [["English"], "US customary"],
  [["English", "Metric"], undefined],
])("gives a HEC-HMS project with the basin models %j the units %s", async (systems, units) => {
  const basins = systems.map((system, index) => [
    `Creek${index}.basin`,
    `Basin: Creek\n     Unit System: ${system}\nEnd:\n`,
  ]);
  const found = await report({ "Creek.hms": "Project: Creek\nEnd:\n", ...Object.fromEntries(basins) });
  expect(found.projects[0]?.units).toBe(units);
});

it("reports missing files for an empty folder", async () => {
  expect((await report({})).findings).toMatchObject([
    { severity: "missing", text: expect.stringMatching(/^No model files recognized/) },
  ]);
});

it("recognizes software by file names without reading the files", async () => {
  const { software } = await report({
    "a/run.tcf": "x",
    "a/CADPTS.DAT": "x",
    "a/FPLAIN.DAT": "x",
    "a/net.icmm": "x",
  });
  expect(software.map(({ name, isRead }) => [name, isRead])).toEqual([
    ["FLO-2D", false],
    ["InfoWorks ICM", false],
    ["TUFLOW", false],
  ]);
});

it.each([
  ["an empty file that a Fortran program left", { "a/fort.10": "", "a/fort.15": "x" }],
  ["a grid of another program under a HEC-HMS ending", { "a/dem.grid": "ncols 4\nnrows 4\n" }],
])("recognizes no software by %s", async (_, files) => {
  expect((await report(files)).software).toEqual([]);
});

it.each(["Backup.p01", "Backup.g01", "Pecan.p01.tmp.hdf"])(
  "notes %s as left over, not as a project without its file",
  async (name) => {
    const found = await report({ ...pecanBranch, [`Model_Files/${name}`]: "x" });
    expect(found.findings.filter(({ path }) => path?.endsWith(name))).toMatchObject([{ severity: "note" }]);
    expect(found.totals.missing).toBe(0);
  },
);

it("names a file that the computer denies reading and reports the others", async () => {
  const source = modelSource(pecanBranch);
  const locked = "Model_Files/Pecan.p02";
  const found = await buildModelReport({
    files: [...source.files, { path: "Model_Files/dem.tif", size: 0, unreadableReason: "access is denied" }],
    read: (path, length) =>
      path === locked ? Promise.reject(new UnreadableFileError("it is locked")) : source.read(path, length),
  });
  expect(texts(found)).toContain(`Replace "${locked}". It could not be read: it is locked.`);
  expect(texts(found)).toContain('Replace "Model_Files/dem.tif". It could not be read: access is denied.');
  expect(found.plans.map(({ path }) => path)).toEqual(["Model_Files/Pecan.p01"]);
  expect(found.totals).toMatchObject({ missing: 0, unreadable: 3 });
});

it("does not take a file's time for the day of a change", async () => {
  const text = pecanBranch["Model_Files/Pecan.p02"];
  expect(
    (await pecan({ "Model_Files/Pecan.p02": { text, modified: Date.UTC(2020, 1, 1) } })).changed,
  ).toBeNull();
});

it.each(["1 January 1900", "1 January 2000"])(
  "does not take the placeholder %s for a change",
  async (day) => {
    const head = (type: string, changed: string) =>
      `${type}: Creek\n     Last Modified Date: ${changed}\nEnd:\n`;
    const found = await report({
      "Creek.hms": head("Project", day),
      "Creek.basin": head("Basin", "17 April 2024"),
    });
    expect(found.changed).toMatchObject({ first: "2024-04-17", last: "2024-04-17" });
  },
);

it("says why a model is not on the map", async () => {
  const basin = (system: string) =>
    `Basin: Creek\nEnd:\nSubbasin: A\n     Canvas X: 1\n     Canvas Y: 2\nEnd:\n` +
    `Subbasin: B\n     Canvas X: 3\n     Canvas Y: 4\nEnd:\nBasin Spatial Properties:\n     Coordinate System: ${system}\nEnd:\n`;
  const found = await report({
    "Creek.hms": "Project: Creek\nEnd:\n",
    "Creek.basin": basin('LOCAL_CS["Site grid",UNIT["Meter",1]]'),
  });
  expect(texts(found)).toContain(
    'Correct the coordinate system "Site grid" in "Creek.basin", so that the model can be shown on the map. It is not understood: LOCAL_CS.',
  );
});

const METRIC = TEXAS_NORTH_CENTRAL.replace('UNIT["Foot_US",0.3048006096012192]', 'UNIT["Meter",1.0]');
const UNIT_PROBLEM =
  'Use the same unit in the project and its coordinate system: "Model_Files/Pecan.prj" has $ units, ' +
  '"NAD_1983_StatePlane_Texas_North_Central_FIPS_4202_Feet" is in $.';

it.each([
  ["SI", TEXAS_NORTH_CENTRAL, ["SI", "feet"]],
  ["English", METRIC, ["US customary", "meters"]],
  ["English", TEXAS_NORTH_CENTRAL, undefined],
  ["SI", METRIC, undefined],
])("compares %s units of a HEC-RAS project with its coordinate system", async (units, system, found) => {
  const project = pecanBranch["Model_Files/Pecan.prj"].replace("English", units);
  const changed = { "Model_Files/Pecan.prj": project, "Model_Files/Projection/texas.prj": system };
  const problems = texts(await report({ ...pecanBranch, ...changed })).filter((text) =>
    text.includes("Use the same unit"),
  );
  expect(problems).toEqual(
    found ? [found.reduce((text, word) => text.replace("$", word), UNIT_PROBLEM)] : [],
  );
});

it("recognizes software by abbreviations that are in the software list", () => {
  const list = JSON.parse(readFileSync("schemas/reference/software.json", "utf8")) as {
    software_abbr: string;
  }[];
  const known = list.map(({ software_abbr }) => software_abbr);
  expect(known).toEqual(expect.arrayContaining(Object.keys(FILE_NAME_PATTERNS)));
});

it.each([
  ["Creek.sim11", "MIKE 11"],
  ["Bay.m21fm", "MIKE 21"],
  ["town.mupp", "MIKE+"],
  ["sfincs.inp", "SFINCS"],
  ["town.inp", "EPA SWMM"],
  ["Creek.ief", "Flood Modeller"],
  ["watershed.wksp", "HEC-ResSim"],
  ["mesh.2dm", undefined],
  ["Creek.w01", "HEC-RAS"],
  ["pond.ppc", "PondPack"],
])("recognizes the software of the file name %s", (name, software) => {
  expect(recognizeFile(name)).toMatchObject({ kind: expect.any(String) as string });
  expect(recognizeFile(name)!.software).toBe(software);
});

it("names one version once, in whatever form its files write it", async () => {
  const { software } = await report({
    "m/X.prj": "Proj Title=x\nCurrent Plan=p01\nPlan File=p01\n",
    "m/X.p01": "Plan Title=x\nProgram Version=6.10\n",
    "m/X.g01": "Geom Title=x\nProgram Version=6.1.0\n",
  });
  expect(software).toMatchObject([{ version: "6.1", otherVersions: [] }]);
});

it("lists two projects in the same order, however the files are listed", async () => {
  const files = { "m/B.prj": "Proj Title=b", "m/A.prj": "Proj Title=a" };
  const { projects } = await report(files);
  expect(projects.map(({ path }) => path)).toEqual(["m/A.prj", "m/B.prj"]);
});

it("reads only the first 32 MB of a text and reports it", async () => {
  const source = modelSource({ "X.g01": { text: pecanBranch["Model_Files/Pecan.g01"], size: 2e9 } });
  const { files, findings } = await buildModelReport(source);
  expect(source.reads).toEqual([["X.g01", MAX_TEXT_BYTES]]);
  expect(files[0]).toMatchObject({ state: "in part", reason: "only its first 32 MB were read" });
  expect(findings.map(({ text }) => text)).toContain('"X.g01": only its first 32 MB were read.');
});

describe("an HDF result file of 60 GB", () => {
  const path = "Model_Files/Pecan.p01.hdf";
  const result = (about: Partial<ModelFile> & { bytes?: Uint8Array }) =>
    modelSource({
      "Model_Files/Pecan.prj": pecanBranch["Model_Files/Pecan.prj"],
      "Model_Files/Pecan.p01": pecanBranch["Model_Files/Pecan.p01"],
      [path]: { bytes: readFileSync("tests/fixtures/models/Pecan.p01.hdf"), size: 60e9, ...about },
    });

  it("is read in ranges and shows whether the run finished", async () => {
    const source = result({});
    const { files, plans } = await buildModelReport(source);
    expect(files.find((file) => file.path === path)).toMatchObject({ state: "read", version: "6.5" });
    expect(plans).toMatchObject([{ result: "finished", resultFile: path }]);
    const bytes = source.reads.flatMap(([of, length]) => (of === path ? [length] : []));
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_000_000);
  });

  it("is reported as a warning when the run did not finish", async () => {
    const bytes = Buffer.from(readFileSync("tests/fixtures/models/Pecan.p01.hdf"));
    bytes.write("Unsteady Went Unstable At 2 AM", bytes.indexOf("Unsteady Finished Successfully"));
    const { plans, findings } = await buildModelReport(result({ bytes }));
    expect(plans).toMatchObject([{ result: "unfinished", resultFile: path }]);
    expect(findings).toContainEqual({
      severity: "warning",
      text: `Run the plan of "${path}" again: the run did not finish.`,
      path,
    });
  });

  it("is of an unfinished run without the summary that HEC-RAS writes last", async () => {
    const bytes = Buffer.from(readFileSync("tests/fixtures/models/Pecan.p01.hdf"));
    bytes.write("Summarx", bytes.indexOf("Summary"));
    const { plans } = await buildModelReport(result({ bytes }));
    expect(plans).toMatchObject([{ result: "unfinished" }]);
  });

  it("is not read inside a zip", async () => {
    const source = result({ isPacked: true });
    const { files } = await buildModelReport(source);
    expect(files.find((file) => file.path === path)!.state).toBe("not read");
    expect(source.reads.map(([of]) => of)).not.toContain(path);
  });

  it("makes the report fail when the store fails", async () => {
    const source = result({});
    const read = (of: string, length: number, offset?: number) =>
      of === path ? Promise.reject(new Error("The store is gone")) : source.read(of, length, offset);
    await expect(buildModelReport({ ...source, read })).rejects.toThrow("The store is gone");
  });
});

it("finds copies of large files by hash, or by name and size without hashes", async () => {
  const large = { size: 20_000_000 };
  const found = await report({
    "a/one.tif": { ...large, contentKey: "1" },
    "a/two.tif": { ...large, contentKey: "1" },
    "a/three.tif": { ...large, contentKey: "3" },
    "b/dem.tif": large,
    "c/dem.tif": large,
  });
  expect(texts(found).filter((text) => text.includes("Keep only the copy"))).toEqual([
    '2 files have the same content: "a/one.tif", "a/two.tif". Keep only the copy that the model uses.',
    '2 files have the same name and size: "b/dem.tif", "c/dem.tif". Keep only the copy that the model uses.',
  ]);
});

function texts({ findings }: Awaited<ReturnType<typeof report>>): string[] {
  return findings.map(({ text }) => text);
}
