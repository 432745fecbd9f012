import { describe, expect, it } from "vitest";
import { UnreadableFileError } from "../../../src/contract/models/fileFacts.ts";
import {
  readHmsBasin,
  readHmsControl,
  readHmsList,
  readHmsProject,
} from "../../../src/contract/models/hms.ts";
import {
  formatRasVersion,
  readRasFlow,
  readRasPlan,
  readRasProject,
} from "../../../src/contract/models/rasProject.ts";
import { readRasGeometry } from "../../../src/contract/models/rasGeometry.ts";
import { readRasMap } from "../../../src/contract/models/rasMap.ts";
import { readSwmm } from "../../../src/contract/models/swmm.ts";
import { createTransformation } from "../../../src/contract/models/coordinateSystem.ts";
import { decodeText, parseDateTime, parseModelDate } from "../../../src/contract/models/textLines.ts";
import { pecanBranch, TEXAS_NORTH_CENTRAL } from "../../support/modelTexts.ts";

describe("HEC-RAS", () => {
  it("reads units, plan and files of a project, but not its description", () => {
    const facts = readRasProject(pecanBranch["Model_Files/Pecan.prj"], "Pecan.prj");
    expect(facts).toMatchObject({ title: "Pecan Branch", units: "US customary", currentPlan: "Pecan.p02" });
    expect(facts.references?.map(({ target }) => target)).toEqual([
      "Pecan.g01",
      "Pecan.f01",
      "Pecan.u01",
      "Pecan.p01",
      "Pecan.p02",
    ]);
  });

  it("does not treat a coordinate system .prj as a project", () => {
    expect(readRasProject(TEXAS_NORTH_CENTRAL, "texas.prj")).toEqual({ projection: TEXAS_NORTH_CENTRAL });
  });

  it("reads a plan that ends at 24:00", () => {
    expect(readRasPlan(pecanBranch["Model_Files/Pecan.p02"], "Pecan.p02")).toMatchObject({
      title: "May 2015",
      shortId: "May15",
      version: "6.5",
      start: "2015-05-24T00:00",
      end: "2015-05-26T24:00",
      geometry: "Pecan.g01",
      flow: "unsteady",
    });
  });

  it("lists the hydraulic design file of a project", () => {
    const facts = readRasProject("Proj Title=x\nGeom File=g01\nHD File=h02\n", "Creek.prj");
    expect(facts.references?.map(({ kind, target }) => [kind, target])).toEqual([
      ["geometry", "Creek.g01"],
      ["hydraulic design", "Creek.h02"],
    ]);
  });

  it("lists the sediment and water quality files of a plan", () => {
    const text = "Plan Title=x\nGeom File=g01\nFlow File=q02\nSediment File=s03\nWater Quality File=w04\n";
    expect(readRasPlan(text, "Creek.p01").references).toEqual([
      { kind: "geometry", target: "Creek.g01" },
      { kind: "quasi-unsteady flow", target: "Creek.q02" },
      { kind: "sediment", target: "Creek.s03" },
      { kind: "water quality", target: "Creek.w04" },
    ]);
  });

  it.each(["dss", "DSS"])("does not list the default output %s of a project and its plans", (name) => {
    expect(readRasProject(`Proj Title=x\nDSS File=${name}\n`, "Creek.prj").references).toEqual([]);
    expect(readRasPlan(`Plan Title=x\nDSS File=${name}\n`, "Creek.p01").references).toEqual([]);
  });

  it("reads a plan without dates", () => {
    const facts = readRasPlan(pecanBranch["Model_Files/Pecan.p01"], "Pecan.p01");
    expect([facts.start, facts.flow]).toEqual([undefined, "steady"]);
  });

  it.each([
    ["6.50", "6.5"],
    ["6.31", "6.3.1"],
    ["5.07", "5.0.7"],
    ["4.10", "4.1"],
    ["6.7 Beta 5", "6.7 Beta 5"],
    ["", undefined],
  ])("shows the version %s as %s", (written, shown) => expect(formatRasVersion(written)).toBe(shown));

  it("counts geometry elements and parses coordinates without spaces between columns", () => {
    const facts = readRasGeometry(pecanBranch["Model_Files/Pecan.g01"], "Pecan.g01");
    expect(facts.counts).toEqual({
      "1D reaches": 1,
      "cross sections": 2,
      bridges: 1,
      culverts: 1,
      "2D areas": 1,
      "storage areas": 1,
    });
    expect(facts.lines).toEqual([
      [
        [2330000, 7080000],
        [2331000, 7081000],
      ],
      [
        [2330010.12345678, 7080000.12345678],
        [2330020.12345678, 7080010.12345678],
        [2330030.12345678, 7080020.12345678],
      ],
    ]);
    expect(facts.areas?.[0]).toHaveLength(4);
  });

  it("lists background images and photos of a geometry as optional", () => {
    const text =
      "Geom Title=x\nNode Photo=..\\photos\\Bridge 1.jpg\nGeom Raster=D:\\gis\\May, 2015.tif,True,image,, 0 \n" +
      "Geom Raster=,True,image,, 255 \n";
    expect(readRasGeometry(text, "a.g01").references).toEqual([
      { kind: "photo", target: "..\\photos\\Bridge 1.jpg", isOptional: true },
      { kind: "map layer", target: "D:\\gis\\May, 2015.tif", isOptional: true },
    ]);
  });

  it("lists observed data as optional, and takes a plain dss for the project's own file", () => {
    const text = [
      "Flow Title=x",
      "Boundary Location=Creek,Upper,1",
      "DSS File=dss",
      "Use DSS=True",
      "Observed DSS Filename=dss",
      "Observed DSS Filename=gages.dss",
    ].join("\n");
    expect(readRasFlow(text, "Creek.u01").references).toEqual([
      { kind: "time series", target: "Creek.dss" },
      { kind: "time series", target: "gages.dss", isOptional: true },
    ]);
  });

  it("lists only files of boundaries in use", () => {
    const facts = readRasFlow(pecanBranch["Model_Files/Pecan.u01"], "Pecan.u01");
    expect(facts.references).toEqual([{ kind: "time series", target: "inflow.dss" }]);
    expect(facts.counts).toEqual({ boundaries: 2 });
  });

  it("lists gridded precipitation and a restart file", () => {
    const text =
      "Flow Title=x\nMet BC=Precipitation|Gridded DSS Filename=.\\rain.dss\nRestart Filename=a.rst\n";
    expect(readRasFlow(text, "a.u01").references?.map(({ target }) => target)).toEqual([
      ".\\rain.dss",
      "a.rst",
    ]);
  });

  it("omits a restart file and grids that are disabled", () => {
    const text =
      "Flow Title=x\nUse Restart= 0 \nRestart Filename=a.rst\nPrecipitation Mode=Disable\n" +
      "Met BC=Precipitation|Gridded DSS Filename=.\\rain.dss\n";
    expect(readRasFlow(text, "a.u01").references).toEqual([]);
  });

  it("lists the grids of each variable by its own mode", () => {
    const text = [
      "Flow Title=x",
      "Precipitation Mode=Enable",
      "Wind Mode=No Wind Forces",
      "Met BC=Precipitation|Mode=Constant",
      "Met BC=Precipitation|Gridded DSS Filename=.\\rain.dss",
      "Met BC=Evapotranspiration|Mode=Gridded",
      "Met BC=Evapotranspiration|Gridded DSS Filename=.\\loss.dss",
      "Met BC=Wind Speed|Gridded GDAL Filename=.\\wind.nc",
    ].join("\n");
    expect(readRasFlow(text, "a.u01").references).toEqual([
      { kind: "gridded evapotranspiration", target: ".\\loss.dss" },
    ]);
  });

  it("lists the files of a map", () => {
    const kinds = readRasMap(pecanBranch["Model_Files/Pecan.rasmap"], "Pecan.rasmap").references?.map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(["projection", "terrain", "map layer"]);
  });

  it("lists the rasters of a mosaic", () => {
    const text =
      '<VRTDataset a="1"><SourceFilename relativeToVRT="1">a &amp; b.tif</SourceFilename></VRTDataset>';
    expect(readRasMap(text, "a.vrt").references).toEqual([{ kind: "terrain", target: "a & b.tif" }]);
  });

  it.each([
    ["project", readRasProject, "Proj Title="],
    ["plan", readRasPlan, "Plan Title="],
    ["geometry", readRasGeometry, "Geom Title="],
    ["flow file", readRasFlow, "Flow Title="],
  ])("reports why a file is not a %s", (_, read, missing) => {
    expect(() => read("garbage\n".repeat(30), "x.g02")).toThrow(new RegExp(`line 1: .*${missing}`));
    expect(() => read("", "x.g02")).toThrow(UnreadableFileError);
  });
});

