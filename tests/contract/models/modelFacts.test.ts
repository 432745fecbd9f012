import { expect, it } from "vitest";
import vocabulary from "../../../schemas/vocabulary.schema.json" with { type: "json" };
import { getSchema } from "../../../src/contract/schema/fields.ts";
import {
  formatDisagreements,
  findDisagreements,
  listModelFacts,
  MODEL_FACT_NAMES,
  buildSuggestion,
} from "../../../src/contract/models/modelFacts.ts";
import { selectProject } from "../../../src/contract/models/projectFiles.ts";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import { buildEmptyArea, type SpatialExtentArea } from "../../../src/contract/uploads/spatialExtent.ts";
import { modelSource, pecanBranch } from "../../support/modelTexts.ts";

const schema = getSchema("metadata");
const report = await buildModelReport(modelSource(pecanBranch));
const byFact = (facts: ReturnType<typeof listModelFacts>) =>
  Object.fromEntries(
    facts.map(({ field, value, sourceFile }) => [
      schema.properties[field]?.["x-from-model"],
      { value, sourceFile },
    ]),
  );
const fieldOf = (fact: string) =>
  Object.keys(schema.properties).find((field) => schema.properties[field]?.["x-from-model"] === fact)!;

it("lists the model's facts, each with its source file", () => {
  expect(byFact(listModelFacts(schema, report))).toEqual({
    title: { value: "Pecan Branch", sourceFile: "Model_Files/Pecan.prj" },
    software: { value: "HEC-RAS", sourceFile: "Model_Files/Pecan.prj" },
    programVersion: { value: "6.5", sourceFile: "Model_Files/Pecan.p02" },
    modelTypes: { value: ["Hydraulic", "2D"], sourceFile: "Model_Files/Pecan.g01" },
    counties: { value: ["Denton"], sourceFile: "Model_Files/Pecan.g01" },
    periods: { value: [{ start: "2015-05-24", end: "2015-05-26" }], sourceFile: "Model_Files/Pecan.p02" },
  });
});

const listFolderFacts = (name: string) => byFact(listModelFacts(schema, { ...report, folder: { name } }));

it("takes identifier, region and title from the name of the model's folder", () => {
  const sourceFile = "110000000042_Blanco_River";
  expect(listFolderFacts(sourceFile)).toMatchObject({
    identifier: { value: "110000000042", sourceFile },
    region: { value: "11", sourceFile },
    title: { value: "Blanco River", sourceFile },
    software: { value: "HEC-RAS", sourceFile: "Model_Files/Pecan.prj" },
  });
});

it.each(["202604170930_Blanco_River", "160000000042_Blanco_River"])(
  "takes nothing from the folder name %s, which starts with no region",
  (name) => expect(listFolderFacts(name)).toEqual(byFact(listModelFacts(schema, report))),
);

it.each(["Blanco River", "blanco-river", "Blanco_River."])(
  "suggests nothing for the title %s of a folder that is named after it",
  (title) => {
    const model = { ...report, folder: { name: "110000000042_Blanco_River" } };
    const found = listModelFacts(schema, model).find(({ field }) => field === fieldOf("title"))!;
    expect(buildSuggestion(schema, found, title)).toBeUndefined();
  },
);

it("takes the project's title if the folder is not named after the model", () => {
  expect(listFolderFacts("110000000042_")["title"]?.value).toBe("Pecan Branch");
  expect(listFolderFacts("Pecan")).toEqual(byFact(listModelFacts(schema, report)));
});

const AREA: SpatialExtentArea = {
  type: "Feature",
  geometry: { type: "MultiPolygon", coordinates: [] },
  properties: { feature_classes: [], counties: ["Armstrong", "Briscoe"], regions: ["01"] },
};
const coveragePath = "030000000042_Elm/Model_030000000042_Coverage.gdb";

it("offers the coverage geodatabase for upload, unless the form has a file of its name", () => {
  const facts = listModelFacts(schema, { ...report, folder: { coveragePath } });
  const coverage = facts.find(({ field }) => field === fieldOf("coverage"))!;
  expect(coverage).toMatchObject({
    value: "Model_030000000042_Coverage.gdb.zip",
    text: "Model_030000000042_Coverage.gdb",
    sourceFile: "030000000042_Elm",
    uploadPath: coveragePath,
  });
  const prefix = "0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3e_";
  expect(buildSuggestion(schema, coverage, `${prefix}${String(coverage.value)}`)).toBeUndefined();
  expect(buildSuggestion(schema, coverage, `${prefix}Denton_Creek.gdb.zip`)).toBeDefined();
});

