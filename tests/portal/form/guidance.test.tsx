import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderFields } from "./renderForm.tsx";

const field = (name: string) => screen.getByRole("textbox", { name });
const combobox = (name: string) => screen.getByRole("combobox", { name });
const CODES = ["120301010101", "120301010102"];

describe("the section menu", () => {
  const menu = () => within(screen.getByRole("navigation", { name: "Sections of the form" }));
  const item = (name: string) => menu().getByRole("link", { name: new RegExp(`^${name}`) });

  const SECTIONS = { code: undefined, ids: [], software: undefined, version: undefined, agency: "1" };
  const required = ["code", "ids", "software", "version", "agency"];

  it("counts missing values per section from the start and errors once they are visible", async () => {
    const { user } = renderFields(SECTIONS, { required });
    expect(item("Place")).toHaveTextContent("1 missing");
    expect(item("Software")).toHaveTextContent("2 missing");
    expect(item("Originator")).toHaveTextContent("Complete");
    await user.type(field("Code"), "12");
    await user.tab();
    expect(item("Place")).toHaveTextContent("1 error");
    await user.type(field("Version"), "6");
    await user.tab();
    expect(item("Software")).toHaveTextContent("1 missing");
  });

  it("does not call a section complete while it has an invalid value, visible or not", async () => {
    const { user } = renderFields({ code: "23", name: "A" });
    expect(item("Place")).toHaveTextContent("Incomplete");
    await user.click(field("Code"));
    await user.tab();
    expect(item("Place")).toHaveTextContent("1 error");
  });

  it("leaves out a section whose fields are all hidden", () => {
    renderFields(SECTIONS, { hiddenFields: ["software", "version"] });
    expect(item("Place")).toBeInTheDocument();
    expect(menu().queryByRole("link", { name: /^Software/ })).not.toBeInTheDocument();
  });

  describe("on a phone", () => {
    afterEach(() => void vi.unstubAllGlobals());
    const heading = () => screen.getByRole("heading", { name: "Software details" });
    const select = () => screen.getByRole("combobox", { name: "Section" });
    const software = () =>
      within(select()).getByRole<HTMLOptionElement>("option", { name: /^Software/ }).value;

    function onPhone() {
      vi.stubGlobal("matchMedia", (query: string) =>
        Object.assign(new EventTarget(), { matches: query.includes("max-width") }),
      );
      const form = renderFields({ name: "A", software: "HEC-RAS" });
      heading().scrollIntoView = vi.fn();
      act(() => select().focus());
      return form;
    }

    it("scrolls to a section at each arrow key and moves the focus at Enter", async () => {
      const { user } = onPhone();
      fireEvent.keyDown(select(), { key: "ArrowDown" });
      fireEvent.change(select(), { target: { value: software() } });
      expect(select()).toHaveFocus();
      expect(heading().scrollIntoView).toHaveBeenCalledOnce();
      await user.keyboard("{Enter}");
      expect(heading()).toHaveFocus();
    });

    it("moves the focus to a section chosen by touch", () => {
      onPhone();
      fireEvent.keyDown(select(), { key: "ArrowDown" });
      fireEvent.pointerDown(select());
      fireEvent.change(select(), { target: { value: software() } });
      expect(heading()).toHaveFocus();
    });
  });

  it("moves the focus to the heading of a section", async () => {
    const { user } = renderFields({ name: "A", software: "HEC-RAS" });
    await user.click(item("Software"));
    expect(screen.getByRole("heading", { name: "Software details" })).toHaveFocus();
    await user.tab();
    expect(combobox("Software")).toHaveFocus();
  });
});

describe("one invalid code among fifty", () => {
  it("is named at the field and in the error summary, and its chip is marked", async () => {
    const good = Array.from({ length: 49 }, (_, index) => `1203010${String(index).padStart(5, "0")}`);
    const { save } = renderFields({ units: [...good, "12O301010101"] });
    await save();
    expect(screen.getByText("Entries to correct: 12O301010101")).toBeVisible();
    expect(
      screen.getByRole("link", {
        name: "Units: Each entry must be a 12 digit number (12O301010101)",
      }),
    ).toBeVisible();
    expect(combobox("Units")).toHaveAccessibleDescription(/Entries to correct: 12O301010101/);
    const chip = screen.getByRole("button", { name: "12O301010101" });
    expect(within(chip).getByText("!")).toBeVisible();
  });
});

