import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import * as downloads from "../../../src/portal/ui/downloadFile.ts";
import { renderDetail } from "./renderDetail.tsx";

it.each([
  ["STAC Item", "stac_item_7.json", /"stac_version": "1\.1\.0"/],
  ["Published standard", "model_metadata_7.yml", /^global_attributes:\n {2}boundary_type: "HUC12"/],
])("a record is exported as %s", async (label, name, content) => {
  const download = vi.spyOn(downloads, "downloadFile").mockReturnValue();
  const { press, user } = renderDetail({ [endpoints.listContacts.path]: [] });
  await press("Export");
  await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${label}`) }));
  await vi.waitFor(() => expect(download).toHaveBeenCalledOnce());
  expect(download).toHaveBeenCalledWith(name, expect.stringMatching(content), expect.any(String));
});
