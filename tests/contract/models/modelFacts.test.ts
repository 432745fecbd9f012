import { expect, it } from "vitest";
import vocabulary from "../../../schemas/vocabulary.schema.json" with { type: "json" };
import { schemaOf } from "../../../src/contract/schema/fields.ts";
import {
  disagreementLines,
  disagreements,
  factsFor,
  MODEL_FACTS,
  offerOf,
} from "../../../src/contract/models/modelFacts.ts";
import { modelReport } from "../../../src/contract/models/modelReport.ts";
import { modelSource, pecanBranch } from "../../support/modelTexts.ts";

const schema = schemaOf("metadata");
const report = await modelReport(modelSource(pecanBranch));
const byFact = (facts: ReturnType<typeof factsFor>) =>
  Object.fromEntries(
    facts.map(({ field, value, from }) => [schema.properties[field]?.["x-from-model"], { value, from }]),
  );
const fieldOf = (fact: string) =>
  Object.keys(schema.properties).find((field) => schema.properties[field]?.["x-from-model"] === fact)!;

it("proposes what the model says, each with the file that says it", () => {
  expect(byFact(factsFor(schema, report))).toEqual({
    title: { value: "Pecan Branch", from: "Model_Files/Pecan.prj" },
    software: { value: "HEC-RAS", from: "Model_Files/Pecan.prj" },
    programVersion: { value: "6.5", from: "Model_Files/Pecan.p02" },
    modelTypes: { value: ["Hydraulic", "2D"], from: "Model_Files/Pecan.g01" },
    counties: { value: ["Denton"], from: "Model_Files/Pecan.g01" },
    periods: { value: [{ start: "2015-05-24", end: "2015-05-26" }], from: "Model_Files/Pecan.p02" },
  });
});

it.each([
  ["software", "EPA SWMM"],
  ["programVersion", "6.4.1"],
  ["modelTypes", ["Hydraulic"]],
  ["counties", ["Wise"]],
  ["periods", [{ start: "2015-05-25", end: "2015-05-26" }]],
])("tells a record whose %s is %j", (fact, value) => {
  const found = disagreements(schema, { [fieldOf(fact)]: value }, report);
  expect(found.map(({ field }) => field)).toEqual([fieldOf(fact)]);
});

it.each([
  ["title", "Pecan Branch near Justin"],
  ["software", "HEC-RAS"],
  ["programVersion", " 6.5"],
  ["modelTypes", ["2D", "Hydraulic", "Coastal"]],
  ["periods", [{ start: "2015-05-01", end: "2015-06-30" }]],
  ["programVersion", ""],
])("finds nothing wrong with a record whose %s is %j", (fact, value) => {
  expect(disagreements(schema, { [fieldOf(fact)]: value }, report)).toEqual([]);
});

it("tells a record that names counties though its model lies outside Texas, and offers it none", async () => {
  const projection = pecanBranch["Model_Files/Projection/texas.prj"];
  const elsewhere = {
    "Model_Files/Projection/texas.prj": projection.replace(
      '"Central_Meridian",-98.5',
      '"Central_Meridian",-78.5',
    ),
  };
  const found = await modelReport(modelSource({ ...pecanBranch, ...elsewhere }));
  const counties = fieldOf("counties");
  expect(disagreementLines(schema, { [counties]: ["Parker"] }, found)).toEqual([
    "Counties: Model_Files/Pecan.g01 says a place outside Texas, the record Parker.",
  ]);
  expect(disagreements(schema, { [counties]: [] }, found)).toEqual([]);
  expect(factsFor(schema, found).map(({ field }) => field)).not.toContain(counties);
  const boxed = { ...found, footprint: { ...found.footprint!, areas: [], lines: [] } };
  expect(disagreements(schema, { [counties]: ["Parker"] }, boxed)).toEqual([]);
});

it("finds no fault with a record that names any one of the programs of a model, and offers the one of most files", async () => {
  const hms = "Project: Creek\n     Version: 4.11\nEnd:\n";
  const both = await modelReport(modelSource({ "HMS/Creek.hms": hms, ...pecanBranch }));
  const [software, version] = [fieldOf("software"), fieldOf("programVersion")];
  expect(byFact(factsFor(schema, both))["software"]).toEqual({
    value: "HEC-RAS",
    from: "Model_Files/Pecan.prj",
  });
  const told = (name: string, of: string) =>
    disagreements(schema, { [software]: name, [version]: of }, both).map(({ field }) => field);
  expect(told("HEC-HMS", "4.11")).toEqual([]);
  expect(told("HEC-RAS", "6.5")).toEqual([]);
  expect(told("EPA SWMM", "5.2")).toEqual([software, version]);
  const sewers = "[JUNCTIONS]\nJ1 0\n[CONDUITS]\n";
  const unsaid = await modelReport(modelSource({ "SWMM/net.inp": sewers, ...pecanBranch }));
  expect(disagreements(schema, { [software]: "EPA SWMM", [version]: "5.2" }, unsaid)).toEqual([]);
});

it("knows the facts that a schema may name", () => {
  expect(vocabulary.definitions.node.properties["x-from-model"].enum).toEqual(MODEL_FACTS);
});

it.each([
  ["programVersion", undefined, "6.5", "6.5"],
  ["programVersion", "6.4.1", "6.5", "6.5"],
  ["modelTypes", [], ["Hydraulic", "2D"], "Hydraulic, 2D"],
  ["modelTypes", ["Coastal", "2D"], ["Coastal", "2D", "Hydraulic"], "Hydraulic"],
  ["counties", ["Wise"], ["Wise", "Denton"], "Denton"],
  ["periods", [{}], [{ start: "2015-05-24", end: "2015-05-26" }], "2015-05-24 to 2015-05-26"],
])("offers a %s of %j what is new, and keeps its entries", (fact, held, proposed, text) => {
  const found = factsFor(schema, report).find(({ field }) => field === fieldOf(fact))!;
  expect(offerOf(schema, found, held)).toMatchObject({ proposed, text });
});

it.each([
  ["title", "Another name"],
  ["programVersion", "6.5"],
  ["modelTypes", ["2D", "Hydraulic"]],
])("offers nothing to a %s of %j", (fact, held) => {
  const found = factsFor(schema, report).find(({ field }) => field === fieldOf(fact))!;
  expect(offerOf(schema, found, held)).toBeUndefined();
});

it("says of what a field offers no choice of nothing, and takes over what a schema adds", () => {
  const field = fieldOf("modelTypes");
  const about = schema.properties[field]!;
  const items = { ...about.items, enum: [...about.items!.enum!, "1D", "Unsteady"] };
  const wider = { ...schema, properties: { [field]: { ...about, items } } };
  expect(factsFor(wider, report)[0]?.value).toEqual(["Hydraulic", "1D", "2D", "Unsteady"]);
});