describe("HEC-HMS", () => {
  it("reads a project that writes the key Filename as FileName", () => {
    const text = [
      "Project: Clear Creek",
      "     Version: 4.11",
      "     DSS File Name: Clear_Creek.dss",
      "End:",
      "",
      "Basin: Existing",
      "     Filename: Existing.basin",
      "End:",
      "",
      "Precipitation: Storm",
      "     Filename: Storm.met",
      "End:",
      "",
      "Control: May",
      "     FileName: May.control",
      "End:",
    ].join("\n");
    const facts = readHmsProject(text, "Clear_Creek.hms");
    expect(facts).toMatchObject({ title: "Clear Creek", version: "4.11" });
    expect(facts.references?.map(({ target }) => target)).toEqual([
      "Existing.basin",
      "Storm.met",
      "May.control",
    ]);
  });

  it("reads elements, units and location of a basin", () => {
    const text =
      "Basin: Existing\n     Version: 4.11\n     Unit System: English\n     Last Modified Date: 29 May 2017\nEnd:\n" +
      "Subbasin: A\n     Canvas X: 1\n     Canvas Y: 2\n     Canopy: None\n     End Canopy:\nEnd:\n" +
      'Junction: J\n     Canvas X: 3\n     Canvas Y: 4\nEnd:\nBasin Spatial Properties:\n     Coordinate System: PROJCS["x"]\nEnd:\n';
    expect(readHmsBasin(text, "a.basin")).toMatchObject({
      title: "Existing",
      units: "US customary",
      changed: "2017-05-29",
      counts: { subbasins: 1, junctions: 1 },
      extent: [1, 2, 3, 4],
      projection: 'PROJCS["x"]',
    });
  });

  it("reads a control file and gage files, and omits run outputs", () => {
    const control =
      "Control: May\n     Start Date: 1 May 2017\n     Start Time: 06:00\n     End Date: 7 May 2017\n     End Time: 24:00\nEnd:\n";
    expect(readHmsControl(control, "a.control")).toMatchObject({
      start: "2017-05-01T06:00",
      end: "2017-05-07T24:00",
    });
    const gages =
      "Gage Manager: a\nEnd:\nGage: g\n     Variant: V\n       DSS File Name: data/in.dss\nEnd:\n";
    expect(readHmsList(gages, "a.gage").references).toEqual([{ kind: "time series", target: "data/in.dss" }]);
    expect(readHmsList("Run: R\n     DSS File: out.dss\nEnd:\n", "a.run").references).toEqual([]);
  });

  it("follows every key that names a file or the terrain folder", () => {
    const text = [
      "Basin: Existing",
      "     Grid Cell File: maps/cells.mod",
      "     File: Existing.sqlite",
      "     Map File Name: maps/rivers.map",
      "     Terrain Directory: terrain/base",
      "End:",
    ].join("\n");
    expect(readHmsBasin(text, "a.basin").references).toEqual([
      { kind: "grid cells", target: "maps/cells.mod" },
      { kind: "data", target: "Existing.sqlite" },
      { kind: "map layer", target: "maps/rivers.map", isOptional: true },
      { kind: "terrain folder", target: "terrain/base", isFolder: true },
    ]);
  });

  it("lists the files of the basin map's layers as optional", () => {
    const text = [
      "Basin: Existing",
      "End:",
      "Subbasin: A",
      "     File: regions\\cells.shp",
      "End:",
      "Basin Layer Properties:",
      "     Map Layer:",
      "          Filename: regions\\cells.shp",
      "          Properties Filename: maps\\cells.gdr",
      "     End Layer:",
      "End:",
    ].join("\n");
    expect(readHmsBasin(text, "a.basin").references).toEqual([
      { kind: "data", target: "regions\\cells.shp" },
      { kind: "map layer", target: "maps\\cells.gdr", isOptional: true },
    ]);
  });

  it("does not take an answer for a file", () => {
    const text =
      "Paired Data Manager: a\nEnd:\nTable: t\n     Use External DSS File: NO\n     DSS File: a.dss\nEnd:\n";
    expect(readHmsList(text, "a.pdata").references).toEqual([{ kind: "time series", target: "a.dss" }]);
  });

  it("reports why a file is not a project", () => {
    expect(() => readHmsProject("\u0001\u0002", "a.hms")).toThrow(/does not start with "Project:"/);
  });
});

