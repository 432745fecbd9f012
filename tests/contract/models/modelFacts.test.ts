import { expect, it } from "vitest";
import vocabulary from "../../../schemas/vocabulary.schema.json" with { type: "json" };
import { schemaOf } from "../../../src/contract/fields.ts";
import { disagreements, factsFor, MODEL_FACTS } from "../../../src/contract/models/modelFacts.ts";
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
    periods: { value: [{ start: "2015-05-24", end: "2015-05-26" }], from: "Model_Files/Pecan.p02" },
  });
});

it.each([
  ["software", "EPA SWMM"],
  ["programVersion", "6.4.1"],
  ["modelTypes", ["Hydraulic"]],
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

it("knows the facts that a schema may name", () => {
  expect(vocabulary.definitions.node.properties["x-from-model"].enum).toEqual(MODEL_FACTS);
});
