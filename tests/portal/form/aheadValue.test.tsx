import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bag } from "../../../src/contract/fields.ts";
import { aMetadata, optionLists, renderMetadata } from "./renderForm.tsx";

const UNITS = "Hydrologic units";
const choice = (name: string) => screen.getByRole("combobox", { name });
const open = (name: string) => {
  act(() => choice(name).focus());
  fireEvent.keyDown(choice(name), { key: "ArrowDown" });
};
const pick = (name: RegExp | string) => fireEvent.click(screen.getByRole("option", { name }));
const chips = () =>
  within(choice(UNITS).closest<HTMLElement>(".choice")!)
    .queryAllByRole("button", { name: /^12/ })
    .map((chip) => chip.textContent!.replace(/^[?!]/, "").slice(0, 12));

/** The form, where nothing that waits for its time happens before it is told to. */
function renderWaiting(values: Bag) {
  const form = renderMetadata(aMetadata(values));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return {
    submitted: () => {
      fireEvent.click(screen.getByRole("button", { name: "Save" }));
      return form.submitted();
    },
    pass: () => act(() => void vi.runOnlyPendingTimers()),
    onChange: form.onChange,
  };
}

afterEach(() => void vi.useRealTimers());

describe("a choice that the form takes in a little later", () => {
  it("is kept when it is made just as the one before is taken in", () => {
    const { submitted, pass } = renderWaiting({ hydrologicUnitCode: [] });
    open(UNITS);
    pick(/^120301010101/);
    // In one go: the form has taken the first in, and nothing of that is drawn yet.
    act(() => {
      vi.runOnlyPendingTimers();
      pick(/^120301010102/);
    });
    expect(chips()).toEqual(["120301010101", "120301010102"]);
    pass();
    expect(chips()).toEqual(["120301010101", "120301010102"]);
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "120301010102"]);
  });

  it("is kept when another field changes meanwhile", () => {
    const { submitted, pass } = renderWaiting({ county: ["Denton"] });
    open("Counties");
    pick("Harris");
    fireEvent.click(screen.getByRole("checkbox"));
    pass();
    expect(submitted()?.["county"]).toEqual(["Denton", "Harris"]);
  });

  it("stands before what is pasted right after it", () => {
    const { submitted, pass } = renderWaiting({ hydrologicUnitCode: [] });
    open(UNITS);
    pick(/^120301010101/);
    fireEvent.paste(choice(UNITS), { clipboardData: { getData: () => "120301010102\n120302020202" } });
    pass();
    const all = ["120301010101", "120301010102", "120302020202"];
    expect(chips()).toEqual(all);
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(all);
  });

  it.each([
    ["the first one", undefined, ["120301010101"]],
    ["one more", ["120302020202"], ["120302020202", "120301010101"]],
  ])("goes with the others that another region empties, and comes back with them: %s", (_, before, all) => {
    const { submitted, pass } = renderWaiting({ hydrologicUnitCode: before });
    open(UNITS);
    pick(/^120301010101/);
    open("Flood planning region");
    pick("06 San Jacinto");
    pass();
    expect(chips()).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    pass();
    expect(chips()).toEqual(all);
    expect(submitted()).toMatchObject({ twdbFloodPlanningRegionID: "03", hydrologicUnitCode: all });
  });

  it("is not shown again once the form has emptied its list", () => {
    const { pass } = renderWaiting({ hydrologicUnitCode: undefined });
    open(UNITS);
    pick(/^120301010101/);
    pass();
    open("Flood planning region");
    pick("06 San Jacinto");
    pass();
    expect(chips()).toEqual([]);
  });
});

describe("what is typed to find a single choice", () => {
  it.each([
    ["come again", optionLists()],
    ["come for the first time", {}],
  ])("stays when the lists %s, and gives way to the choice on leaving", async (_, options) => {
    const { user, again } = renderMetadata(aMetadata({ softwareName: "HEC-RAS" }), { options });
    const label = "Hydrologic Engineering Center River Analysis System (HEC-RAS)";
    await user.click(choice("Software"));
    await user.keyboard("Info");
    again({ options: optionLists() });
    expect(choice("Software")).toHaveValue("Info");
    await user.tab();
    expect(choice("Software")).toHaveValue(label);
    await user.click(choice("Software"));
    await user.keyboard("Info{Enter}");
    expect(choice("Software")).toHaveValue("InfoWorks");
    await user.clear(choice("Software"));
    expect(choice("Software")).toHaveValue("");
  });
});