describe("SWMM", () => {
  const network = [
    "[TITLE]",
    ";; comment",
    "Elm Fork storm drains",
    "[OPTIONS]",
    "FLOW_UNITS CFS",
    "START_DATE 05/24/2015",
    "START_TIME 06:30:00",
    "END_DATE 05/26/2015",
    "[RAINGAGES]",
    'G1 INTENSITY 0:05 1.0 FILE "C:\\Users\\jdoe\\rain data\\storm.dat" G1 IN',
    "[FILES]",
    'SAVE OUTFLOWS "out.txt"',
    "USE RUNOFF before.rff",
    "[TIMESERIES]",
    "T1 FILE series.txt",
    "[JUNCTIONS]",
    "J1 0",
    "J2 0",
    "[COORDINATES]",
    "J1 10 20",
    "J2 30 40",
  ].join("\n");

  it("reads title, times, units and files of a network", () => {
    const facts = readSwmm(network, "a.inp");
    expect(facts).toMatchObject({
      title: "Elm Fork storm drains",
      start: "2015-05-24T06:30",
      end: "2015-05-26T00:00",
      units: "US customary",
      counts: { junctions: 2 },
      extent: [10, 20, 30, 40],
    });
    expect(facts.references?.map(({ target }) => target)).toEqual([
      "C:\\Users\\jdoe\\rain data\\storm.dat",
      "before.rff",
      "series.txt",
    ]);
  });

  it("reads sections by the start of their name, names with blanks and hours beyond a day", () => {
    const facts = readSwmm(
      [
        "[OPTION]",
        "START_DATE 01/01/2010",
        "END_DATE 01/01/2010",
        "END_TIME 504:00:00",
        "[RAINGAGE]",
        "G1 INTENSITY 1:00 1 FILE my rain data.dat STA01 IN",
        'G2 INTENSITY 1:00 1 FILE "" STA01 IN',
        "[TEMPERATURE]",
        "FILE my temperatures.dat 01/01/2000",
        "[EVAPORATION]",
        "FILE 0.7 0.7",
        "[FILE]",
        "USE HOTSTART warm start.hsf",
        "[TIMESERIES]",
        "T1 FILE *",
        "[JUNCTION]",
        "J1 0",
      ].join("\n"),
      "a.inp",
    );
    expect(facts).toMatchObject({ end: "2010-01-22T00:00", counts: { junctions: 1 } });
    expect(facts.references?.map(({ target }) => target)).toEqual([
      "my rain data.dat",
      "my temperatures.dat",
      "warm start.hsf",
    ]);
  });

  it("rejects EPANET and other programs' files", () => {
    expect(() => readSwmm("[JUNCTIONS]\n[RESERVOIRS]\n[PIPES]\n", "a.inp")).toThrow(/EPANET/);
    expect(() => readSwmm("*HEADING\n*NODE\n", "a.inp")).toThrow(/not a SWMM input/);
  });
});

