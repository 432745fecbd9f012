import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ModelReport } from "../../../src/contract/generated/entities.ts";
import type { SpatialExtentArea } from "../../../src/contract/uploads/spatialExtent.ts";
import type { Footprint } from "../../../src/portal/ui/maps/drawArea.ts";
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

/** With a fresh module state, so that the drawing code is loaded again. */
async function importFreshAreaMap() {
  vi.resetModules();
  return (await import("../../../src/portal/ui/maps/AreaMap.tsx")).AreaMap;
}

it("AreaMap offers to reload the page if its drawing code cannot be loaded", async () => {
  const code = "../../../src/portal/ui/maps/drawArea.ts";
  vi.doMock(code, () => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  onTestFinished(() => {
    vi.doUnmock(code);
    vi.resetModules();
  });
  const AreaMap = await importFreshAreaMap();
  render(<AreaMap area={AREA} recordCounties={["Denton"]} />);
  expect(await screen.findByText(/The map could not be drawn\./)).toBeVisible();
  const reloadLink = screen.getByRole("link", { name: "Reload the page" });
  expect(reloadLink).toHaveAttribute("href", location.pathname);
});

it("AreaMap distinguishes listed from unlisted counties in the map, the legend and the text", async () => {
  render(<AreaMap area={AREA} recordCounties={["Denton", "Harris"]} />);
  const unlistedText = "Not listed in the record: Wise.";
  const map = await screen.findByRole("img", {
    name: `Map of the area. The area reaches into 2 counties: Denton and Wise. ${unlistedText}`,
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
    "County listed in the record",
    "County not listed in the record",
  ]);
  expect(screen.getByText(unlistedText)).toBeVisible();
  expect(screen.getByText("Listed in the record but outside the area: Harris.")).toBeVisible();
});

it("AreaMap collapses a long list of counties and gives their number in the map's label", async () => {
  const counties = Array.from({ length: 14 }, (_, index) => `County ${index + 1}`);
  render(
    <AreaMap area={{ ...AREA, properties: { ...AREA.properties, counties } }} recordCounties={counties} />,
  );
  const name = "Map of the area. The area reaches into 14 counties.";
  expect(await screen.findByRole("img", { name })).toBeVisible();
  expect(screen.queryByText(/County 9\b/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "and 6 more counties" }));
  expect(screen.getByText(/^The area reaches into 14 counties: County 1, .*, County 14/)).toBeVisible();
});

it("AreaMap reserves the map's height while its drawing code is loading", async () => {
  const AreaMap = await importFreshAreaMap();
  render(<AreaMap area={AREA} recordCounties={["Denton"]} />);
  expect(screen.getByRole("status").parentElement).toHaveStyle({ minHeight: "240px" });
  expect((await screen.findByRole("img")).getAttribute("viewBox")).toBe("0 0 280 240");
});

it("AreaMap shows only the note if the area could not be read", () => {
  const note = "The geodatabase could not be read, so its area could not be checked.";
  render(
    <AreaMap
      area={{ ...AREA, geometry: null, properties: { ...AREA.properties, counties: [], note } }}
      recordCounties={["Denton"]}
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

it("AreaMap draws the model and reports how much of it lies outside the area", async () => {
  render(<AreaMap area={AREA} footprint={MODEL} recordCounties={["Denton"]} />);
  const map = await screen.findByRole("img", { name: /The model reaches into Denton County\./ });
  expect(map.querySelector(".model")?.getAttribute("d")).toMatch(/^M/);
  expect(screen.getByText("About 40% of the model lies outside the area of the geodatabase.")).toBeVisible();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain("Model");
});

it("AreaMap shows a model without a geodatabase", async () => {
  render(<AreaMap footprint={MODEL} recordCounties={[]} />);
  expect(await screen.findByRole("img", { name: /The model reaches into Denton County\./ })).toBeVisible();
  expect(screen.queryByText("Area covered")).toBeNull();
  expect(screen.getByText("Not listed in the record: Denton.")).toBeVisible();
});

it("AreaMap reports that a model lies outside Texas, unless only its bounding box is known", async () => {
  const { unmount } = render(<AreaMap footprint={{ ...MODEL, counties: [] }} recordCounties={["Denton"]} />);
  expect(
    await screen.findByRole("img", { name: "Map of the area. The model lies outside Texas." }),
  ).toBeVisible();
  unmount();
  render(
    <AreaMap footprint={{ ...MODEL, areas: [], lines: [], counties: [] }} recordCounties={["Denton"]} />,
  );
  expect(await screen.findByRole("img", { name: "Map of the area." })).toBeVisible();
});

describe("AreaMap, geodatabase in the upload", () => {
  const covering = (east: number, counties: string[]): NonNullable<ModelReport["coverage"]> => ({
    polygons: [
      [
        [
          [-97.45, 33.1],
          [east, 33.1],
          [east, 33.2],
          [-97.45, 33.2],
          [-97.45, 33.1],
        ],
      ],
    ],
    counties,
  });
  const differenceText = "The geodatabase in the upload and the one in the record cover different areas.";
  const legend = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

  it("is drawn with its counties if its area differs from the record's", async () => {
    render(
      <AreaMap
        area={AREA}
        delivered={covering(-97, ["Collin", "Denton"])}
        recordCounties={["Denton", "Wise"]}
      />,
    );
    const map = await screen.findByRole("img", {
      name: /The geodatabase in the upload reaches into 2 counties: Collin and Denton\./,
    });
    expect(map.querySelector(".delivered")!.getAttribute("d")).toMatch(/^M/);
    expect(legend()).toContain("Geodatabase in the upload");
    expect(screen.getByText(differenceText)).toBeVisible();
    expect(screen.getByText("Not listed in the record: Collin.")).toBeVisible();
  });

  it("is not drawn if its area equals the record's", async () => {
    render(
      <AreaMap area={AREA} delivered={covering(-97.3001, ["Denton", "Wise"])} recordCounties={["Denton"]} />,
    );
    await screen.findByRole("img");
    expect(legend()).not.toContain("Geodatabase in the upload");
    expect(screen.queryByText(differenceText)).toBeNull();
  });

  it("is the area if the record has none", async () => {
    render(<AreaMap delivered={covering(-97.3, ["Denton", "Wise"])} footprint={MODEL} recordCounties={[]} />);
    await screen.findByRole("img", { name: /The geodatabase in the upload reaches into 2 counties/ });
    expect(legend()).toContain("Area covered");
    expect(screen.queryByText(differenceText)).toBeNull();
    expect(
      screen.getByText("About 40% of the model lies outside the area of the geodatabase."),
    ).toBeVisible();
  });
});
