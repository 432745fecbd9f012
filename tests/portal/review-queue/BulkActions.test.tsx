import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { ReviewPage } from "../../../src/portal/review-queue/ReviewPage.tsx";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { anAccount } from "../../support/anAccount.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";

const desk = { assigned_to: null, notes: [], reviewers: [], viewers: [] };

const rows = [
  aWireRecord({ id: "1", status: "pending", metadata: { modelName: "Denton Creek" } }),
  {
    ...aWireRecord({ id: "2", status: "pending", metadata: { modelName: "Pecan Bayou" } }),
    assigned_to: "agency3",
  },
];

async function openList(answers: Answers = {}) {
  const page = renderScreen(<ReviewPage />, {
    account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
    answers: {
      [endpoints.listAllRecords.path]: rows,
      [endpoints.reviewFigures.path]: [],
      [endpoints.listReviewers.path]: [{ username: "agency1" }, { username: "agency2" }],
      ...answers,
    },
  });
  await page.user.click(await screen.findByRole("checkbox", { name: "Select all records of this page" }));
  expect(await screen.findByText("2 records selected on this page")).toBeVisible();
  return page;
}

describe("the selected records of the review list", () => {
  it("are accepted one by one; those with findings are listed", async () => {
    allowRefusals();
    const { user, askedFor } = await openList({
      [endpoints.acceptWithoutFindings.path]: ({ body }) =>
        body![RECORD_ID_KEY] === "2"
          ? new ApiError("There are findings about this model: No plan.", 409)
          : [],
    });
    await user.click(screen.getByRole("button", { name: "Accept without findings" }));
    await user.click(screen.getByRole("button", { name: "Accept records" }));
    expect(await screen.findByText(/1 record accepted\. 1 record skipped:/)).toBeVisible();
    expect(screen.getByRole("list", { name: "Skipped records" })).toHaveTextContent(
      "Pecan Bayou: There are findings about this model: No plan.",
    );
    expect(askedFor(endpoints.acceptWithoutFindings.path).map(({ body }) => body)).toEqual([
      { [RECORD_ID_KEY]: "1" },
      { [RECORD_ID_KEY]: "2" },
    ]);
    await waitFor(() => expect(screen.queryByText(/records selected/)).not.toBeInTheDocument());
    expect(screen.getByRole("alert")).toHaveFocus();
    expect(askedFor(endpoints.listAllRecords.path).length).toBeGreaterThan(1);
  });

  it("are assigned, with the reviewer that the list shows", async () => {
    const { user, askedFor } = await openList({ [endpoints.assignRecord.path]: [desk] });
    await user.click(await screen.findByRole("combobox", { name: "Assign to" }));
    await user.click(screen.getByRole("option", { name: "agency2" }));
    expect(await screen.findByText("2 records assigned to agency2.")).toBeVisible();
    expect(askedFor(endpoints.assignRecord.path).map(({ body }) => body)).toEqual([
      { [RECORD_ID_KEY]: "1", assigned_to: "agency2", previous: null },
      { [RECORD_ID_KEY]: "2", assigned_to: "agency2", previous: "agency3" },
    ]);
  });

  it("are processed up to the current one if the run is canceled", async () => {
    let finishFirst = () => undefined as void;
    const first = new Promise<[]>((resolve) => (finishFirst = () => resolve([])));
    const { user, askedFor } = await openList({ [endpoints.acceptWithoutFindings.path]: () => first });
    await user.click(screen.getByRole("button", { name: "Accept without findings" }));
    await user.click(screen.getByRole("button", { name: "Accept records" }));
    expect(await screen.findByText("0 of 2 records done…")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    finishFirst();
    expect(await screen.findByText(/1 record accepted\. Canceled: 1 record not processed\./)).toBeVisible();
    expect(askedFor(endpoints.acceptWithoutFindings.path)).toHaveLength(1);
    expect(await screen.findByText("1 record selected on this page")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Select Pecan Bayou" })).toBeChecked();
  });

  it("stay selected if a filter hides them while others are assigned", async () => {
    const { user } = await openList({
      [endpoints.listAllRecords.path]: ({ query }) => (query!["assigned"] ? [rows[1]!] : rows),
      [endpoints.assignRecord.path]: [desk],
    });
    await user.click(screen.getByRole("button", { name: "Mine" }));
    expect(await screen.findByText("1 record selected on this page")).toBeVisible();
    await user.click(await screen.findByRole("combobox", { name: "Assign to" }));
    await user.click(screen.getByRole("option", { name: "agency2" }));
    expect(await screen.findByText("1 record assigned to agency2.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Mine" }));
    expect(await screen.findByRole("checkbox", { name: "Select Denton Creek" })).toBeChecked();
    expect(screen.getByRole("checkbox", { name: "Select Pecan Bayou" })).not.toBeChecked();
  });

  it("are exported without the others", async () => {
    const download = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    const { user } = await openList();
    await user.click(screen.getByRole("checkbox", { name: "Select Denton Creek" }));
    await user.click(screen.getByRole("button", { name: "Export selected" }));
    const csv = await (download.mock.calls[0]![0] as Blob).text();
    expect(csv).toContain("Pecan Bayou");
    expect(csv).not.toContain("Denton Creek");
  });
});
