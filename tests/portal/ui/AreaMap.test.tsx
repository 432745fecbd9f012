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

/** As on a page that has shown none yet. */
async function firstAreaMap() {
  vi.resetModules();
  return (await import("../../../src/portal/ui/maps/AreaMap.tsx")).AreaMap;
}

it("says so when what draws it could not be fetched, and leads to the page loaded anew", async () => {
  const code = "../../../src/portal/ui/maps/drawArea.ts";
  vi.doMock(code, () => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  onTestFinished(() => {
    vi.doUnmock(code);
    vi.resetModules();
  });
  const AreaMap = await firstAreaMap();
  render(<AreaMap area={AREA} recordCounties={["Denton"]} />);
  expect(await screen.findByText(/The map could not be drawn\./)).toBeVisible();
  const again = screen.getByRole("link", { name: "Load the page again" });
  expect(again).toHaveAttribute("href", location.pathname);
});

it("tells counties that are named from those that are not, in the picture, its legend and in words", async () => {
  render(<AreaMap area={AREA} recordCounties={["Denton", "Harris"]} />);
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

it("names the first of many counties, the rest when asked, and counts them in the picture's name", async () => {
  const counties = Array.from({ length: 14 }, (_, index) => `County ${index + 1}`);
  render(<AreaMap area={{ ...AREA, properties: { ...AREA.properties, counties } }} recordCounties={counties} />);
  const name = "Map of the area. The area reaches into 14 counties.";
  expect(await screen.findByRole("img", { name })).toBeVisible();
  expect(screen.queryByText(/County 9\b/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show all 14 counties" }));
  expect(screen.getByText(/^The area reaches into 14 counties: County 1, .*, County 14/)).toBeVisible();
});

it("keeps the map's place while what draws it is on its way", async () => {
  const AreaMap = await firstAreaMap();
  render(<AreaMap area={AREA} recordCounties={["Denton"]} />);
  expect(screen.getByRole("status").parentElement).toHaveStyle({ minHeight: "240px" });
  expect((await screen.findByRole("img")).getAttribute("viewBox")).toBe("0 0 280 240");
});

it("says only why there is none, where no area could be read", () => {
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

it("draws the model over the area, and says how much of it lies outside", async () => {
  render(<AreaMap area={AREA} footprint={MODEL} recordCounties={["Denton"]} />);
  const map = await screen.findByRole("img", { name: /The model reaches into Denton County\./ });
  expect(map.querySelector(".model")?.getAttribute("d")).toMatch(/^M/);
  expect(screen.getByText("About 40% of the model lies outside the area covered.")).toBeVisible();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain("Model");
});

it("shows a model without a geodatabase", async () => {
  render(<AreaMap footprint={MODEL} recordCounties={[]} />);
  expect(await screen.findByRole("img", { name: /The model reaches into Denton County\./ })).toBeVisible();
  expect(screen.queryByText("Area covered")).toBeNull();
  expect(screen.getByText("Not among the record's counties: Denton.")).toBeVisible();
});

it("says that a model lies outside Texas, but not of one of which only a box is known", async () => {
  const { unmount } = render(<AreaMap footprint={{ ...MODEL, counties: [] }} recordCounties={["Denton"]} />);
  expect(
    await screen.findByRole("img", { name: "Map of the area. The model lies outside Texas." }),
  ).toBeVisible();
  unmount();
  render(<AreaMap footprint={{ ...MODEL, areas: [], lines: [], counties: [] }} recordCounties={["Denton"]} />);
  expect(await screen.findByRole("img", { name: "Map of the area." })).toBeVisible();
});

describe("the delivered geodatabase", () => {
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
  const differs = "The delivered geodatabase covers another area than the record's.";
  const legend = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

  it("is drawn beside the record's area where it covers another, and its counties are told", async () => {
    render(
      <AreaMap area={AREA} delivered={covering(-97, ["Collin", "Denton"])} recordCounties={["Denton", "Wise"]} />,
    );
    const map = await screen.findByRole("img", {
      name: /The delivered geodatabase reaches into 2 counties: Collin and Denton\./,
    });
    expect(map.querySelector(".delivered")!.getAttribute("d")).toMatch(/^M/);
    expect(legend()).toContain("Delivered geodatabase");
    expect(screen.getByText(differs)).toBeVisible();
    expect(screen.getByText("Not among the record's counties: Collin.")).toBeVisible();
  });

  it("is not drawn a second time where it covers the same", async () => {
    render(<AreaMap area={AREA} delivered={covering(-97.3001, ["Denton", "Wise"])} recordCounties={["Denton"]} />);
    await screen.findByRole("img");
    expect(legend()).not.toContain("Delivered geodatabase");
    expect(screen.queryByText(differs)).toBeNull();
  });

  it("is the area of a record without one", async () => {
    render(<AreaMap delivered={covering(-97.3, ["Denton", "Wise"])} footprint={MODEL} recordCounties={[]} />);
    await screen.findByRole("img", { name: /The delivered geodatabase reaches into 2 counties/ });
    expect(legend()).toContain("Area covered");
    expect(screen.queryByText(differs)).toBeNull();
    expect(screen.getByText("About 40% of the model lies outside the area covered.")).toBeVisible();
  });
});
