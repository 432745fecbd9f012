import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { buildEmptyArea, type SpatialExtentArea } from "../../../src/contract/uploads/spatialExtent.ts";
import { createContactDrafts } from "../../../src/portal/record-form/contacts/contactDrafts.ts";
import { optionLists, references } from "../form/renderForm.tsx";
import { aMetadata, contactBook, MetadataForm } from "./renderMetadata.tsx";

const AREA: SpatialExtentArea = {
  type: "Feature",
  geometry: {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [-97.4, 33.1],
          [-97.2, 33.1],
          [-97.2, 33.3],
          [-97.4, 33.1],
        ],
      ],
    ],
  },
  properties: { feature_classes: [], counties: ["Denton", "Wise"], regions: ["03"] },
};

type Answer = SpatialExtentArea | undefined | Error;

/** Each request for an area gets the next answer; the last one repeats. */
function renderWithAreas(answers: Answer[], values: Parameters<typeof aMetadata>[0]) {
  const readExtent = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MetadataForm
        initialValues={aMetadata(values)}
        options={optionLists()}
        references={references()}
        contactBook={contactBook()}
        contactDrafts={createContactDrafts()}
        uploadExtent={async () => "sent.gdb.zip"}
        readExtent={readExtent}
        onSubmit={() => undefined}
      />
    </QueryClientProvider>,
  );
  const file = new File([new Uint8Array(readFileSync("tests/fixtures/coverage.gdb.zip"))], "a.gdb.zip");
  const choose = () =>
    fireEvent.change(container.querySelector('input[type="file"]')!, { target: { files: [file] } });
  return { readExtent, choose, user: userEvent.setup() };
}

const area = () => screen.getByRole("group", { name: "Area of the geodatabase" });
const map = () => screen.findByRole("img", { name: /^Map of the area/ });
const counties = () => screen.getByRole("combobox", { name: "Counties" }).closest(".field") as HTMLElement;

describe("the area of a geodatabase that was just uploaded", () => {
  it("shows at once, with buttons that add its counties and region to the record", async () => {
    const { choose, user, readExtent } = renderWithAreas([AREA], {
      county: ["Harris"],
      spatialExtentShapefile: undefined,
      twdbFloodPlanningRegionID: undefined,
    });
    choose();
    expect(await map()).toBeVisible();
    expect(readExtent).toHaveBeenCalledExactlyOnceWith("sent.gdb.zip");
    await user.click(screen.getByRole("button", { name: "Add Denton and Wise to the counties" }));
    expect(area()).toHaveFocus();
    for (const name of ["Harris", "Denton", "Wise"])
      expect(within(counties()).getByRole("button", { name })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Choose the region 03 Trinity" }));
    expect(area()).toHaveFocus();
    expect(screen.getByRole("combobox", { name: "Flood planning region" })).toHaveValue("03 Trinity");
    expect(screen.queryByRole("button", { name: /^(Add .* to the counties|Choose the region)/ })).toBeNull();
  });

  it("offers no region if another one is chosen", async () => {
    const { choose } = renderWithAreas([AREA], {
      county: ["Denton", "Wise"],
      spatialExtentShapefile: undefined,
      twdbFloodPlanningRegionID: "06",
    });
    choose();
    await map();
    expect(screen.queryByRole("button", { name: /^(Add .* to the counties|Choose the region)/ })).toBeNull();
  });

  it("shows the reason if the file was accepted without a check", async () => {
    const unread = buildEmptyArea("The geodatabase could not be read, so its area could not be checked.");
    const { choose } = renderWithAreas([unread], { spatialExtentShapefile: undefined });
    choose();
    expect(
      await screen.findByText(
        /^The geodatabase was accepted without a check of its area\. The geodatabase could not/,
      ),
    ).toBeVisible();
  });

  it("can be read again after an error", async () => {
    const busy = new Error("Too many geodatabases are being read right now.");
    const { choose, user } = renderWithAreas([busy, AREA], { spatialExtentShapefile: undefined });
    choose();
    expect(
      await screen.findByText(/^The area of the geodatabase could not be loaded: Too many/),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await map()).toBeVisible();
    expect(area()).toHaveFocus();
  });

  it("is not shown if the server does not read geodatabases", async () => {
    const { choose, readExtent } = renderWithAreas([undefined], { spatialExtentShapefile: undefined });
    choose();
    await waitFor(() => expect(readExtent).toHaveBeenCalled());
    await waitFor(() => expect(screen.queryByText(/Reading the area/)).toBeNull());
    expect(screen.queryByText(/unchecked|was not read/)).toBeNull();
  });
});

it("shows the area of a record's saved geodatabase on request", async () => {
  const { user, readExtent } = renderWithAreas([AREA], { spatialExtentShapefile: "earlier.gdb.zip" });
  expect(readExtent).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Show on map" }));
  expect(await map()).toBeVisible();
  expect(area()).toHaveFocus();
  expect(readExtent).toHaveBeenCalledExactlyOnceWith("earlier.gdb.zip");
});
