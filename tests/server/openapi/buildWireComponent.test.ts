import { expect, it } from "vitest";
import { NO_REFERENCES } from "../../../src/contract/schema/references.ts";
import { buildEntityComponent } from "../../../src/server/openapi/buildWireComponent.ts";

it("describes fields and their parts with units, parts under their names in snake case", () => {
  const component = buildEntityComponent(
    {
      $id: "gauge",
      title: "Gauge",
      "x-changes": { version: 1 },
      properties: {
        height: {
          title: "Height",
          description: "Above the bed.",
          type: "number",
          "x-unit": "ft",
          "x-wire": { read: "height" },
        },
        site: {
          title: "Site",
          type: "object",
          required: ["riverMile"],
          properties: { riverMile: { title: "Mile", type: "number", "x-unit": "mi" } },
          "x-wire": { read: "site" },
        },
      },
    },
    "read",
    NO_REFERENCES,
  );
  expect(component.properties).toMatchObject({
    height: { description: "Above the bed. Unit: ft." },
    site: { required: ["river_mile"], properties: { river_mile: { description: "Unit: mi." } } },
  });
});
