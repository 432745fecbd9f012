import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { ApiError } from "../../../src/portal/providers/calls/apiError.ts";
import { allowRefusals } from "../../support/allowRefusals.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const rejected = {
  [endpoints.listNotifications.path]: [
    {
      ...{ status: "rejected", username: "agency1", date: "2026-03-05T15:00:00.000Z" },
      content: "The whole is late.\nCall us.",
      reasons: [
        { id: "1", kind: "field", name: "modelDescription", text: "Name the reaches.", answered: null },
        { id: "2", kind: "file", name: "a.hdf", text: "Ends early.", answered: null },
      ],
    },
  ],
  [endpoints.answerReason.path]: [],
};

it("a rejection reason about a field shows at the field and can be checked off there", async () => {
  const { user, askedFor } = renderRecordForm("7", rejected);
  const tick = await screen.findByRole("checkbox", { name: "The agency asks: Name the reaches." });
  const field = tick.closest<HTMLElement>(".field")!;
  expect(within(field).getByRole("textbox", { name: /^Model description/ })).toBeVisible();
  expect(within(field).queryByText(/Ends early/)).toBeNull();
  await user.click(tick);
  expect(askedFor(endpoints.answerReason.path)[0]!.body).toEqual({
    ...{ tdis_identifier: "7", reason_id: "1", answered: true },
  });
});

it("a rejection reason is shown as checked off while this is being saved", async () => {
  const { user } = renderRecordForm("7", {
    ...rejected,
    [endpoints.answerReason.path]: () => new Promise<never>(() => undefined),
  });
  const tick = await screen.findByRole("checkbox", { name: "The agency asks: Name the reaches." });
  await user.click(tick);
  expect(tick).toBeChecked();
});

it("a rejection reason that cannot be checked off shows why", async () => {
  allowRefusals();
  const text = "This record is pending. You cannot check off its reasons.";
  const { user } = renderRecordForm("7", {
    ...rejected,
    [endpoints.answerReason.path]: new ApiError(text, 409),
  });
  const tick = await screen.findByRole("checkbox", { name: "The agency asks: Name the reaches." });
  await user.click(tick);
  expect(await screen.findByText(text)).toBeVisible();
  await waitFor(() => expect(tick).not.toBeChecked());
});

it("a URL with a field's hash focuses the field", async () => {
  renderRecordForm("7", rejected, { hash: "#field-modelDescription" });
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Model description/));
});

it("rejection reasons about files show above the form and can be checked off there", async () => {
  const { user, askedFor } = renderRecordForm("7", rejected);
  const words = await screen.findByText(/^The whole is late\.\s+Call us\.$/);
  const note = within(words.closest<HTMLElement>('[role="alert"]')!);
  expect(note.getByText(/Rejected on/)).toHaveTextContent("Rejected on Mar 5th, 2026 by agency1");
  expect(note.queryByText(/Name the reaches/)).toBeNull();
  await user.click(note.getByRole("checkbox", { name: "a.hdf: Ends early." }));
  expect(askedFor(endpoints.answerReason.path)[0]!.body).toMatchObject({ reason_id: "2", answered: true });
});

it("a rejection reason in free text shows above the form", async () => {
  renderRecordForm("7", {
    [endpoints.listNotifications.path]: [
      { status: "rejected", content: "Start anew.", username: "agency1", date: "2026-03-05T15:00:00.000Z" },
    ],
  });
  expect(await screen.findByText("Start anew.")).toBeVisible();
});
