import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../../../scripts/generate/compileSchema.ts";
import { schemaOf } from "../../../src/contract/schema/fields.ts";
import { modelReport } from "../../../src/contract/models/modelReport.ts";
import { MOST_TEXT, type ListedFile } from "../../../src/contract/models/fileFacts.ts";
import { NAMED, recognise } from "../../../src/contract/models/recognise.ts";
import { modelSource, pecanBranch, TEXAS_NORTH_CENTRAL } from "../../support/modelTexts.ts";

const report = (contents: Parameters<typeof modelSource>[0]) => modelReport(modelSource(contents));
const pecan = (changes: Parameters<typeof modelSource>[0] = {}, without: string[] = []) =>
  report(
    Object.fromEntries(
      Object.entries({ ...pecanBranch, ...changes }).filter(([path]) => !without.includes(path)),
    ),
  );

describe("a HEC-RAS project", () => {
  it("is told with its software, plans, geometry and place", async () => {
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

  it("fits its schema", async () => {
    const schema = schemaOf("model-report");
    const validate = compileSchema(schema)[schema.$id]!;
    for (const document of [await pecan(), await report({}), await report({ "a/x.g02": "garbage" })])
      expect([validate(document), validate.errors]).toEqual([true, null]);
  });

  it("names a geometry that a plan uses and nobody delivered", async () => {
    const found = await pecan({}, ["Model_Files/Pecan.g01"]);
    expect(found.findings.filter(({ severity }) => severity === "missing").map(({ text }) => text)).toEqual(
      [
        '"Model_Files/Pecan.p01" refers to "Pecan.g01" (geometry), which is not in the delivery.',
        '"Model_Files/Pecan.p02" refers to "Pecan.g01" (geometry), which is not in the delivery.',
        '"Model_Files/Pecan.prj" refers to "Pecan.g01" (geometry), which is not in the delivery.',
      ].sort((one, other) => texts(found).indexOf(one) - texts(found).indexOf(other)),
    );
  });

  it("names the project file that its plans need", async () => {
    const found = await pecan({}, ["Model_Files/Pecan.prj"]);
    expect(found.findings[0]).toEqual({
      severity: "missing",
      path: "Model_Files/Pecan.p01",
      text: 'The project file "Model_Files/Pecan.prj" is missing: without it HEC-RAS cannot open "Model_Files/Pecan.p01".',
    });
  });

  it.each([
    ["garbage", "no project"],
    ["empty", ""],
    ["a coordinate system", TEXAS_NORTH_CENTRAL],
  ])("does not call a project file missing that is there and is %s", async (_, content) => {
    const found = await pecan({ "Model_Files/Pecan.prj": content });
    const missing = found.findings.filter(({ severity }) => severity === "missing");
    expect(missing).toEqual([
      {
        severity: "missing",
        path: "Model_Files/Pecan.p01",
        text: 'The file "Model_Files/Pecan.prj" is no project of HEC-RAS: without one HEC-RAS cannot open "Model_Files/Pecan.p01".',
      },
    ]);
  });

  it("says that a garbage geometry could not be read, and goes on", async () => {
    const found = await pecan({ "Model_Files/Pecan.g02": Uint8Array.of(7, 0, 9) });
    expect(texts(found)).toContain(
      '"Model_Files/Pecan.g02" could not be read: line 1: it is not a text file.',
    );
    expect(found.totals.unreadable).toBe(2);
  });

  it("tells a result that is older than its plan", async () => {
    const found = await pecan({
      "Model_Files/Pecan.p02": { text: pecanBranch["Model_Files/Pecan.p02"], modified: 10_000_000 },
      "Model_Files/Pecan.O02": { text: "output", modified: 1_000_000 },
    });
    expect(texts(found)).toContain(
      'The result "Model_Files/Pecan.O02" is older than its plan "Model_Files/Pecan.p02".',
    );
  });

  it("tells projects in one folder apart by their whole names", async () => {
    const { projects } = await report({
      "m/Pecan.prj": "Proj Title=a",
      "m/Pecan.old.prj": "Proj Title=b",
      "m/Pecan.projection": TEXAS_NORTH_CENTRAL,
      "m/PECAN.OLD.projection": TEXAS_NORTH_CENTRAL.replace("North_Central", "South"),
    });
    expect(projects.map(({ coordinateSystemFrom }) => coordinateSystemFrom)).toEqual([
      "m/Pecan.projection",
      "m/PECAN.OLD.projection",
    ]);
  });
});

describe("HDF files", () => {
  const hdf = (name: string) => readFileSync(`tests/fixtures/models/${name}`);

  it("tell the coordinate system, the land cover and the run that finished", async () => {
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

  it("say that they could not be read when they are cut off", async () => {
    const cut = hdf("Pecan.g01.hdf").subarray(0, 600);
    expect(
      (await pecan({ "Model_Files/Pecan.g01.hdf": cut })).files.find(({ path }) => path.endsWith("g01.hdf")),
    ).toMatchObject({ state: "unreadable" });
  });
});

describe("references", () => {
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
    ["\\\\server\\share\\T.hdf", ["m/U.hdf"], "missing", undefined],
    ["%LocalAppData%\\Web\\T.xml", [], "outside", undefined],
    ["https://tiles.example.com/T", [], "outside", undefined],
  ])("takes %s among %j for %s", async (target, delivered, state, found) => {
    expect(await stateOf(target, delivered)).toMatchObject({ state, ...(found && { found }) });
  });

  it("shows of an author's own path only its end", async () => {
    for (const target of [
      "C:\\Users\\jdoe\\Clients\\Secret\\Terrain\\T.hdf",
      "/home/jdoe/Secret/Terrain/T.hdf",
    ]) {
      const found = await stateOf(target, []);
      expect(found.target).toMatch(/^…[\\/]Terrain[\\/]T\.hdf$/);
    }
    expect((await stateOf("..\\..\\..\\jdoe\\Downloads\\REF\\T.hdf", [])).target).toBe("…\\REF\\T.hdf");
  });
});

it("tells a path once that is to be mended, however often a file names it", async () => {
  const layers = ["TerrainLayer", "LandCoverLayer"].map(
    (type) => `<Layer Type="${type}" Filename=".\\Old\\T.hdf" />`,
  );
  const found = await report({ "m/X.rasmap": `<RASMapper>${layers.join("")}</RASMapper>`, "m/T.hdf": "x" });
  expect(found.totals.elsewhere).toBe(2);
  expect(texts(found).filter((text) => text.includes("mend the path"))).toHaveLength(1);
});

it("says that a folder holds no model", async () => {
  const found = await report({ "Model_Files/notes.txt": "" });
  expect(texts(found)).toEqual([
    "No file of a model program was recognised. Are the files of the model in the folder?",
    '"Model_Files/notes.txt" is an empty file.',
  ]);
});

it("names no program after a file that only ends like its project, and tells where a project is broken", async () => {
  const network = await report({ "net.inp": "[JUNCTIONS]\n[RESERVOIRS]\n[PIPES]\n" });
  expect(network.software).toEqual([]);
  const hms = await report({ "Creek.hms": "garbage", "Creek.basin": "Basin: Creek\nEnd:\n" });
  expect(texts(hms)[0]).toBe(
    'The file "Creek.hms" is no project of HEC-HMS: without one HEC-HMS cannot open "Creek.basin".',
  );
});

it("does not say of an empty folder that nothing is missing", async () => {
  expect((await report({})).findings).toMatchObject([
    { severity: "missing", text: expect.stringMatching(/^No file of a model program was recognised/) },
  ]);
});

it("recognises by name what it does not read", async () => {
  const { software } = await report({ "a/run.tcf": "x", "a/CADPTS.DAT": "x", "a/net.icmm": "x" });
  expect(software.map(({ name, isRead }) => [name, isRead])).toEqual([
    ["TUFLOW", false],
    ["FLO-2D", false],
    ["InfoWorks ICM", false],
  ]);
});

it("names programs as the software list abbreviates them", () => {
  const list = JSON.parse(readFileSync("schemas/reference/software.json", "utf8")) as {
    software_abbr: string;
  }[];
  const known = list.map(({ software_abbr }) => software_abbr);
  expect(known).toEqual(expect.arrayContaining(Object.keys(NAMED)));
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
])("recognises %s", (name, software) => {
  expect(recognise(name)).toMatchObject({ kind: expect.any(String) as string });
  expect(recognise(name)!.software).toBe(software);
});

it("reads no more of a long text than it tells", async () => {
  const source = modelSource({ "X.g01": { text: pecanBranch["Model_Files/Pecan.g01"], size: 2e9 } });
  const { files, findings } = await modelReport(source);
  expect(source.reads).toEqual([["X.g01", MOST_TEXT]]);
  expect(files[0]).toMatchObject({ state: "in part", reason: "only its first 32 MB were read" });
  expect(findings.map(({ text }) => text)).toContain('"X.g01": only its first 32 MB were read.');
});

describe("a result of 60 GB", () => {
  const path = "Model_Files/Pecan.p01.hdf";
  const result = (about: Partial<ListedFile> & { bytes?: Uint8Array }) =>
    modelSource({
      "Model_Files/Pecan.prj": pecanBranch["Model_Files/Pecan.prj"],
      "Model_Files/Pecan.p01": pecanBranch["Model_Files/Pecan.p01"],
      [path]: { bytes: readFileSync("tests/fixtures/models/Pecan.p01.hdf"), size: 60e9, ...about },
    });

  it("is read in parts, and says whether its run has finished", async () => {
    const source = result({});
    const { files, plans } = await modelReport(source);
    expect(files.find((file) => file.path === path)).toMatchObject({ state: "read", version: "6.5" });
    expect(plans).toMatchObject([{ result: "finished", resultFile: path }]);
    const bytes = source.reads.flatMap(([of, length]) => (of === path ? [length] : []));
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_000_000);
  });

  it("is a warning where its run did not finish", async () => {
    const bytes = Buffer.from(readFileSync("tests/fixtures/models/Pecan.p01.hdf"));
    bytes.write("Unsteady Went Unstable At 2 AM", bytes.indexOf("Unsteady Finished Successfully"));
    const { plans, findings } = await modelReport(result({ bytes }));
    expect(plans).toMatchObject([{ result: "unfinished", resultFile: path }]);
    expect(findings).toContainEqual({
      severity: "warning",
      text: `"${path}" says that its run did not finish.`,
      path,
    });
  });

  it("is not read where it lies packed in a zip", async () => {
    const source = result({ isPacked: true });
    const { files } = await modelReport(source);
    expect(files.find((file) => file.path === path)!.state).toBe("not read");
    expect(source.reads.map(([of]) => of)).not.toContain(path);
  });

  it("fails the report where its store fails, though a file may lack anything", async () => {
    const source = result({});
    const read = (of: string, length: number, offset?: number) =>
      of === path ? Promise.reject(new Error("The store is gone")) : source.read(of, length, offset);
    await expect(modelReport({ ...source, read })).rejects.toThrow("The store is gone");
  });
});

it("tells copies of large files by their hashes, or by name where those are not known", async () => {
  const large = { size: 20_000_000 };
  const found = await report({
    "a/one.tif": { ...large, contentKey: "1" },
    "a/two.tif": { ...large, contentKey: "1" },
    "a/three.tif": { ...large, contentKey: "3" },
    "b/dem.tif": large,
    "c/dem.tif": large,
  });
  expect(texts(found).filter((text) => text.includes("times"))).toEqual([
    '"a/one.tif" is delivered 2 times, also as "a/two.tif".',
    '"b/dem.tif" is delivered 2 times, also as "c/dem.tif".',
  ]);
});

function texts({ findings }: Awaited<ReturnType<typeof report>>): string[] {
  return findings.map(({ text }) => text);
}
