import { describe, expect, it } from "vitest";
import type { Polygons } from "../../../src/contract/uploads/spatialExtent.ts";
import { describeOutside } from "../../../src/contract/uploads/describeOutside.ts";
import { describeArea, drawArea, type Footprint } from "../../../src/portal/ui/maps/drawArea.ts";

const box = (west: number, south: number, east: number, north: number): Polygons[number] => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

/** Around the county line between Denton and Wise. */
const TWO_COUNTIES: Polygons = [box(-97.45, 33.1, -97.3, 33.2)];

describe("the drawing of an area", () => {
  const drawn = (polygons: Polygons, width = 560) => drawArea({ polygons }, { width, height: 370 });
  const numbersIn = (path: string) => [...path.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number));

  it("is the same for either winding order", () => {
    const reversed = TWO_COUNTIES.map((rings) => rings.map((ring) => ring.toReversed()));
    const sorted = (polygons: Polygons) => numbersIn(drawn(polygons).area).toSorted((a, b) => a - b);
    expect(sorted(reversed)).toEqual(sorted(TWO_COUNTIES));
    expect(describeArea(reversed)).toBe(describeArea(TWO_COUNTIES));
  });

  it.each([
    ["a small area", [box(-97.2, 33.2, -97.19, 33.21)]],
    ["the whole state", [box(-106.5, 25.9, -93.6, 36.4)]],
  ])("keeps %s within the frame", (_, polygons) => {
    for (const width of [280, 560]) {
      const { area } = drawn(polygons as Polygons, width);
      const numbers = numbersIn(area);
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers.filter((_number, index) => index % 2 === 0))).toBeLessThanOrEqual(width);
      expect(Math.max(...numbers.filter((_number, index) => index % 2 === 1))).toBeLessThanOrEqual(370);
    }
  });

  it("labels the surrounding counties", () => {
    const names = drawn(TWO_COUNTIES)
      .counties.filter(({ label }) => label)
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Denton", "Wise"]));
    expect(names).not.toContain("Harris");
  });

  it("is described with a size that excludes holes", () => {
    const whole = box(-97.191, 33.214, -97.083, 33.292);
    expect(describeArea([whole])).toBe(
      "About 34 square miles, 33.21°\u00A0N to 33.29°\u00A0N, 97.19°\u00A0W to 97.08°\u00A0W",
    );
    const hole = box(-97.18, 33.22, -97.1, 33.28);
    expect(describeArea([[...whole, ...hole]])).toMatch(/^About 14 square miles/);
    expect(describeArea([box(-97.2, 33.2, -97.19, 33.21)])).toMatch(/^Less than a square mile/);
  });
});

describe("a model drawn with the area of its record", () => {
  const model = (ring: Polygons[number]) =>
    ({
      bounds: [ring[0]![0]![0], ring[0]![0]![1], ring[0]![2]![0], ring[0]![2]![1]],
      ...{ areas: ring, lines: [], boxes: [], counties: [] },
    }) as unknown as Footprint;

  it.each([
    ["far away", box(-77.65, 41.0, -77.4, 41.2), /^The model lies about 1,200 miles \(1,900 km\) outside/],
    ["next to it", box(-97.25, 33.1, -97.2, 33.2), /^The model lies about 2\.9 miles \(4\.7 km\) outside/],
    ["half in it", box(-97.4, 33.12, -97.2, 33.18), /^About \d\d% of the model lies outside/],
    ["within it", box(-97.4, 33.12, -97.35, 33.18), undefined],
  ])("is described as expected if it lies %s", (_, ring, expected) => {
    const text = describeOutside(TWO_COUNTIES, model(ring));
    if (expected) expect(text).toMatch(expected);
    else expect(text).toBeUndefined();
  });

  it("fits into the drawing's frame even if it is far away", () => {
    const drawn = drawArea(
      { polygons: TWO_COUNTIES, model: model(box(-77.65, 41, -77.4, 41.2)) },
      { width: 560, height: 370 },
    );
    const numbers = [...drawn.areas.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number));
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(560);
  });
});
