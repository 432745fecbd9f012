import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { renderRecordForm } from "./renderRecordForm.tsx";

const rejected = {
  [endpoints.listNotifications.path]: [
    {
      ...{ status: "rejected", content: "Mend.", username: "agency1", date: "2026-03-05T15:00:00.000Z" },
      reasons: [
        { id: "1", kind: "field", name: "modelDescription", text: "Name the reaches.", answered: null },
        { id: "2", kind: "file", name: "a.hdf", text: "Ends early.", answered: null },
      ],
    },
  ],
  [endpoints.answerReason.path]: [],
};

it("what the agency asked of a field stands beside it in the form, and is ticked off there", async () => {
  const { user, askedFor } = renderRecordForm("7", rejected);
  const tick = await screen.findByRole("checkbox", { name: "The agency asks: Name the reaches." });
  const field = tick.closest<HTMLElement>(".field")!;
  expect(within(field).getByRole("textbox", { name: /^Model description/ })).toBeVisible();
  expect(screen.queryByText(/Ends early/)).toBeNull();
  await user.click(tick);
  expect(askedFor(endpoints.answerReason.path)[0]!.body).toEqual({
    ...{ tdis_identifier: "7", reason_id: "1", answered: true },
  });
});

it("whoever comes by a link to a field stands in it", async () => {
  renderRecordForm("7", rejected, "#field-modelDescription");
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Model description/));
});
