import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { OPTIONS_NOT_LOADED, splitEntries } from "../../../src/contract/schema/parseEntry.ts";
import { errorOf, optionLists, renderFields } from "./renderForm.tsx";

const combobox = (name: string) => screen.getByRole<HTMLInputElement>("combobox", { name });

const TWO_WITH_SAME_NAME = [
  { value: "4840738", label: "Lakeside (4840738)" },
  { value: "4840744", label: "Lakeside (4840744)" },
  { value: "Justin", label: "Justin" },
];

async function paste(text: string, name = "Units", values: object = {}) {
  const form = renderFields({ region: "03", units: [], ...values });
  await form.user.click(combobox(name));
  await form.user.paste(text);
  return form;
}

describe("a pasted column of codes", () => {
  it("is added, with one line that counts its codes and names the rejected ones", async () => {
    const { user, save, onSubmit, submitted } = await paste(
      "120301010101\r\n120301010102\n120301010101\n129999999999\n1203\n",
    );
    const report = screen.getByText("Pasted: 3 added, 1 repeated, 1 not added: 1203.");
    expect(report).toHaveAttribute("role", "status");
    expect(screen.getByText("Not in the list, kept as entered: 129999999999")).toBeVisible();
    expect(combobox("Units")).toHaveValue("1203");
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.clear(combobox("Units"));
    await save();
    expect(submitted()?.["units"]).toEqual(["120301010101", "120301010102", "129999999999"]);
  });

  it("counts an already selected code as repeated", async () => {
    const { save, submitted } = await paste("120301010101\n120301010102", "Units", {
      units: ["120301010101"],
    });
    expect(screen.getByText("Pasted: 1 added, 1 repeated.")).toBeVisible();
    await save();
    expect(submitted()?.["units"]).toEqual(["120301010101", "120301010102"]);
  });

  it("adds a code of another region and names it", async () => {
    await paste("120301010101\n120402020202");
    const label = "Outside the chosen region";
    expect(screen.getByText(`${label}, kept as entered: 120402020202`)).toBeVisible();
    expect(screen.queryByText(/^Not in the list/)).not.toBeInTheDocument();
  });

  it("matches names in any case; unlisted names stay as text and block saving", async () => {
    const form = await paste("denton, WISE", "Counties", { counties: [], cities: [] });
    const { user, save, onSubmit, submitted } = form;
    await user.keyboard("{Escape}");
    await user.click(combobox("Cities"));
    await user.paste("justin\nMagic\nROANOKE\nJust");
    expect(screen.getByText("Pasted: 2 added, 2 not added: Magic, Just.")).toBeVisible();
    expect(combobox("Cities")).toHaveValue("Magic, Just");
    expect(errorOf(combobox("Cities"))).toBe('"Magic" is not in the list.');
    await user.tab();
    await save();
    expect(screen.getByText("Please fix 1 error(s).")).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(combobox("Cities")).toHaveValue("Magic, Just");
    await user.clear(combobox("Cities"));
    await save();
    expect(submitted()).toMatchObject({ counties: ["Denton", "Wise"], cities: ["Justin", "Roanoke"] });
  });

  it("asks which option is meant if a name matches two", async () => {
    const { user, save, submitted } = renderFields(
      { cities: [] },
      {
        options: optionLists({ cities: TWO_WITH_SAME_NAME }),
      },
    );
    await user.click(combobox("Cities"));
    await user.paste("Lakeside\nJustin");
    expect(combobox("Cities")).toHaveValue("Lakeside");
    expect(errorOf(combobox("Cities"))).toBe(
      '"Lakeside" can mean Lakeside (4840738) or Lakeside (4840744): choose one.',
    );
    await user.clear(combobox("Cities"));
    await user.type(combobox("Cities"), "Lakeside{ArrowDown}{Enter}");
    expect(screen.queryByText(/^Pasted/)).not.toBeInTheDocument();
    await save();
    expect(submitted()?.["cities"]).toEqual(["Justin", "4840744"]);
  });

  it("is inserted after the typed text and replaces the selection", async () => {
    const { user } = renderFields({ cities: [] });
    await user.type(combobox("Cities"), "Atlantis");
    await user.paste("justin\nMagic");
    expect(combobox("Cities")).toHaveValue("Atlantis, Magic");
    combobox("Cities").setSelectionRange(0, "Atlantis, Magic".length);
    await user.paste("Roanoke\nNowhere");
    expect(combobox("Cities")).toHaveValue("Nowhere");
  });

  it("can be corrected in the input and is added on blur", async () => {
    const { user, save, submitted } = await paste("Justi\nRoanok", "Cities", { cities: [] });
    await user.type(combobox("Cities"), "e", { initialSelectionStart: 13, initialSelectionEnd: 13 });
    await user.type(combobox("Cities"), "n", { initialSelectionStart: 5, initialSelectionEnd: 5 });
    expect(combobox("Cities")).toHaveValue("Justin, Roanoke");
    await user.tab();
    await save();
    expect(submitted()?.["cities"]).toEqual(["Justin", "Roanoke"]);
  });

  it("has no report after its entries are changed or its rejected text is corrected", async () => {
    const { user } = await paste("120301010101\n120301010102\n1203");
    await user.clear(combobox("Units"));
    expect(screen.queryByText(/^Pasted/)).not.toBeInTheDocument();
    await user.paste("120301010101\n120302020202");
    expect(screen.getByText("Pasted: 1 added, 1 repeated.")).toBeVisible();
    await user.keyboard("{Backspace}");
    expect(screen.queryByText(/^Pasted/)).not.toBeInTheDocument();
  });

  it("treats a single pasted word as search text", async () => {
    const { user } = await paste("120301010102");
    expect(combobox("Units")).toHaveValue("120301010102");
    await user.keyboard("{Enter}");
    expect(screen.queryByText(/^Pasted/)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "120301010102 (Trinity)" })).toBeVisible();
  });

  it("waits for a list that is loading and is checked against it", async () => {
    const { hydrologicUnits, ...others } = optionLists();
    const { user, rerender, save, submitted } = renderFields(
      { units: [] },
      {
        options: others,
      },
    );
    await user.click(combobox("Units"));
    await user.paste("120301010101\n129999999999");
    expect(errorOf(combobox("Units"))).toBe(OPTIONS_NOT_LOADED);
    rerender({ options: { ...others, hydrologicUnits } });
    expect(await screen.findByText("Not in the list, kept as entered: 129999999999")).toBeVisible();
    expect(screen.getByText("Pasted: 2 added.")).toBeVisible();
    await save();
    expect(submitted()?.["units"]).toEqual(["120301010101", "129999999999"]);
  });

  it("is reported when its list loads after the field was left", async () => {
    const { cities, ...others } = optionLists();
    const { user, rerender } = renderFields({ cities: [] }, { options: others });
    await user.click(combobox("Cities"));
    await user.paste("justin\nMagic");
    await user.tab();
    rerender({ options: { ...others, cities } });
    expect(await screen.findByText("Pasted: 1 added, 1 not added: Magic.")).toBeVisible();
    expect(combobox("Cities")).toHaveValue("Magic");
  });

  it("is saved even if its list never loads", async () => {
    const { user, save, submitted } = renderFields({ units: [] }, { options: {} });
    await user.click(combobox("Units"));
    await user.paste("120301010101\n129999999999");
    await save();
    expect(submitted()?.["units"]).toEqual(["120301010101", "129999999999"]);
  });

  it.each([
    ["a code that no list has", "129999999999\r\n"],
    ["a code of the list", "120301010101\n"],
  ])("can be one spreadsheet cell: %s", async (_, text) => {
    const { save, submitted } = await paste(text);
    expect(screen.getByText("Pasted: 1 added.")).toBeVisible();
    await save();
    expect(submitted()?.["units"]).toEqual([text.trim()]);
  });
});

it.each([
  ["1203 1204\n1205", ["1203", "1204", "1205"]],
  ["Van Zandt; Wise,\tReal", ["Van Zandt", "Wise", "Real"]],
  ["\"120301010101\"\n\n'1'", ["120301010101", "1"]],
])("splits the pasted text %j into entries", (text, entries) => {
  expect(splitEntries(text)).toEqual(entries);
});
