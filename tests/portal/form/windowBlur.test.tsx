import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import type { FormHandle } from "../../../src/portal/form/formProps.ts";
import { renderFields } from "./renderForm.tsx";

const field = (name: string) => screen.getByRole("textbox", { name });
const combobox = (name: string) => screen.getByRole("combobox", { name });

/** The browser blurs the input, but it stays document.activeElement. */
function blurWindow(input: HTMLElement) {
  expect(input).toHaveFocus();
  fireEvent.blur(input);
}

it.each([
  ["Purpose", "purpose", "the events, ", "the source", "the events, the source"],
  ["Created on", "created", "2024-1-1", "2", "2024-01-12"],
])("keeps the caret in %s when the window loses focus", async (name, key, before, after, whole) => {
  const { user, save, submitted, onChange } = renderFields({ [key]: undefined });
  await user.type(field(name), before);
  blurWindow(field(name));
  await waitFor(() => expect(onChange.mock.lastCall?.[0][key]).toBe(before));
  expect(field(name)).toHaveValue(before);
  act(() => void fireEvent.focus(field(name)));
  await user.keyboard(after);
  await save();
  expect(submitted()?.[key]).toBe(whole);
});

it("keeps a correction that the user types before the form has rendered the previous letter", async () => {
  const { save, submitted } = renderFields({ name: "Denton Creek" });
  const type = (value: string) => fireEvent.change(field("Name"), { target: { value } });
  // React renders nothing before this ends.
  await act(async () => {
    type("Denton Creekk");
    await new Promise((resolve) => setTimeout(resolve, 350));
    type("Denton Creek");
    fireEvent.blur(field("Name"));
  });
  expect(field("Name")).toHaveValue("Denton Creek");
  await save();
  expect(submitted()?.["name"]).toBe("Denton Creek");
});

it("keeps the letters that the user types while the form renders earlier ones", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { onChange } = renderFields({ name: "Denton" });
  const input = field("Name") as HTMLInputElement;
  const type = (letter: string) => {
    input.setRangeText(letter, input.value.length, input.value.length, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    vi.advanceTimersByTime(350);
  };
  let shown: string | undefined;
  // React calls it in the commit of the earlier letters, before the effects of that render.
  onChange.mockImplementationOnce(() => type("C")).mockImplementationOnce(() => (shown = input.value));
  await act(async () => type(" "));
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(shown).toBe("Denton C");
});

it("normalizes the text when the field loses focus after the window did", async () => {
  const { user, save, submitted } = renderFields({ purpose: undefined, name: "A" });
  await user.type(field("Purpose"), "design ");
  blurWindow(field("Purpose"));
  await user.tab();
  expect(field("Purpose")).toHaveValue("design");
  await save();
  expect(submitted()?.["purpose"]).toBe("design");
});

it.each([
  ["Units", { units: [] }],
  ["Software", { software: "HEC-RAS" }],
])("keeps the search text of %s when the window loses focus", async (name, values) => {
  const { user } = renderFields(values);
  await user.click(combobox(name));
  await user.keyboard("12");
  blurWindow(combobox(name));
  expect(combobox(name)).toHaveValue("12");
  act(() => void fireEvent.focus(combobox(name)));
  await user.keyboard("03");
  expect(combobox(name)).toHaveValue("1203");
});

it("a date from the calendar replaces text that was typed but not committed", async () => {
  const { user, save, submitted } = renderFields({ created: undefined });
  await user.type(field("Created on"), "2024-1-1");
  const calendar = document.querySelector(`.day:has(#tiny_created) > input[type="date"]`)!;
  fireEvent.change(calendar, { target: { value: "2024-03-10" } });
  expect(field("Created on")).toHaveFocus();
  expect(field("Created on")).toHaveValue("2024-03-10");
  await user.tab();
  expect(field("Created on")).toHaveValue("2024-03-10");
  await save();
  expect(submitted()?.["created"]).toBe("2024-03-10");
});

it("replaces text that was just typed with the value that the page sets", async () => {
  const ref = createRef<FormHandle>();
  const { user, save, submitted } = renderFields({ name: "Denton Creek", purpose: undefined }, { ref });
  await user.type(field("Name"), "!");
  act(() => ref.current!.setValues({ name: "Other Creek" }));
  expect(field("Name")).toHaveValue("Other Creek");
  await user.type(field("Purpose"), "design ");
  act(() => ref.current!.setValues({ name: "Elizabeth Creek" }));
  expect(field("Purpose")).toHaveValue("design ");
  await save();
  expect(submitted()).toMatchObject({ name: "Elizabeth Creek", purpose: "design" });
});
