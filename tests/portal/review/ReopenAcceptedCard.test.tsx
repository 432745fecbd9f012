import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import type { Status } from "../../../src/contract/status.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { UnsentTexts } from "../../../src/portal/drafts/UnsentTexts.tsx";
import { ReopenAcceptedCard } from "../../../src/portal/review/ReopenAcceptedCard.tsx";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";
import { findStoredValues } from "../../support/draftService.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";

const createRecord = (status: Status) => ({
  id: "7",
  currentMetadata: aMetadata(),
  titleAndIdentifier: {},
  statusInfo: { status, timeOfLastStatusChange: "2026-03-02T00:00:00.000Z" },
  dataIsAvailable: status === "accepted",
  schemaVersion: 1,
});

const render = (
  status: Status,
  answers: Answers = {},
  card = <ReopenAcceptedCard record={createRecord(status)} />,
) =>
  renderScreen(<UnsentTexts recordId="7">{card}</UnsentTexts>, {
    account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
    answers: { [endpoints.reopenAccepted.path]: [], ...answers },
  });

it("reopens an accepted record with a reason", async () => {
  const { user, askedFor } = render("accepted");
  await user.click(screen.getByRole("button", { name: "Reopen accepted model" }));
  expect(screen.getByRole("button", { name: "Reopen" })).toBeDisabled();
  await user.type(screen.getByRole("textbox", { name: /Reason/ }), "The datum is wrong.");
  await user.click(screen.getByRole("button", { name: "Reopen" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(askedFor(endpoints.reopenAccepted.path)).toMatchObject([
    { body: { [RECORD_ID_KEY]: "7", reason: "The datum is wrong." } },
  ]);
});

it("shows in the dialog why the record was not reopened, and keeps the reason", async () => {
  allowRefusals();
  const { user } = render("accepted", {
    [endpoints.reopenAccepted.path]: new ApiError("Only an accepted record can be reopened.", 409),
  });
  await user.click(screen.getByRole("button", { name: "Reopen accepted model" }));
  const reason = screen.getByRole("textbox", { name: /Reason/ });
  await user.type(reason, "The datum is wrong.");
  await user.click(screen.getByRole("button", { name: "Reopen" }));
  expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent(
    "Failed to reopen record. Only an accepted record can be reopened.",
  );
  expect(reason).toHaveValue("The datum is wrong.");
});

it("keeps the typed reason on Escape and discards it on Cancel", async () => {
  const { user } = render("accepted");
  const open = () => user.click(screen.getByRole("button", { name: "Reopen accepted model" }));
  const reason = () => screen.getByRole("textbox", { name: /Reason/ });
  await open();
  await user.type(reason(), "The datum is wrong.");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await open();
  expect(reason()).toHaveValue("The datum is wrong.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await open();
  expect(reason()).toHaveValue("");
});

it("warns that the vendor has begun a new version, whose link saves the typed reason", async () => {
  const version = { name: "Denton Creek", vendor: "vendor1", status: "in progress" };
  const records = [
    { ...version, id: "12", previous: "7" },
    { ...version, id: "13" },
  ];
  const { user } = render("accepted", {
    [endpoints.checkIdentifier.path]: [{ records, used_by_others: false }],
  });
  await user.click(screen.getByRole("button", { name: "Reopen accepted model" }));
  const link = await screen.findByRole("link", { name: "Record 12" });
  expect(link).toHaveAttribute("href", "/app/view/12");
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Record 12 is a new version of this model (in progress).",
  );
  await user.type(screen.getByRole("textbox", { name: /Reason/ }), "The datum is wrong.");
  await user.click(link);
  await waitFor(() => expect(findStoredValues("texts-7")).toEqual({ reopening: "The datum is wrong." }));
});

it.each([
  ["shows the typed reason as not sent if a colleague reopens the record first", "Send the datum.", 1],
  ["shows no unsent reason if only the response was lost", "The datum is wrong.", 0],
])("%s", async (_, storedReason, alertCount) => {
  function Card() {
    const [status, setStatus] = useState<Status>("accepted");
    return (
      <>
        <button onClick={() => setStatus("in progress")}>Reopen elsewhere</button>
        <ReopenAcceptedCard record={createRecord(status)} />
      </>
    );
  }
  const reopening = { status: "in progress", content: storedReason, username: "agency2", date: "2026-03-04" };
  const { user, askedFor } = render(
    "accepted",
    { [endpoints.listNotifications.path]: [reopening] },
    <Card />,
  );
  await user.click(screen.getByRole("button", { name: "Reopen accepted model" }));
  await user.type(screen.getByLabelText(/^Reason/), "The datum is wrong.");
  await user.click(screen.getByRole("button", { name: "Reopen elsewhere", hidden: true }));
  await waitFor(() => expect(askedFor(endpoints.listNotifications.path)).toHaveLength(1));
  await waitFor(() => expect(screen.queryAllByText("The datum is wrong.")).toHaveLength(alertCount));
  if (alertCount === 0) return;
  expect(screen.getByRole("alert")).toHaveTextContent("Your reason for reopening was not sent:");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("offers nothing for a record that is not accepted", () => {
  render("rejected");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
