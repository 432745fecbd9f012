import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { Status } from "../../../src/contract/status.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { RecordDetailPage } from "../../../src/portal/record-detail/RecordDetailPage.tsx";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderDetail } from "./renderDetail.tsx";

const renderRecord = (answers: Answers, isOwn = true) =>
  renderDetail(
    { [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "pending" })], ...answers },
    <RecordDetailPage isOwn={isOwn} />,
  );

it("Withdraw asks first, then returns a pending record to in progress", async () => {
  let status: Status = "pending";
  const view = renderRecord({
    [endpoints.getRecord.path]: () => [aWireRecord({ id: "7", status })],
    [endpoints.withdrawRecord.path]: () => {
      status = "in progress";
      return [];
    },
  });
  await view.press("Withdraw");
  const dialog = await screen.findByRole("dialog", { name: "Withdraw this record from review?" });
  expect(view.askedFor(endpoints.withdrawRecord.path)).toEqual([]);
  await view.user.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("Withdrew record!")).toBeVisible();
  expect(await screen.findByRole("link", { name: "Edit" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Withdraw" })).not.toBeInTheDocument();
});

it("Withdraw shows why the server refused", async () => {
  allowRefusals();
  const view = renderRecord({
    [endpoints.withdrawRecord.path]: new ApiError("This one is accepted.", 409),
  });
  await view.press("Withdraw");
  await view.user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("Failed to withdraw record. This one is accepted.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("Withdraw is not offered for another vendor's record", async () => {
  renderRecord({}, false);
  expect(await screen.findByRole("heading", { level: 1, name: "Denton Creek" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Withdraw" })).not.toBeInTheDocument();
});
