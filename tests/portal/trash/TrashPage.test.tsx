import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { TrashPage } from "../../../src/portal/trash/TrashPage.tsx";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";

const aDeletedRecord = () =>
  aWireRecord({
    id: "7",
    vendor: "vendor2",
    status: "rejected",
    timeOfDeletion: "2026-03-05T15:00:00.000Z",
    metadata: { modelIdentifier: "030000000001" },
  });

const renderTrash = (answers: Answers, roles?: string[]) =>
  renderScreen(<TrashPage />, {
    answers,
    config: { trashRetentionDays: 90 },
    ...(roles && { account: anAccount({ roles }) }),
  });

it("shows a vendor's deleted records and until when they can be restored, and restores one", async () => {
  const rows = [aDeletedRecord()];
  const { user, askedFor } = renderTrash({
    [endpoints.listDeletedRecords.path]: () => [...rows],
    [endpoints.restoreRecord.path]: () => {
      rows.pop();
      return [];
    },
  });
  const item = (await screen.findByRole("heading", { name: "Denton Creek" })).closest("li")!;
  expect(item).toHaveTextContent("Model 030000000001 · Record 7");
  expect(item).not.toHaveTextContent("vendor2");
  expect(item).toHaveTextContent(/Deleted on March 5th 2026, .* It can be restored until Jun 3rd, 2026\./);
  await user.click(screen.getByRole("button", { name: "Restore Denton Creek" }));
  expect(await screen.findByText("Restored record!")).toBeVisible();
  expect(askedFor(endpoints.restoreRecord.path)[0]).toMatchObject({ body: { tdis_identifier: "7" } });
  expect(await screen.findByText("No deleted records")).toBeVisible();
});

it("shows an agency admin the deleted records of all vendors, with the vendor's name", async () => {
  renderTrash({ [endpoints.listAllDeletedRecords.path]: [aDeletedRecord()] }, ["ROLE_ADMIN-APPLICATION"]);
  await waitFor(() => expect(screen.getByRole("listitem")).toHaveTextContent("Vendor vendor2"));
});

it("shows why a record cannot be restored, and why the list cannot be loaded", async () => {
  allowRefusals();
  const failing = renderTrash({ [endpoints.listDeletedRecords.path]: new ApiError("The store rests.", 503) });
  expect(await screen.findByText("The deleted records could not be loaded")).toBeVisible();
  failing.unmount();
  const { user } = renderTrash({
    [endpoints.listDeletedRecords.path]: [aDeletedRecord()],
    [endpoints.restoreRecord.path]: new ApiError("The record does not exist.", 404),
  });
  await user.click(await screen.findByRole("button", { name: "Restore Denton Creek" }));
  expect(await screen.findByText("Failed to restore record. The record does not exist.")).toBeVisible();
});
