import { act, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { useLocation } from "react-router";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { session } from "../../../src/portal/providers/session.ts";
import { ReviewPage } from "../../../src/portal/review-queue/ReviewPage.tsx";
import { routes } from "../../../src/portal/routes.ts";
import { SideMenu } from "../../../src/portal/shell/SideMenu.tsx";
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

async function openList(answers: Answers = {}, list = <ReviewPage />) {
  const page = renderScreen(list, {
    at: routes.review,
    route: "*",
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

/** Accepts the selected records. The first one is accepted when `finishFirst` is called. */
async function startAccepting(list?: ReactElement) {
  let finishFirst = () => undefined as void;
  const first = new Promise<[]>((resolve) => (finishFirst = () => resolve([])));
  const page = await openList({ [endpoints.acceptWithoutFindings.path]: () => first }, list);
  await page.user.click(screen.getByRole("button", { name: "Accept without findings" }));
  await page.user.click(screen.getByRole("button", { name: "Accept records" }));
  expect(await screen.findByText("0 of 2 records done…")).toBeVisible();
  return { ...page, finishFirst };
}

const isUnloadPrevented = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

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
    expect(await screen.findByText(/^1 record accepted\. 1 record skipped\./)).toBeVisible();
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

  it("stay selected if the server could not be reached", async () => {
    allowRefusals();
    const { user } = await openList({
      [endpoints.acceptWithoutFindings.path]: ({ body }) =>
        body![RECORD_ID_KEY] === "2" ? new ApiError("The server cannot be reached.", 0) : [],
    });
    await user.click(screen.getByRole("button", { name: "Accept without findings" }));
    await user.click(screen.getByRole("button", { name: "Accept records" }));
    expect(await screen.findByText(/^1 record accepted\. 1 record skipped\./)).toBeVisible();
    expect(await screen.findByText("1 record selected on this page")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Select Pecan Bayou" })).toBeChecked();
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
    const { user, askedFor, finishFirst } = await startAccepting();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    finishFirst();
    expect(await screen.findByText(/1 record accepted\. Canceled: 1 record not processed\./)).toBeVisible();
    expect(askedFor(endpoints.acceptWithoutFindings.path)).toHaveLength(1);
    expect(await screen.findByText("1 record selected on this page")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Select Pecan Bayou" })).toBeChecked();
  });

  it("are processed after the list is left, and shown in the menu and when it is opened again", async () => {
    const Portal = () => (
      <>
        <SideMenu />
        {useLocation().pathname === routes.review && <ReviewPage />}
      </>
    );
    const { user, finishFirst } = await startAccepting(<Portal />);
    await user.click(screen.getByRole("link", { name: "Settings" }));
    expect(screen.getByRole("link", { name: "0 of 2 records done…" })).toBeVisible();
    expect(isUnloadPrevented()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await screen.findByRole("dialog", { name: "Log out before all selected records are processed?" });
    await user.click(screen.getByRole("button", { name: "Stay signed in" }));
    await user.click(await screen.findByRole("link", { name: "0 of 2 records done…" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    finishFirst();
    expect(await screen.findByText(/^1 record accepted\. Canceled: 1 record not processed\./)).toBeVisible();
    expect(screen.getAllByText(/^1 record accepted/)).toHaveLength(1);
    expect(isUnloadPrevented()).toBe(false);
    expect(screen.queryByRole("link", { name: /records done/ })).not.toBeInTheDocument();
  });

  it("are not processed after the session has ended", async () => {
    const { askedFor, finishFirst } = await startAccepting();
    act(() => session.end());
    finishFirst();
    expect(await screen.findByText(/^1 record accepted\. Canceled: 1 record not processed\./)).toBeVisible();
    expect(askedFor(endpoints.acceptWithoutFindings.path)).toHaveLength(1);
  });

  it("cannot be accepted together if the review checklist has required fields", async () => {
    const schema = getSchema("review-checklist");
    schema.required = Object.keys(schema.properties);
    onTestFinished(() => void delete schema.required);
    await openList();
    expect(screen.getByRole("button", { name: "Export selected" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Accept without findings" })).not.toBeInTheDocument();
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
