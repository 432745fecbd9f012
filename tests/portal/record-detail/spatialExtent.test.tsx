import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.ts";
import type { Bag } from "../../../src/contract/fields.ts";
import type { Polygons } from "../../../src/contract/spatialExtent.ts";
import { VendorError } from "../../../src/portal/providers/vendorError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { renderDetail } from "./renderDetail.tsx";

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

const anArea = (coordinates: Polygons | null, properties: Bag = {}): Bag => ({
  type: "Feature",
  geometry: coordinates && { type: "MultiPolygon", coordinates },
  properties: {
    feature_classes: coordinates ? ["Model_Coverage"] : [],
    counties: coordinates ? ["Denton", "Wise"] : [],
    regions: [],
    ...properties,
  },
});

/** The page with its metadata open; the services answer one thing after the other, the last one from then on. */
async function shown(...answers: (Bag | VendorError)[]) {
  const next = () => (answers.length > 1 ? answers.shift()! : answers[0]!);
  const page = renderDetail({
    [endpoints.spatialExtent.path]: () => {
      const answer = next();
      return answer instanceof Error ? answer : [answer];
    },
  });
  await page.press("Show more");
  return page;
}

describe("the map", () => {
  it("is fetched when it is asked for, and says in words what it shows", async () => {
    const { press, askedFor } = await shown(anArea(TWO_COUNTIES));
    const asked = () => askedFor(endpoints.spatialExtent.path);
    expect(asked()).toEqual([]);
    await press("Show on map");
    const map = await screen.findByRole("img", {
      name: "Map of the area. Reaches into 2 counties: Denton and Wise.",
    });
    expect(map.querySelector(".area")).toHaveAttribute("d", expect.stringMatching(/^M[\d.,LZ-]+$/));
    expect(map.querySelectorAll("[data-kind=named]")).toHaveLength(2);
    expect(screen.getByText("Reaches into 2 counties: Denton and Wise.")).toBeVisible();
    expect(
      screen.getByText("About 60 square miles, 33.10° N to 33.20° N, 97.45° W to 97.30° W"),
    ).toBeVisible();
    expect(screen.getByText("From Model_Coverage, simplified.")).toBeVisible();
    expect(screen.queryByText(/Not among the record/)).toBeNull();
    await press("Hide the map");
    expect(screen.queryByRole("img", { name: /^Map/ })).toBeNull();
    await press("Show on map");
    expect(asked()).toHaveLength(1);
  });

  it("names the counties that the record leaves out", async () => {
    const { press } = await shown(
      anArea([box(-97.45, 32.95, -97.3, 33.2)], { counties: ["Denton", "Tarrant", "Wise"] }),
    );
    await press("Show on map");
    expect(await screen.findByText("Not among the record's counties: Tarrant.")).toBeVisible();
  });

  it("gives way to the reason where there is no area", async () => {
    const note = "The geodatabase could not be read, so its area could not be checked.";
    const { press } = await shown(anArea(null, { note }));
    await press("Show on map");
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.queryByRole("img", { name: /^Map/ })).toBeNull();
  });

  it("is not offered where the services do not read geodatabases", async () => {
    allowRefusals();
    const { press } = await shown(new VendorError("Not found", 404));
    await press("Show on map");
    expect(await screen.findByText("The map is not available in this portal.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show on map" })).toBeNull();
  });

  it("says that it could not be loaded, and can be tried again", async () => {
    allowRefusals();
    const broken = new VendorError("Something broke", 500);
    const { press } = await shown(broken, anArea(TWO_COUNTIES));
    await press("Show on map");
    await screen.findByText("The map could not be loaded", {}, { timeout: 15_000 });
    await press("Retry");
    await waitFor(() => expect(screen.getByRole("img", { name: /^Map/ })).toBeVisible());
  });
});
