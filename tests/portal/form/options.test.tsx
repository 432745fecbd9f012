import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { OPTIONS_NOT_LOADED } from "../../../src/contract/schema/parseEntry.ts";
import { loadReferenceOptions } from "../../../src/portal/form/options/optionLists.ts";
import { errorOf, optionLists, renderFields, renderSmallForm } from "./renderForm.tsx";

const combobox = (name: RegExp | string) => screen.getByRole("combobox", { name });
const offered = () =>
  within(screen.getByRole("listbox"))
    .getAllByRole("option")
    .map((option) => option.textContent);

describe("hydrologic units", () => {
  it("are those of the chosen region; a shared unit names all its regions", async () => {
    const { user } = renderFields({ region: "03", units: [] });
    await user.click(combobox("Units"));
    expect(offered()).toEqual([
      "120301010101 (Trinity)",
      "120301010102 (Trinity)",
      "120302020202 (Trinity, San Jacinto)",
    ]);
  });

  it("are all listed while no region is chosen", async () => {
    const { user } = renderFields({ region: undefined, units: [] });
    await user.click(combobox("Units"));
    expect(offered()).toHaveLength(4);
  });

  it("are cleared when another region is chosen", async () => {
    const { user, save, submitted, onChange } = renderFields({ region: "03", units: ["120301010101"] });
    await user.click(combobox("Region"));
    await user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    expect(onChange).toHaveBeenCalledOnce();
    await user.click(combobox("Units"));
    expect(offered()).toEqual(["120302020202 (Trinity, San Jacinto)", "120402020202 (San Jacinto)"]);
    await save();
    expect(submitted()).toEqual({ region: "06" });
  });

  it("keep a code outside the region, with a note", async () => {
    const codes = ["120301010101", "120402020202", "999999999999"];
    const { save, submitted } = renderFields({ region: "03", units: codes });
    expect(screen.getByRole("button", { name: "120402020202 (San Jacinto)" })).toBeVisible();
    expect(screen.getByRole("button", { name: "999999999999" })).toBeVisible();
    expect(screen.getByText("Not in the list, kept as entered: 999999999999")).toBeVisible();
    const elsewhere = "Outside the chosen region, kept as entered: 120402020202";
    expect(screen.getByText(elsewhere)).toBeVisible();
    await save();
    expect(submitted()?.["units"]).toEqual(codes);
  });

  it("can be searched, chosen and removed by keyboard", async () => {
    const { user, save, submitted } = renderFields({ region: "03", units: [] });
    await user.click(combobox("Units"));
    await user.keyboard("0102{Enter}");
    await user.clear(combobox("Units"));
    await user.keyboard("{ArrowDown}{Enter}");
    await user.keyboard("{Escape}");
    await save();
    expect(submitted()?.["units"]).toHaveLength(2);
    await user.click(combobox("Units"));
    await user.keyboard("{Backspace}");
    await save();
    expect(submitted()?.["units"]).toEqual(["120301010102"]);
  });
});

describe("text typed right after a choice", () => {
  it("is kept when the form has applied the choice", async () => {
    const { user, onChange } = renderFields({ units: [] });
    await user.click(combobox("Units"));
    await user.keyboard("0101");
    // One change event: a slow machine would not type within the debounce time.
    fireEvent.keyDown(combobox("Units"), { key: "Enter" });
    fireEvent.change(combobox("Units"), { target: { value: "0102" } });
    await waitFor(() => expect(onChange).toHaveBeenCalled());
    expect(combobox("Units")).toHaveValue("0102");
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "120301010102 (Trinity)" })).toBeVisible();
  });
});

describe("a list that allows other values", () => {
  it("accepts a well-formed value outside the list and marks it", async () => {
    const { user, save, submitted } = renderFields({ units: [] });
    await user.click(combobox("Units"));
    await user.keyboard("12999999999");
    expect(screen.getByText("No match")).toBeVisible();
    await user.keyboard("9");
    expect(offered()).toEqual(["129999999999Not in the list"]);
    await user.keyboard("{Enter}{Escape}");
    expect(await screen.findByText("Not in the list, kept as entered: 129999999999")).toBeVisible();
    await save();
    expect(submitted()?.["units"]).toEqual(["129999999999"]);
  });

  it("is marked in the schema; a list without the mark rejects unlisted values", async () => {
    const { user, save, submitted } = renderFields({ counties: ["Denton"] });
    await user.click(combobox("Counties"));
    await user.keyboard("Atlantis{Enter}{Escape}");
    await save();
    expect(submitted()).toBeUndefined();
    expect(combobox("Counties")).toHaveValue("Atlantis");
    expect(errorOf(combobox("Counties"))).toBe('"Atlantis" is not in the list.');
    await user.clear(combobox("Counties"));
    await save();
    expect(submitted()?.["counties"]).toEqual(["Denton"]);
  });
});