it("decodes text with and without a byte order mark and rejects binary files", () => {
  expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0xa9))).toBe("é");
  expect(decodeText(Uint8Array.of(0xe9, 0x80))).toBe("é€");
  expect(() => decodeText(Uint8Array.of(1, 0, 2))).toThrow("not a text file");
});

it("decodes old Mac line ends and values that HEC-RAS 7 pads with NUL characters", () => {
  expect(decodeText(Buffer.from("Plan Title=a\rGeom File=g01\r"))).toBe("Plan Title=a\nGeom File=g01\n");
  expect(decodeText(Buffer.from(`Short Identifier=May15\0\0\0\n${"Geom File=g01\n".repeat(9)}`))).toContain(
    "=May15\n",
  );
});

it.each([
  ["with a byte order mark", "\uFEFFPlan Title=a"],
  ["without one", "Plan Title=a"],
])("names the remedy for UTF-16 %s", (_, text) => {
  expect(() => decodeText(Buffer.from(text, "utf16le"))).toThrow(/saved as UTF-16.* Save it as UTF-8/);
});

it.each([
  ["01JAN2020", "24", "2020-01-01T24:00"],
  ["01JAN2020", "2400", "2020-01-01T24:00"],
  ["01JAN2020", "6:30", "2020-01-01T06:30"],
  ["01JAN2020", "36:00", "2020-01-02T12:00"],
])("reads day %s and time %s as %s", (day, time, expected) =>
  expect(parseDateTime(day, time)).toBe(expected),
);

it("converts angles in grads and does not place a local system", () => {
  const wkt =
    'PROJCS["NTF_Paris_Lambert_Nord_France",GEOGCS["GCS_NTF_Paris",DATUM["D_NTF",SPHEROID["Clarke_1880_IGN",6378249.2,293.4660212936265]],' +
    'PRIMEM["Paris",2.337229166666667],UNIT["Grad",0.01570796326794897]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",600000.0],' +
    'PARAMETER["False_Northing",200000.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",55.0],' +
    'PARAMETER["Scale_Factor",0.999877341],PARAMETER["Latitude_Of_Origin",55.0],UNIT["Meter",1.0]]';
  const [longitude, latitude] = createTransformation(wkt)!([600_000, 200_000]);
  expect([longitude, latitude].map((degrees) => Number(degrees.toFixed(4)))).toEqual([2.3372, 49.5]);
  expect(createTransformation('LOCAL_CS["Site grid",UNIT["Meter",1]]')).toBeUndefined();
});

it.each([
  ["02JAN1900", "1900-01-02"],
  ["1 January 2000", "2000-01-01"],
  ["17Apr2024 10:18:18", "2024-04-17"],
  ["05/24/2015", "2015-05-24"],
  ["31FEB2000", undefined],
  ["29 Feb 2000", "2000-02-29"],
  ["13/13/2000", undefined],
  ["", undefined],
])("parses the model date %s as %s", (text, day) => expect(parseModelDate(text)).toBe(day));
