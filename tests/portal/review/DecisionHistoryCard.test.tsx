import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { DecisionHistoryCard } from "../../../src/portal/review/DecisionHistoryCard.tsx";
import { renderScreen } from "../../support/renderApp.tsx";

const decisions = [
  {
    ...{ status: "rejected", content: "No.", username: "agency1", date: "2026-03-02T15:00:00.000Z" },
    ...{ requests_changes: true, upload_version: 1, reasons: [{ id: "1", text: "Send the report." }] },
    checklist: { model_run: "fails", files_complete: false, check_notes: "Plan 1 runs.\nPlan 2 ends early." },
  },
  { status: "in progress", content: "Upload error", username: "portal", date: "2026-03-03T15:00:00.000Z" },
  {
    ...{ status: "accepted", content: "", username: "agency2", date: "2026-03-04T15:00:00.000Z" },
    ...{ note: "The report follows.", upload_version: 2, checklist: null },
  },
];

it("lists each decision with its note and checklist, the latest first", async () => {
  renderScreen(<DecisionHistoryCard recordId="7" />, {
    answers: { [endpoints.listNotifications.path]: decisions, [endpoints.listContacts.path]: [] },
  });
  const list = await screen.findByRole("list", { name: "Decisions" });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Accepted by agency2, .* v2Note: The report follows\.$/),
    expect.stringMatching(
      /^Changes requested by agency1, .* v1 1 changeTest run: Does not runAll files are delivered: NoNotes on the checks: Plan 1 runs\.\nPlan 2 ends early\.$/,
    ),
  ]);
});
