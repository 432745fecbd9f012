import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aMetadata, renderMetadata } from "./renderForm.tsx";

const field = (name: string) => screen.getByRole("textbox", { name });
const combobox = (name: string) => screen.getByRole("combobox", { name });
const CODES = ["120301010101", "120301010102"];

describe("the section menu", () => {
  const menu = () => within(screen.getByRole("navigation", { name: "Sections of the form" }));
  const item = (name: string) => menu().getByRole("link", { name: new RegExp(`^${name}`) });

  it("counts missing values per section from the start and errors once they are visible", async () => {
    const { user } = renderMetadata({ contacts: [{ contactId: "12", roleId: "1" }] });
    expect(item("Identifiers")).toHaveTextContent("5 missing");
    expect(item("Software details")).toHaveTextContent("2 missing");
    expect(item("Contacts")).toHaveTextContent("Complete");
    await user.type(field("Model identifier"), "12");
    await user.tab();
    expect(item("Identifiers")).toHaveTextContent("1 error, 4 missing");
    await user.type(field("Software version"), "6");
    await user.tab();
    expect(item("Software details")).toHaveTextContent("1 missing");
  });

  it("counts a missing originator in its own section and names it in the error summary", async () => {
    const { user, save } = renderMetadata(aMetadata({ contacts: [{ contactId: "12", roleId: "1" }] }));
    await user.click(screen.getByRole("checkbox", { name: /^Originator contact/ }));
    expect(item("Contacts")).toHaveTextContent("Complete");
    expect(item("Model Originator Information")).toHaveTextContent("1 missing");
    await user.click(screen.getByRole("button", { name: "+ Add another contact" }));
    await save();
    expect(screen.getAllByRole("link", { name: /Must specify/ }).map((link) => link.textContent)).toEqual([
      "Originator contact, Contact: Must specify a contact",
      "Contacts, Contact 2: Must specify a contact",
      "Contacts, Role 2: Must specify a role",
    ]);
  });

  it("does not call a section complete while it has an invalid value, visible or not", async () => {
    const { user } = renderMetadata(aMetadata({ modelIdentifier: "23" }));
    expect(item("Identifiers")).toHaveTextContent("Incomplete");
    await user.click(field("Model identifier"));
    await user.tab();
    expect(item("Identifiers")).toHaveTextContent("1 error");
  });

  describe("marks the current section", () => {
    afterEach(() => void vi.unstubAllGlobals());
    const TITLES = ["Identifiers", "Model details", "Software details", "Model Originator", "Contacts"];
    const here = () => menu().queryByRole("link", { current: "location" })?.textContent;

    /** The page scrolled to its foot in a window of 900, its sections at these heights. */
    function atFoot(tops: number[]) {
      vi.stubGlobal("innerHeight", 900);
      const ids = TITLES.map((title) => item(title).getAttribute("href")!.slice(1));
      vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
        return { top: tops[ids.indexOf(this.id)] ?? 0 } as DOMRect;
      });
      vi.spyOn(document.documentElement, "scrollHeight", "get").mockReturnValue(3000);
      vi.stubGlobal("scrollY", 2100);
      fireEvent.scroll(document);
    }

    it("at the end of the page: the last section, or the short section that was chosen", async () => {
      const { user } = renderMetadata();
      atFoot([-2000, -1500, 100, 350, 600]);
      expect(here()).toMatch(/^Contacts/);
      await user.click(item("Model Originator"));
      fireEvent.scroll(document);
      expect(here()).toMatch(/^Model Originator/);
      await user.click(item("Contacts"));
      expect(here()).toMatch(/^Contacts/);
    });

    it("elsewhere: the section at the top of the window", () => {
      renderMetadata();
      atFoot([-2000, -1500, 100, 350, 600]);
      vi.stubGlobal("scrollY", 2000);
      fireEvent.scroll(document);
      expect(here()).toMatch(/^Software details/);
    });
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
      const form = renderMetadata();
      heading().scrollIntoView = vi.fn();
      select().focus();
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
    const { user } = renderMetadata();
    await user.click(item("Software details"));
    expect(screen.getByRole("heading", { name: "Software details" })).toHaveFocus();
    await user.tab();
    expect(combobox("Software")).toHaveFocus();
  });
});

describe("F8", () => {
  const broken = () =>
    aMetadata({ modelName: undefined, softwareVersion: undefined, contacts: [{ contactId: "12" }] });

  it("moves between errors in both directions, wraps around and announces the position", async () => {
    const { user, save } = renderMetadata(broken());
    await save();
    expect(screen.getByText("Press F8 for the next error and Shift+F8 for the previous one.")).toBeVisible();
    await user.keyboard("{F8}");
    expect(field("Model name")).toHaveFocus();
    expect(screen.getByText("Error 1 of 3. Model name: Required")).toBeInTheDocument();
    await user.keyboard("{F8}");
    expect(field("Software version")).toHaveFocus();
    await user.keyboard("{F8}");
    expect(combobox("Role")).toHaveFocus();
    await user.keyboard("{F8}");
    expect(field("Model name")).toHaveFocus();
    await user.keyboard("{Shift>}{F8}{/Shift}");
    expect(combobox("Role")).toHaveFocus();
  });

  it("starts from the focused element", async () => {
    const { user, save } = renderMetadata(broken());
    await save();
    await user.click(field("Model description"));
    await user.keyboard("{F8}");
    expect(field("Software version")).toHaveFocus();
    await user.click(field("Model description"));
    await user.keyboard("{Shift>}{F8}{/Shift}");
    expect(field("Model name")).toHaveFocus();
  });

  it("does nothing without errors", async () => {
    const { user } = renderMetadata();
    await user.click(field("Model name"));
    await user.keyboard("{F8}");
    expect(field("Model name")).toHaveFocus();
  });
});

