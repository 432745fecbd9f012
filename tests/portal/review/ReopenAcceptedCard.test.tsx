import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { RECORD_ID_KEY } from "../../../src/contract/schema/product.ts";
import type { Status } from "../../../src/contract/status.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ReopenAcceptedCard } from "../../../src/portal/review/ReopenAcceptedCard.tsx";
import { aMetadata } from "../../support/aMetadata.ts";
import { anAccount } from "../../support/anAccount.ts";
import { renderScreen } from "../../support/renderApp.tsx";

const render = (status: Status) =>
  renderScreen(
    <ReopenAcceptedCard
      record={{
        id: "7",
        currentMetadata: aMetadata(),
        titleAndIdentifier: {},
        statusInfo: { status, timeOfLastStatusChange: "2026-03-02T00:00:00.000Z" },
        dataIsAvailable: status === "accepted",
        schemaVersion: 1,
      }}
    />,
    {
      account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
      answers: { [endpoints.reopenAccepted.path]: [] },
    },
  );

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

it("offers nothing for a record that is not accepted", () => {
  render("rejected");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
