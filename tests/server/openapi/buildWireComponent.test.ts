import { expect, it } from "vitest";
import { NO_REFERENCES } from "../../../src/contract/schema/references.ts";
import { buildEntityComponent } from "../../../src/server/openapi/buildWireComponent.ts";

it("describes the units of fields and of their parts", () => {
  const component = buildEntityComponent(
    {
      $id: "gauge",
      title: "Gauge",
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
          properties: { mile: { title: "Mile", type: "number", "x-unit": "mi" } },
          "x-wire": { read: "site" },
        },
      },
    },
    "read",
    NO_REFERENCES,
  );
  expect(component.properties).toMatchObject({
    height: { description: "Above the bed. Unit: ft." },
    site: { properties: { mile: { description: "Unit: mi." } } },
  });
});
