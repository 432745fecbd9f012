import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { buildModelReport } from "../../../src/contract/models/buildModelReport.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { encode } from "../../../src/contract/wire/wire.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import * as downloads from "../../../src/portal/ui/downloadFile.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { modelSource, pecanWithout } from "../../support/modelTexts.ts";
import { aWireUpload, renderDetail } from "./renderDetail.tsx";

it.each([
  ["STAC Item", "stac_item_7.json", /"stac_version": "1\.1\.0"/],
  ["Published standard", "model_metadata_7.yml", /^global_attributes:\n {2}boundary_type: "HUC12"/],
])("exports a record as %s", async (label, name, content) => {
  const download = vi.spyOn(downloads, "downloadFile").mockReturnValue();
  const { press, user } = renderDetail({ [endpoints.listContacts.path]: [] });
  await press("Export");
  await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${label}`) }));
  await vi.waitFor(() => expect(download).toHaveBeenCalledOnce());
  expect(download).toHaveBeenCalledWith(name, expect.stringMatching(content), expect.any(String));
});

it("shows an error and exports nothing if the model report fails to load", async () => {
  allowRefusals();
  const download = vi.spyOn(downloads, "downloadFile").mockReturnValue();
  const report = await buildModelReport(modelSource(pecanWithout("Model_Files/Pecan.g01")));
  let respond: () => JsonObject[] | Error = () => new ApiError("The store is being cleaned.", 500);
  const { press, user } = renderDetail({
    [endpoints.listContacts.path]: [],
    [endpoints.listArchive.path]: [aWireUpload()],
    [endpoints.modelReport.path]: () => respond(),
  });
  const exportRecord = async () => {
    await press("Export");
    await user.click(await screen.findByRole("menuitem", { name: /^STAC Item/ }));
  };
  await exportRecord();
  expect(await screen.findByText("The store is being cleaned.")).toBeVisible();
  expect(download).not.toHaveBeenCalled();
  respond = () => [encode(getSchema("model-report"), { ...report }, "read")];
  await exportRecord();
  await vi.waitFor(() => expect(download).toHaveBeenCalledOnce());
  expect(download.mock.calls[0]![1]).toContain('"model:report"');
});
