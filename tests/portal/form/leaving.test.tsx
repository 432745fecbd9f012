import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aMetadata, renderMetadata } from "./renderForm.tsx";

const field = (name: string) => screen.getByRole("textbox", { name });
const choice = (name: string) => screen.getByRole("combobox", { name });

/** The browser blurs the input, and takes it for the one in use all the same. */
function leaveWindow(input: HTMLElement) {
  expect(input).toHaveFocus();
  fireEvent.blur(input);
}

it.each([
  ["Model description", "modelDescription", "the events, ", "the source", "the events, the source"],
  ["Model creation date", "modelCreationDate", "2024-1-1", "2", "2024-01-12"],
])(
  "typing goes on in %s where it stood when the window was left",
  async (name, key, before, after, whole) => {
    const { user, save, submitted, onChange } = renderMetadata(aMetadata({ [key]: undefined }));
    await user.type(field(name), before);
    leaveWindow(field(name));
    await waitFor(() => expect(onChange.mock.lastCall?.[0][key]).toBe(before));
    expect(field(name)).toHaveValue(before);
    act(() => void fireEvent.focus(field(name)));
    await user.keyboard(after);
    await save();
    expect(submitted()?.[key]).toBe(whole);
  },
);

it("what is typed back while the form still draws the letter before stands as it was typed", async () => {
  const { save, submitted } = renderMetadata(aMetadata({ modelName: "Denton Creek" }));
  const type = (value: string) => fireEvent.change(field("Model name"), { target: { value } });
  // Nothing is drawn before this has ended.
  await act(async () => {
    type("Denton Creekk");
    await new Promise((resolve) => setTimeout(resolve, 350));
    type("Denton Creek");
    fireEvent.blur(field("Model name"));
  });
  expect(field("Model name")).toHaveValue("Denton Creek");
  await save();
  expect(submitted()?.["modelName"]).toBe("Denton Creek");
});

it("tidies the text when the field is left after the window was", async () => {
  const { user, save, submitted } = renderMetadata(aMetadata({ modelPurpose: undefined }));
  await user.type(field("Model purpose"), "design ");
  leaveWindow(field("Model purpose"));
  await user.tab();
  expect(field("Model purpose")).toHaveValue("design");
  await save();
  expect(submitted()?.["modelPurpose"]).toBe("design");
});

it.each([
  ["Hydrologic units", { hydrologicUnitCode: [] }],
  ["Software", { softwareName: "HEC-RAS" }],
])("the search of %s goes on where it stood when the window was left", async (name, values) => {
  const { user } = renderMetadata(aMetadata(values));
  await user.click(choice(name));
  await user.keyboard("12");
  leaveWindow(choice(name));
  expect(choice(name)).toHaveValue("12");
  act(() => void fireEvent.focus(choice(name)));
  await user.keyboard("03");
  expect(choice(name)).toHaveValue("1203");
});

it("a day taken from the calendar stands instead of what was typed before and not left", async () => {
  const { user, save, submitted } = renderMetadata(aMetadata({ modelCreationDate: undefined }));
  await user.type(field("Model creation date"), "2024-1-1");
  const calendar = document.querySelector(`.day:has(#metadata_modelCreationDate) > input[type="date"]`)!;
  fireEvent.change(calendar, { target: { value: "2024-03-10" } });
  expect(field("Model creation date")).toHaveFocus();
  expect(field("Model creation date")).toHaveValue("2024-03-10");
  await user.tab();
  expect(field("Model creation date")).toHaveValue("2024-03-10");
  await save();
  expect(submitted()?.["modelCreationDate"]).toBe("2024-03-10");
});