it("counts several invalid codes of one field as one error in the summary and the section menu", async () => {
  const { save, onInvalid } = renderFields({ units: ["12x", "34x", "56x"], name: "A" });
  await save();
  expect(screen.getByText("Please fix 1 error(s).")).toBeVisible();
  expect(onInvalid).toHaveBeenLastCalledWith(1);
  expect(screen.getByRole("link", { name: /^Place/ })).toHaveTextContent(/1 error$/);
});

describe("choosing another region", () => {
  const another = async () => {
    const form = renderFields({ region: "03", units: CODES });
    await form.user.click(combobox("Region"));
    await form.user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    return form;
  };
  const note = () => screen.queryByText("Region was changed, which cleared: Units (2).");

  it("shows which fields were cleared and can be undone completely", async () => {
    const { user, save, submitted } = await another();
    expect(note()).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(note()).not.toBeInTheDocument();
    expect(combobox("Region")).toHaveFocus();
    await save();
    expect(submitted()).toMatchObject({ region: "03", units: CODES });
  });

  it("focuses its field when the note is dismissed", async () => {
    const { user } = await another();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(note()).not.toBeInTheDocument();
    expect(combobox("Region")).toHaveFocus();
  });

  it("can no longer be undone once units are chosen again", async () => {
    const { user, save, submitted } = await another();
    await user.click(combobox("Units"));
    await user.keyboard("{Enter}{Escape}");
    await waitFor(() => expect(note()).not.toBeInTheDocument());
    await save();
    expect(submitted()?.["units"]).toHaveLength(1);
  });

  it("can be undone completely after a second change", async () => {
    const { user, save, submitted } = await another();
    await user.clear(combobox("Region"));
    await user.click(combobox("Region"));
    await user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await save();
    expect(submitted()).toMatchObject({ region: "03", units: CODES });
  });

  it("clears the dependent field even if the form is saved right after typing", async () => {
    const { onSubmit } = renderFields({ region: "03", units: CODES });
    fireEvent.change(combobox("Region"), { target: { value: "06" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    const [submitted] = onSubmit.mock.lastCall as [object];
    expect(submitted).toMatchObject({ region: "06" });
    expect(submitted).not.toHaveProperty("units");
    expect(note()).toBeVisible();
  });

  it("shows no note if there was nothing to clear", async () => {
    const { user } = renderFields({ region: "03", units: [] });
    await user.click(combobox("Region"));
    await user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    expect(screen.queryByText(/which cleared/)).not.toBeInTheDocument();
  });
});

it("Undo restores a choice that Clear removed", async () => {
  const { user, save, submitted } = renderFields({ frequency: "Daily" });
  const [title, cleared] = ["Frequency", "You cleared Frequency."];
  await user.click(within(combobox(title).closest<HTMLElement>(".field")!).getByTitle("Clear"));
  expect(await screen.findByText(cleared)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await save();
  expect(submitted()?.["frequency"]).toBe("Daily");
});

describe("a number that does not start with the region", () => {
  it("shows a warning and can be saved", async () => {
    const { save, submitted } = renderFields({ region: "03", code: "0601", ids: ["031000012", "062000004"] });
    const warning = (text: string) =>
      screen.getByText(`Correct this or the region: ${text} does not start with 03. You can still save it.`);
    expect(warning("0601")).toBeVisible();
    expect(warning("062000004")).toBeVisible();
    await save();
    expect(submitted()).toMatchObject({ code: "0601" });
  });

  it("shows no warning if it is invalid or no region is chosen", () => {
    renderFields({ region: undefined, code: "0601" });
    expect(screen.queryByText(/does not start with/)).not.toBeInTheDocument();
  });
});
