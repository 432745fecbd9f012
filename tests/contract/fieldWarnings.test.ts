import { expect, it } from "vitest";
import { listEntityWarnings } from "../../src/contract/rules/fieldWarnings.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";

const schema = {
  title: "Model",
  type: "object",
  properties: {
    region: { title: "Region", type: "string" },
    code: { title: "Code", type: "string", pattern: "^[0-9]{4}$", "x-rules": [{ startsWith: "region" }] },
    created: { title: "Creation date", type: "string", format: "date" },
    changed: { title: "Changed", type: "string", format: "date", "x-rules": [{ notBefore: "created" }] },
  },
} as unknown as EntitySchema;

it.each([
  [
    { region: "03", code: "1101" },
    [{ field: "code", text: "Correct this or the region: 1101 does not start with 03." }],
  ],
  [{ region: "03", code: "0301" }, []],
  [{ region: "03", code: "11" }, []],
  [{ code: "1101" }, []],
  [
    { created: "2026-02-01", changed: "2026-01-31" },
    [{ field: "changed", text: "Correct this or the creation date: 2026-01-31 is before 2026-02-01." }],
  ],
  [{ created: "2026-02-01", changed: "2026-02-01" }, []],
  [{ created: "2026-02-01", changed: "soon" }, []],
  [{ changed: "2026-01-31" }, []],
])("warns of valid values that break a rule of two fields: %j", (entity, warnings) => {
  expect(listEntityWarnings(schema, entity)).toEqual(warnings);
});

it("warns of options outside the value of the field that filters their list", () => {
  const units: EntitySchema = {
    $id: "model",
    title: "Model",
    properties: {
      region: { title: "Region" },
      units: { "x-options": { source: "units", filterBy: "region", open: true } },
    },
  };
  const lists = {
    units: new Map([
      ["1", { regionId: ["03"] }],
      ["2", { regionId: ["03", "06"] }],
    ]),
  };
  const warn = (entity: JsonObject) => listEntityWarnings(units, entity, lists).map(({ text }) => text);
  expect(warn({ region: "06", units: ["1", "2", "9"] })).toEqual([
    "Correct this or the region: 1 is outside it.",
  ]);
  expect(warn({ units: ["1", "2"] })).toEqual([]);
});