it("takes counties and region from the area of the uploaded coverage geodatabase", () => {
  const found = byFact(listModelFacts(schema, { ...report, folder: { coveragePath }, coverageArea: AREA }));
  expect(found).toMatchObject({
    counties: { value: ["Armstrong", "Briscoe"], sourceFile: coveragePath },
    region: { value: "01", sourceFile: coveragePath },
  });
});

it.each([
  ["the folder's name states it", { name: "030000000042_Elm", coveragePath }, ["01"], "03"],
  ["the area touches several", { coveragePath }, ["01", "14"], undefined],
])("does not take the region from the area if %s", (_, folder, touched, region) => {
  const coverageArea = { ...AREA, properties: { ...AREA.properties, regions: touched } };
  expect(byFact(listModelFacts(schema, { ...report, folder, coverageArea }))["region"]?.value).toBe(region);
});

it("takes the counties of the model's shapes if the area could not be read", () => {
  const coverageArea = buildEmptyArea("Not read.");
  const found = byFact(listModelFacts(schema, { ...report, folder: { coveragePath }, coverageArea }));
  expect(found["counties"]?.value).toEqual(["Denton"]);
});

it.each([
  ["software", "EPA SWMM"],
  ["programVersion", "6.4.1"],
  ["modelTypes", ["Hydraulic"]],
  ["counties", ["Wise"]],
  ["periods", [{ start: "2015-05-25", end: "2015-05-26" }]],
])("reports a record whose %s is %j", (fact, value) => {
  const found = findDisagreements(schema, { [fieldOf(fact)]: value }, report);
  expect(found.map(({ field }) => field)).toEqual([fieldOf(fact)]);
});

it.each([
  ["title", "Pecan Branch near Justin"],
  ["software", "HEC-RAS"],
  ["programVersion", " 6.5"],
  ["modelTypes", ["2D", "Hydraulic", "Coastal"]],
  ["periods", [{ start: "2015-05-01", end: "2015-06-30" }]],
  ["programVersion", ""],
])("reports nothing for a record whose %s is %j", (fact, value) => {
  expect(findDisagreements(schema, { [fieldOf(fact)]: value }, report)).toEqual([]);
});

it("names the start of a period first, whatever the order of its properties", () => {
  const metadata = { [fieldOf("periods")]: [{ end: "2015-05-26", start: "2015-05-25" }] };
  expect(formatDisagreements(schema, metadata, report)).toEqual([
    expect.stringContaining("the record has 2015-05-25 to 2015-05-26,"),
  ]);
});

it("reports counties of a record whose model is outside Texas, and suggests none", async () => {
  const projection = pecanBranch["Model_Files/Projection/texas.prj"];
  const elsewhere = {
    "Model_Files/Projection/texas.prj": projection.replace(
      '"Central_Meridian",-98.5',
      '"Central_Meridian",-78.5',
    ),
  };
  const found = await buildModelReport(modelSource({ ...pecanBranch, ...elsewhere }));
  const counties = fieldOf("counties");
  expect(formatDisagreements(schema, { [counties]: ["Parker"] }, found)).toEqual([
    "Counties: Correct the record or the model: the record has Parker, Model_Files/Pecan.g01 has a location outside Texas.",
  ]);
  expect(findDisagreements(schema, { [counties]: [] }, found)).toEqual([]);
  expect(listModelFacts(schema, found).map(({ field }) => field)).not.toContain(counties);
  const boxed = { ...found, footprint: { ...found.footprint!, areas: [], lines: [] } };
  expect(findDisagreements(schema, { [counties]: ["Parker"] }, boxed)).toEqual([]);
});

it("accepts any of the model's programs, and suggests the one with most files", async () => {
  const hms = "Project: Creek\n     Version: 4.11\nEnd:\n";
  const both = await buildModelReport(modelSource({ "HMS/Creek.hms": hms, ...pecanBranch }));
  const [software, version] = [fieldOf("software"), fieldOf("programVersion")];
  expect(byFact(listModelFacts(schema, both))["software"]).toEqual({
    value: "HEC-RAS",
    sourceFile: "Model_Files/Pecan.prj",
  });
  const findDisagreeingFields = (name: string, of: string) =>
    findDisagreements(schema, { [software]: name, [version]: of }, both).map(({ field }) => field);
  expect(findDisagreeingFields("HEC-HMS", "4.11")).toEqual([]);
  expect(findDisagreeingFields("HEC-RAS", "6.5")).toEqual([]);
  expect(findDisagreeingFields("EPA SWMM", "5.2")).toEqual([software, version]);
  const sewers = "[JUNCTIONS]\nJ1 0\n[CONDUITS]\n";
  const reportWithoutVersion = await buildModelReport(
    modelSource({ "SWMM/net.inp": sewers, ...pecanBranch }),
  );
  expect(
    findDisagreements(schema, { [software]: "EPA SWMM", [version]: "5.2" }, reportWithoutVersion),
  ).toEqual([]);
});

