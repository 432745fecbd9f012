import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aMetadata, renderMetadata } from "./renderForm.tsx";

const name = () => screen.getByRole("textbox", { name: "Model name" });
const saveButton = () => screen.getByRole("button", { name: "Save" });

async function emptied(press: () => void) {
  const form = renderMetadata(aMetadata());
  press();
  await form.user.clear(name());
  return form;
}

it.each([
  ["a press of another button", () => fireEvent.pointerDown(document.body, { button: 2 })],
  [
    "a press that a context menu ended",
    () => {
      fireEvent.pointerDown(document.body, { button: 0 });
      fireEvent.contextMenu(document.body);
    },
  ],
  [
    "a press that ended in another window",
    () => {
      fireEvent.pointerDown(document.body, { button: 0 });
      fireEvent.blur(window);
    },
  ],
])("holds no message back after %s", async (_, press) => {
  await emptied(press);
  // Not by a key, which ends a press too.
  act(() => saveButton().focus());
  expect(await screen.findByText("Required")).toBeVisible();
});

it("counts and shows all errors of a submit, whatever is held", async () => {
  const { onInvalid } = await emptied(() => {});
  fireEvent.pointerDown(document.body, { button: 0 });
  fireEvent.click(saveButton());
  expect(onInvalid.mock.lastCall?.[0]).toHaveLength(1);
  expect(screen.getByText("Please fix 1 error(s).")).toBeVisible();
});

it("holds a message back while the main button is down, so that the page stays under it", async () => {
  await emptied(() => {});
  fireEvent.pointerDown(saveButton(), { button: 0 });
  act(() => saveButton().focus());
  expect(screen.queryByText("Required")).not.toBeInTheDocument();
  fireEvent.pointerUp(saveButton(), { button: 0 });
  expect(await screen.findByText("Required")).toBeVisible();
});
