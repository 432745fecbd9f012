import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { RecordFormPage } from "../../../src/portal/record-form/RecordFormPage.tsx";
import { routes } from "../../../src/portal/routes.ts";
import type { Answers } from "../../support/portalNetwork.ts";
import { renderScreen } from "../../support/renderApp.tsx";
import { formAnswers } from "./formAnswers.ts";

const nameOf = (element: Element) => element.getAttribute("aria-label") ?? element.textContent;

/**
 * The sections of the form are drawn one after the other. Looked for cheaply first: a search by role among so many
 * fields takes the time that the drawing needs.
 */
const findButton = async (name: string) => {
  await waitFor(() =>
    expect([...document.querySelectorAll("button")].map(nameOf), "the buttons").toContain(name),
  );
  return screen.findByRole("button", { name });
};

/** The form of record 7, or of a new record, come to at a `#place` if one is given, with what people do in it. */
export function renderRecordForm(of: "7" | "new", answers: Answers = {}, place = "") {
  const isNew = of === "new";
  const view = renderScreen(<RecordFormPage />, {
    at: (isNew ? routes.newRecord : `/app/form/${of}`) + place,
    route: isNew ? routes.newRecord : routes.form,
    answers: formAnswers(answers),
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