describe("one invalid code among fifty", () => {
  it("is named at the field and in the error summary, and its chip is marked", async () => {
    const good = Array.from({ length: 49 }, (_, index) => `1203010${String(index).padStart(5, "0")}`);
    const { save } = renderMetadata(aMetadata({ hydrologicUnitCode: [...good, "12O301010101"] }));
    await save();
    expect(screen.getByText("Entries to correct: 12O301010101")).toBeVisible();
    expect(
      screen.getByRole("link", {
        name: "Hydrologic units: Each entry must be a 12 digit number (12O301010101)",
      }),
    ).toBeVisible();
    expect(combobox("Hydrologic units")).toHaveAccessibleDescription(/Entries to correct: 12O301010101/);
    const chip = screen.getByRole("button", { name: "12O301010101" });
    expect(within(chip).getByText("!")).toBeVisible();
  });
});

it("counts several invalid codes of one field as one error in the summary and the section menu", async () => {
  const { save, onInvalid } = renderMetadata(aMetadata({ hydrologicUnitCode: ["12x", "34x", "56x"] }));
  await save();
  expect(screen.getByText("Please fix 1 error(s).")).toBeVisible();
  expect(onInvalid).toHaveBeenLastCalledWith(1);
  expect(screen.getByRole("link", { name: /^Identifiers/ })).toHaveTextContent(/1 error$/);
});

describe("choosing another region", () => {
  const another = async () => {
    const form = renderMetadata(aMetadata({ hydrologicUnitCode: CODES }));
    await form.user.click(combobox("Flood planning region"));
    await form.user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    return form;
  };
  const note = () =>
    screen.queryByText("Flood planning region was changed, which cleared: Hydrologic units (2).");

  it("shows which fields were cleared and can be undone completely", async () => {
    const { user, save, submitted } = await another();
    expect(note()).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(note()).not.toBeInTheDocument();
    expect(combobox("Flood planning region")).toHaveFocus();
    await save();
    expect(submitted()).toMatchObject({ twdbFloodPlanningRegionID: "03", hydrologicUnitCode: CODES });
  });

  it("can no longer be undone once units are chosen again or the note is dismissed", async () => {
    const { user, save, submitted } = await another();
    await user.click(combobox("Hydrologic units"));
    await user.keyboard("{Enter}{Escape}");
    await waitFor(() => expect(note()).not.toBeInTheDocument());
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toHaveLength(1);
  });

  it("can be undone completely after a second change", async () => {
    const { user, save, submitted } = await another();
    await user.clear(combobox("Flood planning region"));
    await user.click(combobox("Flood planning region"));
    await user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await save();
    expect(submitted()).toMatchObject({ twdbFloodPlanningRegionID: "03", hydrologicUnitCode: CODES });
  });

  it("clears the dependent field even if the form is saved right after typing", async () => {
    const { onSubmit } = renderMetadata(aMetadata({ hydrologicUnitCode: CODES }));
    fireEvent.change(combobox("Flood planning region"), { target: { value: "06" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    const [submitted] = onSubmit.mock.lastCall as [object];
    expect(submitted).toMatchObject({ twdbFloodPlanningRegionID: "06" });
    expect(submitted).not.toHaveProperty("hydrologicUnitCode");
    expect(note()).toBeVisible();
  });

  it("shows no note if there was nothing to clear", async () => {
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }));
    await user.click(combobox("Flood planning region"));
    await user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    expect(screen.queryByText(/which cleared/)).not.toBeInTheDocument();
  });
});

it("Undo restores a choice that Clear removed", async () => {
  const { user, save, submitted } = renderMetadata(aMetadata({ modelUpdateFrequency: "Daily" }));
  const [title, cleared] = ["Model update frequency", "Model update frequency was cleared."];
  await user.click(within(combobox(title).closest<HTMLElement>(".field")!).getByTitle("Clear"));
  expect(await screen.findByText(cleared)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await save();
  expect(submitted()?.["modelUpdateFrequency"]).toBe("Daily");
});

describe("a number that does not start with the region", () => {
  it("shows a warning and can be saved", async () => {
    const { save, submitted } = renderMetadata(
      aMetadata({ modelIdentifier: "060000000001", twdbFloodPlanningProjectID: ["031000012", "062000004"] }),
    );
    const warning = (text: string) =>
      screen.getByText(
        `Does not start with 03, the chosen flood planning region: ${text}. You can still save it.`,
      );
    expect(warning("060000000001")).toBeVisible();
    expect(warning("062000004")).toBeVisible();
    await save();
    expect(submitted()).toMatchObject({ modelIdentifier: "060000000001" });
  });

  it("shows no warning if it is invalid or no region is chosen", () => {
    renderMetadata(aMetadata({ twdbFloodPlanningRegionID: undefined, modelIdentifier: "060000000001" }));
    expect(screen.queryByText(/Does not start with/)).not.toBeInTheDocument();
  });
});
