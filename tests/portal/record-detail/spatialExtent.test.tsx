import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { Polygons } from "../../../src/contract/uploads/spatialExtent.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { RecordView } from "../../../src/portal/shell/RecordView.tsx";
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

const createExtent = (coordinates: Polygons | null, properties: JsonObject = {}): JsonObject => ({
  type: "Feature",
  geometry: coordinates && { type: "MultiPolygon", coordinates },
  properties: {
    feature_classes: coordinates ? ["Model_Coverage"] : [],
    counties: coordinates ? ["Denton", "Wise"] : [],
    regions: [],
    ...properties,
  },
});

/** Renders the page; the server sends the responses in order and repeats the last. */
function renderWithExtents(...answers: (JsonObject | ApiError)[]) {
  const next = () => (answers.length > 1 ? answers.shift()! : answers[0]!);
  return renderDetail({
    [endpoints.spatialExtent.path]: () => {
      const answer = next();
      return answer instanceof Error ? answer : [answer];
    },
  });
}

describe("the map of a record's area", () => {
  it("is visible in the record and described in text", async () => {
    renderWithExtents(createExtent(TWO_COUNTIES));
    const map = await screen.findByRole(
      "img",
      { name: "Map of the area. The area reaches into 2 counties: Denton and Wise." },
      { timeout: 120_000 },
    );
    expect(map.querySelector(".area")).toHaveAttribute("d", expect.stringMatching(/^M[\d.,LZ-]+$/));
    expect(map.querySelectorAll("[data-kind=named]")).toHaveLength(2);
    expect(screen.getByText("The area reaches into 2 counties: Denton and Wise.")).toBeVisible();
    expect(
      screen.getByText("About 60 square miles, 33.10° N to 33.20° N, 97.45° W to 97.30° W"),
    ).toBeVisible();
    expect(screen.getByText("From Model_Coverage, simplified.")).toBeVisible();
    expect(screen.queryByText(/Not listed in the record/)).toBeNull();
  });

  it("is visible in a vendor's pending record", async () => {
    renderDetail({ [endpoints.spatialExtent.path]: [createExtent(TWO_COUNTIES)] }, <RecordView />);
    const map = await screen.findByRole("img", { name: /^Map of the area/ }, { timeout: 120_000 });
    expect(map).toBeVisible();
  });

  it("lists counties in the area that the record does not name", async () => {
    renderWithExtents(
      createExtent([box(-97.45, 32.95, -97.3, 33.2)], { counties: ["Denton", "Tarrant", "Wise"] }),
    );
    expect(await screen.findByText("Not listed in the record: Tarrant.")).toBeVisible();
  });

  it("is replaced by the reason if there is no area", async () => {
    const note = "The geodatabase could not be read, so its area could not be checked.";
    renderWithExtents(createExtent(null, { note }));
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.queryByRole("img", { name: /^Map/ })).toBeNull();
  });

  it("is hidden if the server does not read geodatabases", async () => {
    allowRefusals();
    const { askedFor } = renderWithExtents(new ApiError("Not found", 404));
    await screen.findByRole("region", { name: "Metadata" });
    await waitFor(() => expect(askedFor(endpoints.spatialExtent.path)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Area covered" })).toBeNull());
  });

  it("shows an error if it fails to load, and loads on Retry", async () => {
    allowRefusals();
    const broken = new ApiError("Something broke", 500);
    const { press } = renderWithExtents(broken, createExtent(TWO_COUNTIES));
    await screen.findByText("The map could not be loaded", {}, { timeout: 120_000 });
    await press("Retry");
    await waitFor(() => expect(screen.getByRole("img", { name: /^Map/ })).toBeVisible());
  });
});
