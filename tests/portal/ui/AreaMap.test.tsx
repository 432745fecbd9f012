import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SpatialExtentArea } from "../../../src/contract/uploads/spatialExtent.ts";
import type { Footprint } from "../../../src/portal/ui/maps/areaDrawing.ts";
import { AreaMap } from "../../../src/portal/ui/maps/AreaMap.tsx";

const AREA: SpatialExtentArea = {
  type: "Feature",
  geometry: {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [-97.45, 33.1],
          [-97.3, 33.1],
          [-97.3, 33.2],
          [-97.45, 33.2],
          [-97.45, 33.1],
        ],
      ],
    ],
  },
  properties: { feature_classes: ["Coverage"], counties: ["Denton", "Wise"], regions: [] },
};

it("tells counties that are named from those that are not, in the picture, its legend and in words", async () => {
  render(<AreaMap area={AREA} named={["Denton", "Harris"]} />);
  const words = "Not among the record's counties: Wise.";
  const map = await screen.findByRole("img", {
    name: `Map of the area. The area reaches into 2 counties: Denton and Wise. ${words}`,
  });
  const fills = [...map.querySelectorAll("[data-kind]")].map((county) => [
    county.getAttribute("data-kind"),
    county.getAttribute("fill"),
  ]);
  expect(fills).toHaveLength(2);
  const [[, one], [, other]] = fills as [string[], string[]];
  expect(one).not.toBe(other);
  for (const fill of [one, other]) expect(map.querySelector(fill!.slice(4, -1))).not.toBeNull();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Area covered",
    "County of the record",
    "Reached, not in the record",
  ]);
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByText("Named, but not reached: Harris.")).toBeVisible();
});

it("says only why there is none, where no area could be read", () => {
  const note = "The geodatabase could not be read, so its area could not be checked.";
  render(
    <AreaMap
      area={{ ...AREA, geometry: null, properties: { ...AREA.properties, counties: [], note } }}
      named={["Denton"]}
    />,
  );
  expect(screen.getByText(note)).toBeVisible();
  expect(screen.queryByRole("img")).toBeNull();
});

const MODEL = {
  bounds: [-97.4, 33.1, -97.1, 33.2],
  areas: [
    [
      [-97.4, 33.11],
      [-97.35, 33.11],
      [-97.35, 33.19],
    ],
  ],
  lines: [
    [
      [-97.2, 33.1],
      [-97.1, 33.2],
    ],
  ],
  boxes: [],
  counties: ["Denton"],
} as unknown as Footprint;

it("draws the model over the area, and says how much of it lies outside", async () => {
  render(<AreaMap area={AREA} footprint={MODEL} named={["Denton"]} />);
  const map = await screen.findByRole("img", { name: /The model reaches into Denton County\./ });
  expect(map.querySelector(".model")?.getAttribute("d")).toMatch(/^M/);
  expect(screen.getByText("About 40% of the model lies outside the area covered.")).toBeVisible();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain("Model");
});

it("shows a model without a geodatabase", async () => {
  render(<AreaMap footprint={MODEL} named={[]} />);
  expect(await screen.findByRole("img", { name: /The model reaches into Denton County\./ })).toBeVisible();
  expect(screen.queryByText("Area covered")).toBeNull();
  expect(screen.getByText("Not among the record's counties: Denton.")).toBeVisible();
});