describe("a name that matches two options", () => {
  const cities = ["4840738", "4840744"].map((value) => ({ value, label: `Lakeside (${value})` }));
  const fields = {
    one: { type: "string", title: "One", "x-options": { source: "cities" } },
    many: { type: "array", title: "Many", items: { type: "string" }, "x-options": { source: "cities" } },
  };

  it.each(["One", "Many"])(
    "shows an error at Enter, and is resolved by choosing an option with the arrow keys: %s",
    async (name) => {
      const { user, save, submitted } = renderSmallForm(fields, { options: { cities } });
      await user.type(combobox(name), "lakeside{Enter}{Enter}");
      expect(combobox(name)).toHaveValue("lakeside");
      expect(errorOf(combobox(name))).toMatch(/^"lakeside" can mean .*: choose one\.$/);
      await user.keyboard("{ArrowDown}{Enter}{Escape}");
      await save();
      expect(submitted()).toEqual({ [name.toLowerCase()]: name === "One" ? "4840744" : ["4840744"] });
    },
  );
});

describe("part of a name in a list that allows other values", () => {
  const type = async (text: string) => {
    const form = renderFields({ software: undefined });
    await form.user.click(combobox("Software"));
    await form.user.keyboard(text);
    return form;
  };

  it("stays in the input on blur and is not a value", async () => {
    const { user, save, onSubmit } = await type("Info");
    await user.tab();
    expect(combobox("Software")).toHaveValue("Info");
    expect(errorOf(combobox("Software"))).toBe(
      'The list contains InfoWorks. Choose it, or choose "Info" to add it as a new entry.',
    );
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("is offered as a value after the matches", async () => {
    const { user, save, submitted } = await type("Info");
    expect(offered()).toEqual(["InfoWorks", "InfoNot in the list"]);
    await user.keyboard("{ArrowUp}{Enter}");
    expect(screen.getByText("Not in the list, kept as entered: Info")).toBeVisible();
    await save();
    expect(submitted()?.["software"]).toBe("Info");
  });

  it("chooses the first option of the opened list on Enter", async () => {
    await type("Info{Enter}");
    expect(combobox("Software")).toHaveValue("InfoWorks");
  });

  it("is accepted as a value on Enter after Escape has closed the menu", async () => {
    const { save, submitted } = await type("Info{Escape}{Enter}");
    await save();
    expect(submitted()?.["software"]).toBe("Info");
  });

  it("chooses an option if it is the option's full name in another case", async () => {
    const { user, save, submitted } = await type("infoworks");
    expect(offered()).toEqual(["InfoWorks"]);
    await user.tab();
    await save();
    expect(submitted()?.["software"]).toBe("InfoWorks");
  });
});

describe("text typed before the list has loaded", () => {
  const { counties, agencies, ...others } = optionLists();
  const whole = { counties, agencies, ...others } as ReturnType<typeof optionLists>;

  it("waits for the list and is looked up in it", async () => {
    const { user, save, rerender, submitted, onSubmit } = renderFields(
      { counties: ["Wise"] },
      {
        options: others,
      },
    );
    await user.click(combobox("Counties"));
    await user.keyboard("Denton,harris{Tab}");
    expect(combobox("Counties")).toHaveValue("Denton,harris");
    expect(errorOf(combobox("Counties"))).toBe(OPTIONS_NOT_LOADED);
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    rerender({ options: whole });
    await waitFor(() => expect(combobox("Counties")).toHaveValue(""));
    await save();
    expect(submitted()?.["counties"]).toEqual(["Wise", "Denton", "Harris"]);
  });

  it.each([
    ["Counties", "Nowhere"],
    ["Agency", "Nobody"],
  ])("shows an error if the list does not contain it: %s", async (field, text) => {
    const { user, rerender, save, onSubmit } = renderFields(
      { counties: ["Wise"], agency: undefined },
      { options: others },
    );
    await user.click(combobox(field));
    await user.keyboard(`${text}{Tab}`);
    rerender({ options: whole });
    await waitFor(() => expect(errorOf(combobox(field))).toBe(`"${text}" is not in the list.`));
    expect(combobox(field)).toHaveValue(text);
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("is not committed by the arriving list while the user types", async () => {
    const { user, rerender } = renderFields({ counties: [] }, { options: others });
    await user.click(combobox("Counties"));
    await user.keyboard("Den");
    rerender({ options: whole });
    await user.keyboard("ton");
    expect(combobox("Counties")).toHaveValue("Denton");
    expect(errorOf(combobox("Counties"))).toBeUndefined();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("button", { name: "Denton" })).toBeVisible();
  });
});

it("keeps a comma typed after text that is not in the list", async () => {
  const { user } = renderFields({ counties: [] });
  await user.click(combobox("Counties"));
  await user.keyboard("Atlantis,Wise{Tab}");
  expect(combobox("Counties")).toHaveValue("Atlantis");
  expect(screen.getByRole("button", { name: "Wise" })).toBeVisible();
});

it("keeps the text after a comma if the text before it is not in the list", async () => {
  const { user, save, submitted } = renderFields({ counties: ["Denton"] });
  fireEvent.change(combobox("Counties"), { target: { value: "Atlantis, Wise" } });
  expect(combobox("Counties")).toHaveValue("Atlantis, Wise");
  expect(errorOf(combobox("Counties"))).toBe('"Atlantis" is not in the list.');
  fireEvent.change(combobox("Counties"), { target: { value: "Harris, Wise" } });
  await user.click(combobox("Counties"));
  await user.tab();
  await save();
  expect(submitted()?.["counties"]).toEqual(["Denton", "Harris", "Wise"]);
});

describe("a long list", () => {
  it("shows 100 matches and the number of further ones", async () => {
    const places = await loadReferenceOptions();
    expect(places["hydrologicUnits"]).toHaveLength(8_149);
    const { user } = renderFields({ units: [] }, { options: { ...optionLists(), ...places } });
    await user.click(combobox("Units"));
    expect(offered()).toHaveLength(101);
    expect(offered().at(-1)).toBe("8,049 more match. Type to narrow the list.");
    await user.keyboard("120301010101");
    expect(offered()).toEqual([expect.stringMatching(/^120301010101 \(Trinity\)Subbasin \S/)]);
  });

  it("does not let the user choose the line with the number of further matches", async () => {
    const many = Array.from({ length: 103 }, (_, index) => ({
      value: `c${index}`,
      label: `County ${index}`,
    }));
    const { user, save, submitted } = renderSmallForm(
      {
        county: {
          type: "string",
          title: "County",
          "x-widget": "options",
          "x-options": { source: "counties" },
        },
      },
      { options: { counties: many } },
    );
    await user.click(combobox("County"));
    await user.keyboard("{End}{Enter}");
    await save();
    expect(submitted()).toEqual({ county: "c99" });
  });
});

describe("many chosen units", () => {
  const codes = Array.from({ length: 60 }, (_, index) => `1203010${String(index).padStart(5, "0")}`);
  codes[3] = "12O301010101";
  const chips = () => screen.getAllByRole("button", { name: /^12/ }).map((chip) => chip.textContent);

  it("are collapsed except the last and the invalid ones; the keyboard expands them", async () => {
    const { user, save } = renderFields({ units: codes });
    expect(chips()).toEqual(codes.slice(-30).map((code) => `?${code}`));
    expect(screen.getByText(/^Not in the list, kept as entered: .* and 50 more$/)).toBeVisible();
    await save();
    expect(chips()).toHaveLength(31);
    expect(chips()[0]).toBe("!12O301010101");
    act(() => screen.getByRole("button", { name: "Show 29 more" }).focus());
    await user.keyboard("{Enter}");
    expect(chips()).toHaveLength(60);
    expect(screen.getByRole("button", { name: "Show fewer" })).toHaveAttribute("aria-expanded", "true");
    await user.keyboard(" ");
    expect(chips()).toHaveLength(31);
  });

  it("are still collapsed if all are invalid", async () => {
    const wrong = Array.from({ length: 900 }, (_, index) => `12O3${index}`);
    const { user, save } = renderFields({ units: wrong });
    await save();
    expect(chips().map((chip) => chip?.slice(1))).toEqual([...wrong.slice(0, 30), ...wrong.slice(-30)]);
    await user.click(screen.getByRole("button", { name: "Show 840 more" }));
    expect(chips()).toHaveLength(900);
  });

  it("are reached with arrow keys and removed with Delete", async () => {
    const { user, save, submitted } = renderFields({ units: codes.slice(4) });
    await user.click(combobox("Units"));
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(screen.getByRole("button", { name: codes.at(-2)! })).toHaveFocus();
    await user.keyboard("{Delete}");
    expect(combobox("Units")).toHaveFocus();
    await save();
    expect(submitted()?.["units"]).toEqual([...codes.slice(4, -2), codes.at(-1)]);
  });
});

describe("an autocomplete field", () => {
  const counties = (more: object = {}) => ({
    county: {
      type: "string",
      title: "County",
      "x-widget": "options",
      "x-options": { source: "counties" },
      ...more,
    },
  });

  it("shows a duplicate code once", async () => {
    const twice = [
      { value: "a", label: "First" },
      { value: "a", label: "Second" },
    ];
    const { user } = renderSmallForm(counties(), { options: { counties: twice } });
    await user.click(combobox("County"));
    expect(offered()).toEqual(["First"]);
  });

  it("lists options that start with the typed text first", async () => {
    const { user } = renderSmallForm(counties(), {
      options: { counties: ["Garden", "Denton", "Aden"].map((value) => ({ value, label: value })) },
    });
    await user.type(combobox("County"), "den");
    expect(offered()).toEqual(["Denton", "Garden", "Aden"]);
  });

  it("finds Denton by typing Denton County (x-options noun)", async () => {
    const { user, save, submitted } = renderSmallForm(
      counties({ "x-options": { source: "counties", noun: "County" } }),
      { options: { counties: ["Denton", "Wise"].map((value) => ({ value, label: value })) } },
    );
    await user.type(combobox("County"), "denton cou");
    expect(offered()).toEqual(["Denton"]);
    await user.type(combobox("County"), "nty");
    await user.tab();
    expect(combobox("County")).toHaveValue("Denton");
    await save();
    expect(submitted()).toEqual({ county: "Denton" });
  });

  it("keeps a value while its list loads, shows no bare code, and labels it afterwards", async () => {
    const { rerender, save, submitted } = renderFields({ agency: "1" }, { options: {} });
    expect(combobox("Agency")).toHaveValue("Loading…");
    expect(screen.queryByText(/Not in the list/)).not.toBeInTheDocument();
    rerender({ options: optionLists() });
    expect(combobox("Agency")).toHaveValue("Texas Water Development Board");
    await save();
    expect(submitted()).toEqual({ agency: "1" });
  });

  it("labels unknown software with its name and Unknown/Other, and keeps its value", async () => {
    const { save, submitted } = renderFields({ software: "XYZ" });
    expect(combobox("Software")).toHaveValue("XYZ (Unknown/Other)");
    expect(screen.getByText("Not in the list, kept as entered: XYZ")).toBeVisible();
    await save();
    expect(submitted()?.["software"]).toBe("XYZ");
  });

  it("stores the abbreviation of software; shows one name if both are equal", async () => {
    const { user, save, submitted } = renderFields({ software: undefined });
    await user.click(combobox("Software"));
    expect(offered()).toEqual(["Hydrologic Engineering Center River Analysis System (HEC-RAS)", "InfoWorks"]);
    await user.keyboard("ras{Enter}");
    await save();
    expect(submitted()?.["software"]).toBe("HEC-RAS");
  });

  it("stores a checked option exactly as the schema spells it", async () => {
    const { user, save, submitted } = renderFields({ uses: [] });
    await user.click(
      screen.getByRole("checkbox", { name: "Restricted – Can share with partner agencies only" }),
    );
    await save();
    expect(submitted()?.["uses"]).toEqual(["Restricted – Can share with partner agencies only"]);
  });

  it("shows a saved option that is no longer offered and lets the user remove it", async () => {
    const { user, save, submitted } = renderSmallForm(
      {
        uses: {
          title: "Uses",
          type: "array",
          uniqueItems: true,
          items: { type: "string", enum: ["A", "B"] },
        },
      },
      { initialValues: { uses: ["A", "Old"] } },
    );
    expect(screen.getByText("Not in the list, kept as entered: Old")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Old" }));
    expect(screen.queryByRole("checkbox", { name: "Old" })).not.toBeInTheDocument();
    await save();
    expect(submitted()).toEqual({ uses: ["A"] });
  });

  it("shows the labels of labelled choices as checkboxes and stores their values", async () => {
    const { user, save, submitted } = renderSmallForm({
      uses: {
        title: "Uses",
        type: "array",
        uniqueItems: true,
        items: {
          type: "string",
          oneOf: [
            { const: "a", title: "An a" },
            { const: "b", title: "A b" },
          ],
        },
      },
    });
    await user.click(screen.getByRole("checkbox", { name: "A b" }));
    await save();
    expect(submitted()).toEqual({ uses: ["b"] });
  });

  it.each<[string, object]>([
    ["beside an enum", { enum: ["A", "B"], deprecated: ["B"] }],
    [
      "in a labelled choice",
      {
        oneOf: [
          { const: "A", title: "A" },
          { const: "B", title: "B", deprecated: true },
        ],
      },
    ],
  ])("does not offer a choice that is deprecated %s", async (_, choices) => {
    const { user } = renderSmallForm({
      uses: { title: "Uses", type: "array", uniqueItems: true, items: { type: "string", ...choices } },
    });
    await user.click(combobox("Uses"));
    expect(offered()).toEqual(["A"]);
  });

  it("accepts a typed option of a list that allows repeated entries", async () => {
    const { user, save, submitted } = renderSmallForm({
      uses: { title: "Uses", type: "array", items: { type: "string", enum: ["A", "B"] } },
    });
    await user.type(combobox("Uses"), "B{Enter}");
    await save();
    expect(submitted()).toEqual({ uses: ["B"] });
  });

  it("can be cleared", async () => {
    const { user, save, submitted } = renderSmallForm(counties(), { initialValues: { county: "Wise" } });
    await user.clear(combobox("County"));
    await save();
    expect(submitted()).toEqual({});
  });
});

describe("chosen units", () => {
  it("show their count and copy as codes only", async () => {
    const codes = ["120301010101", "120301010102"];
    const { user } = renderFields({ units: codes });
    const field = combobox("Units").closest<HTMLElement>(".field")!;
    expect(within(field).getByText("2 chosen")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Copy all: Units" }));
    expect(await screen.findByText("Copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
  });

  it("show as selectable text if the browser denies clipboard access", async () => {
    const codes = ["120301010101", "120301010102"];
    const { user } = renderFields({ units: codes });
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("forbidden"));
    await user.click(screen.getByRole("button", { name: "Copy all: Units" }));
    const box = await screen.findByRole("group", { name: "Units" });
    expect(box.textContent).toContain(codes.join("\n"));
  });
});

describe("options filtered by another field", () => {
  const gauges = [
    { value: "a", label: "Clear Creek", basin: "Trinity" },
    { value: "b", label: "Elm Fork", basin: ["Trinity", "Red"] },
    { value: "c", label: "Wichita", basin: "Red" },
  ];
  const field = (type: "string" | "array") => ({
    basin: type === "string" ? { title: "Basin", type } : { title: "Basin", type, items: { type: "string" } },
    gauge: {
      title: "Gauge",
      type: "string",
      "x-options": { source: "counties", filterBy: "basin", filterKey: "basin" },
    },
  });

  it.each([
    ["the value", "string", "Red", ["Elm Fork", "Wichita"]],
    ["one of the values", "array", ["Trinity"], ["Clear Creek", "Elm Fork"]],
    ["no value: all of them", "array", [], ["Clear Creek", "Elm Fork", "Wichita"]],
  ] as const)("are those that belong to %s", async (_, type, basin, expected) => {
    const { user } = renderSmallForm(field(type), {
      initialValues: { basin },
      options: optionLists({ counties: gauges }),
    });
    await user.click(combobox("Gauge"));
    expect(offered()).toEqual(expected);
  });
});

describe("a deprecated option", () => {
  const fields = {
    survey: {
      title: "Survey",
      type: "string",
      oneOf: [
        { const: "lidar", title: "Lidar" },
        { const: "sonar", title: "Sonar" },
        { const: "chain", title: "Chain", deprecated: true },
      ],
    },
  };

  it("is not offered for a new record", async () => {
    const { user, save, submitted } = renderSmallForm(fields);
    await user.click(combobox("Survey"));
    expect(offered()).toEqual(["Lidar", "Sonar"]);
    await user.click(screen.getByRole("option", { name: "Sonar" }));
    await save();
    expect(submitted()).toEqual({ survey: "sonar" });
  });

  it("stays in a saved record, with its name", async () => {
    const { save, submitted } = renderSmallForm(fields, { initialValues: { survey: "chain" } });
    expect(combobox("Survey")).toHaveValue("Chain");
    expect(screen.getByText(/^Not in the list, kept as entered: /)).toBeVisible();
    await save();
    expect(submitted()).toEqual({ survey: "chain" });
  });
});
