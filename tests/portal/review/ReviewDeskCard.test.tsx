import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { UnsentTexts } from "../../../src/portal/drafts/UnsentTexts.tsx";
import { OtherReviewersAlert, ReviewDeskCard } from "../../../src/portal/review/ReviewDeskCard.tsx";
import { anAccount } from "../../support/anAccount.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";

const desk = {
  assigned_to: null as string | null,
  notes: [
    { id: "1", username: "agency2", content: "Ask again.\nOn Monday.", date: "2026-03-02T15:04:05.000Z" },
  ],
  reviewers: ["agency1", "agency2"],
  viewers: ["agency2"],
};

const render = (answers: Answers = {}) =>
  renderScreen(<UnsentTexts recordId="7">{<ReviewDeskCard recordId="7" />}</UnsentTexts>, {
    account: anAccount({ username: "agency1", roles: ["ROLE_ADMIN-APPLICATION"] }),
    answers: { [endpoints.getReviewDesk.path]: [desk], ...answers },
  });

it("shows who else handles the record or has it open", async () => {
  renderScreen(<OtherReviewersAlert recordId="7" />, {
    answers: {
      [endpoints.getReviewDesk.path]: [{ ...desk, assigned_to: "agency3", viewers: ["agency2", "agency4"] }],
    },
  });
  expect(await screen.findByText("Assigned to agency3. Also open for agency2, agency4.")).toBeVisible();
});

it("shows the notes", async () => {
  render();
  await screen.findByRole("list", { name: "Notes" });
  expect(within(screen.getByRole("list", { name: "Notes" })).getByText(/Ask again/).textContent).toBe(
    "Ask again.\nOn Monday.",
  );
});

it("names a mentioned user name that no reviewer has", async () => {
  const { user } = render();
  const note = await screen.findByLabelText("Note");
  await user.type(note, "@agency2 see agency9@example.org, ");
  expect(note).toHaveAccessibleDescription("Write @ and a user name to mail that reviewer.");
  await user.type(note, "@agncy1. @agency2");
  expect(note).toHaveAccessibleDescription("No reviewer has the user name agncy1. Check the spelling.");
});

it("assigns the record to the signed-in reviewer or to another one", async () => {
  const answers = [
    { ...desk, assigned_to: "agency1" },
    { ...desk, assigned_to: "agency2" },
  ];
  const { user, askedFor } = render({ [endpoints.assignRecord.path]: () => [answers.shift()!] });
  await user.click(await screen.findByRole("button", { name: "Assign to me" }));
  expect(await screen.findByRole("combobox", { name: "Assigned to" })).toHaveTextContent("agency1 (you)");
  expect(screen.getByRole("button", { name: "Assigned to you" })).toHaveFocus();
  await vi.waitFor(() =>
    expect(screen.getByRole("combobox", { name: "Assigned to" })).not.toHaveAttribute(
      "aria-disabled",
      "true",
    ),
  );
  await user.click(screen.getByRole("combobox", { name: "Assigned to" }));
  await user.click(screen.getByRole("option", { name: "agency2" }));
  expect(await screen.findByRole("button", { name: "Assign to me" })).toBeVisible();
  expect(askedFor(endpoints.assignRecord.path).map(({ body }) => body)).toMatchObject([
    { assigned_to: "agency1", previous: null },
    { assigned_to: "agency2", previous: "agency1" },
  ]);
});

it("takes no other assignment while one is saved", async () => {
  let save = () => {};
  const { user, askedFor } = render({
    [endpoints.assignRecord.path]: async () => {
      await new Promise<void>((resolve) => (save = resolve));
      return [{ ...desk, assigned_to: "agency1" }];
    },
  });
  await user.click(await screen.findByRole("button", { name: "Assign to me" }));
  const assignment = screen.getByRole("combobox", { name: "Assigned to" });
  await user.click(assignment);
  expect(screen.queryByRole("listbox")).toBeNull();
  save();
  await vi.waitFor(async () => {
    await user.click(assignment);
    expect(screen.getByRole("listbox")).toBeInTheDocument();
  });
  expect(askedFor(endpoints.assignRecord.path)).toHaveLength(1);
});

it("shows who took the record when an assignment fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let current: string | null = null;
  const { user } = render({
    [endpoints.getReviewDesk.path]: () => [{ ...desk, assigned_to: current }],
    [endpoints.assignRecord.path]: () => {
      current = "agency2";
      return new ApiError("This record was assigned to agency2.", 409);
    },
  });
  await user.click(await screen.findByRole("button", { name: "Assign to me" }));
  expect(
    await screen.findByText("Failed to assign record. This record was assigned to agency2."),
  ).toBeVisible();
  await vi.waitFor(() =>
    expect(screen.getByRole("combobox", { name: "Assigned to" })).toHaveTextContent("agency2"),
  );
});

it("adds a note and keeps its text when saving fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isFailing = true;
  const added = { ...desk.notes[0], id: "2", username: "agency1", content: "@agency2 Done?" };
  const { user, askedFor } = render({
    [endpoints.addNote.path]: () =>
      isFailing ? new ApiError("", 500) : [{ ...desk, notes: [...desk.notes, added] }],
  });
  const input = await screen.findByLabelText("Note");
  await user.type(input, "@agency2 Done?");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  expect(await screen.findByText("Failed to add note. Your text is not lost; try again.")).toBeVisible();
  expect(input).toHaveValue("@agency2 Done?");
  isFailing = false;
  await user.click(screen.getByRole("button", { name: "Add note" }));
  expect(
    await within(screen.getByRole("list", { name: "Notes" })).findByText("@agency2 Done?"),
  ).toBeVisible();
  expect(input).toHaveValue("");
  expect(input).toHaveFocus();
  const [first, second] = askedFor(endpoints.addNote.path);
  expect(first!.headers!["Idempotency-Key"]).toBe(second!.headers!["Idempotency-Key"]);
});

it("shows why a note was refused", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { user } = render({
    [endpoints.addNote.path]: new ApiError("A text in the request contains a character.", 400),
  });
  await user.type(await screen.findByLabelText("Note"), "Done?");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  expect(
    await screen.findByText(
      "Failed to add note. A text in the request contains a character. Your text is not lost.",
    ),
  ).toBeVisible();
});

it("shows nothing if the services have no assignments", async () => {
  const { container } = renderScreen(<ReviewDeskCard recordId="7" />, {
    config: { missingCalls: ["getReviewDesk"] },
  });
  expect(within(container).queryByRole("region", { name: "Assignment and notes" })).toBeNull();
});