it("the schema vocabulary and the code have the same fact names", () => {
  expect(vocabulary.definitions.node.properties["x-from-model"].enum).toEqual(MODEL_FACT_NAMES);
});

it.each([
  ["programVersion", undefined, "6.5", "6.5"],
  ["programVersion", "6.4.1", "6.5", "6.5"],
  ["modelTypes", [], ["Hydraulic", "2D"], "Hydraulic, 2D"],
  ["modelTypes", ["Coastal", "2D"], ["Coastal", "2D", "Hydraulic"], "Hydraulic"],
  ["counties", ["Wise"], ["Wise", "Denton"], "Denton"],
  ["title", "Another name", "Pecan Branch", "Pecan Branch"],
  ["periods", [{}], [{ start: "2015-05-24", end: "2015-05-26" }], "2015-05-24 to 2015-05-26"],
])("suggests new entries for a %s of %j and keeps existing ones", (fact, held, suggestedValue, text) => {
  const found = listModelFacts(schema, report).find(({ field }) => field === fieldOf(fact))!;
  expect(buildSuggestion(schema, found, held)).toMatchObject({ suggestedValue, text });
});

it.each([
  ["title", "PECAN BRANCH"],
  ["programVersion", "6.5"],
  ["modelTypes", ["2D", "Hydraulic"]],
])("suggests nothing for a %s of %j", (fact, held) => {
  const found = listModelFacts(schema, report).find(({ field }) => field === fieldOf(fact))!;
  expect(buildSuggestion(schema, found, held)).toBeUndefined();
});

it("suggests only the field's options, including options that a schema adds", () => {
  const field = fieldOf("modelTypes");
  const about = schema.properties[field]!;
  const items = { ...about.items, enum: [...about.items!.enum!, "1D", "Unsteady"] };
  const wider = { ...schema, properties: { [field]: { ...about, items } } };
  expect(listModelFacts(wider, report)[0]?.value).toEqual(["Hydraulic", "1D", "2D", "Unsteady"]);
});

it.each([
  ["01JAN1900,0000,01JAN1900,2400"],
  ["01JAN2000,0000,03JAN2000,2400"],
  ["30DEC1999,0000,01JAN2000,1200"],
])("offers no period with a placeholder date (%s)", async (dates) => {
  const plan = "Model_Files/Pecan.p02";
  const text = pecanBranch[plan].replace("24MAY2015,0000,26MAY2015,2400", dates);
  const found = await buildModelReport(modelSource({ ...pecanBranch, [plan]: text }));
  expect(found.plans[1]?.start).toBeDefined();
  expect(byFact(listModelFacts(schema, found))).not.toHaveProperty("periods");
});

/** Pecan and a copy of it named Elm, with another title, version and period. */
const twoProjects = await buildModelReport(
  modelSource({
    ...pecanBranch,
    ...Object.fromEntries(
      Object.entries(pecanBranch).map(([path, text]) => [
        path.replace("Pecan.", "Elm."),
        path.includes("Pecan.")
          ? text
              .replace("Pecan Branch", "Elm Fork")
              .replace("Program Version=6.50", "Program Version=6.31")
              .replaceAll("MAY2015", "JUN2016")
          : text,
      ]),
    ),
  }),
);

it("lists the facts of each of two projects in one folder alone", () => {
  expect(twoProjects.projects.map(({ path }) => path)).toEqual([
    "Model_Files/Elm.prj",
    "Model_Files/Pecan.prj",
  ]);
  const [elm, pecan] = twoProjects.projects.map((project) =>
    byFact(listModelFacts(schema, selectProject(twoProjects, project))),
  );
  expect(pecan).toEqual(byFact(listModelFacts(schema, report)));
  expect(elm).toMatchObject({
    title: { value: "Elm Fork", sourceFile: "Model_Files/Elm.prj" },
    programVersion: { value: "6.3.1", sourceFile: "Model_Files/Elm.p02" },
    counties: { value: ["Denton"], sourceFile: "Model_Files/Elm.g01" },
    periods: { value: [{ start: "2016-06-24", end: "2016-06-26" }], sourceFile: "Model_Files/Elm.p02" },
  });
});

it.each([
  ["6.5", []],
  ["6.3.1", []],
  ["6.4.1", ["programVersion"]],
])("compares a record of version %s with both projects", (version, disagreements) => {
  const found = findDisagreements(schema, { [fieldOf("programVersion")]: version }, twoProjects);
  expect(found.map(({ field }) => schema.properties[field]?.["x-from-model"])).toEqual(disagreements);
});
