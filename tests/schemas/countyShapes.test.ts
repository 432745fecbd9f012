import { readFileSync } from "node:fs";
import { feature } from "topojson-client";
import { expect, it } from "vitest";
import { buildCountyShapes } from "../../scripts/generate/countyShapes.ts";

const FILE = "schemas/reference/county-shapes.json";

it("county shapes match the us-atlas package", async () => {
  expect(readFileSync(FILE, "utf8")).toBe(await buildCountyShapes());
});

it("has one shape for each Texas county, with name and code", () => {
  const topology = JSON.parse(readFileSync(FILE, "utf8"));
  const { features } = feature(topology, topology.objects.counties) as unknown as {
    features: { id: string; properties: { name: string }; geometry: { coordinates: unknown[] } }[];
  };
  const counties = JSON.parse(readFileSync("schemas/reference/counties.json", "utf8")) as {
    value: string;
    fips: string;
  }[];
  const byCode = (a: string[], b: string[]) => a[0]!.localeCompare(b[0]!);
  expect(features.map(({ id, properties }) => [id, properties.name]).sort(byCode)).toEqual(
    counties.map(({ fips, value }) => [fips, value]).sort(byCode),
  );
  for (const { geometry } of features) expect(geometry.coordinates.length).toBeGreaterThan(0);
});
