import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { RecordFormPage } from "../../../src/portal/record-form/RecordFormPage.tsx";
import { getDraftPath, getRecordPath, routes } from "../../../src/portal/routes.ts";
import type { PortalConfig } from "../../../src/portal/providers/calls/portalConfig.ts";
import { EARLIER_KEY, hasEarlierDraft } from "../../support/draftService.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { formResponses } from "./formResponses.ts";

const getName = (element: Element) => element.getAttribute("aria-label") ?? element.textContent;

/** Waits with a cheap query first: a query by role is slow among so many fields while they still render. */
const findButton = async (name: string) => {
  await waitFor(() =>
    expect([...document.querySelectorAll("button")].map(getName), "the buttons").toContain(name),
  );
  return screen.findByRole("button", { name });
};

/** Renders the form of record 7 or of a new record, with its stored draft if there is one. */
export function renderRecordForm(
  of: "7" | "new",
  answers: Answers = {},
  { hash = "", config = {} }: { hash?: string; config?: Partial<PortalConfig> } = {},
) {
  const isNew = of === "new";
  const newPath = hasEarlierDraft() ? getDraftPath(EARLIER_KEY) : routes.newRecord;
  const view = renderScreen(<RecordFormPage />, {
    at: (isNew ? newPath : getRecordPath("form", of)) + hash,
    config,
    route: isNew ? routes.newRecord : routes.form,
    answers: formResponses(answers),
  });
  const press = async (name: string) => view.user.click(await findButton(name));
  const retype = async (label: RegExp, text: string) => {
    await screen.findAllByText(label);
    const input = await screen.findByRole("textbox", { name: label });
    await view.user.clear(input);
    await view.user.type(input, text);
    await view.user.tab();
  };
  return { ...view, findButton, press, retype };
}
