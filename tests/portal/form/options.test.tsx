import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { NOT_LOADED } from "../../../src/contract/schema/readEntry.ts";
import { loadPlaceOptions } from "../../../src/portal/form/options/optionLists.ts";
import { aMetadata, errorOf, optionLists, renderMetadata, renderTiny } from "./renderForm.tsx";

const choice = (name: RegExp | string) => screen.getByRole("combobox", { name });
const offered = () =>
  within(screen.getByRole("listbox"))
    .getAllByRole("option")
    .map((option) => option.textContent);

describe("hydrologic units", () => {
  it("are those of the chosen region, a shared one naming all its regions", async () => {
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }));
    await user.click(choice("Hydrologic units"));
    expect(offered()).toEqual([
      "120301010101 (Trinity)",
      "120301010102 (Trinity)",
      "120302020202 (Trinity, San Jacinto)",
    ]);
  });

  it("are all of them while no region is chosen", async () => {
    const { user } = renderMetadata({});
    await user.click(choice("Hydrologic units"));
    expect(offered()).toHaveLength(4);
  });

  it("are emptied when another region is chosen", async () => {
    const { user, save, submitted, onChange } = renderMetadata();
    await user.click(choice("Flood planning region"));
    await user.click(screen.getByRole("option", { name: "06 San Jacinto" }));
    expect(onChange).toHaveBeenCalledOnce();
    await user.click(choice("Hydrologic units"));
    expect(offered()).toEqual(["120302020202 (Trinity, San Jacinto)", "120402020202 (San Jacinto)"]);
    await save();
    expect(submitted()).toMatchObject({ twdbFloodPlanningRegionID: "06" });
    expect(submitted()).not.toHaveProperty("hydrologicUnitCode");
  });

  it("keep a code that the region does not list, and say so", async () => {
    const codes = ["120301010101", "120402020202", "999999999999"];
    const { save, submitted } = renderMetadata(aMetadata({ hydrologicUnitCode: codes }));
    expect(screen.getByRole("button", { name: "120402020202 (San Jacinto)" })).toBeVisible();
    expect(screen.getByRole("button", { name: "999999999999" })).toBeVisible();
    expect(screen.getByText("Not in the list, kept as entered: 999999999999")).toBeVisible();
    const elsewhere = "Outside the chosen flood planning region, kept as entered: 120402020202";
    expect(screen.getByText(elsewhere)).toBeVisible();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(codes);
  });

  it("are chosen, searched and removed by keyboard alone", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }));
    await user.click(choice("Hydrologic units"));
    await user.keyboard("0102{Enter}");
    await user.clear(choice("Hydrologic units"));
    await user.keyboard("{ArrowDown}{Enter}");
    await user.keyboard("{Escape}");
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toHaveLength(2);
    await user.click(choice("Hydrologic units"));
    await user.keyboard("{Backspace}");
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010102"]);
  });
});

describe("what is typed right after a choice", () => {
  it("is still there once the form has taken the choice in", async () => {
    const { user, onChange } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }));
    await user.click(choice("Hydrologic units"));
    await user.keyboard("0101");
    // In one go: a busy machine would not type within the time that the form waits.
    fireEvent.keyDown(choice("Hydrologic units"), { key: "Enter" });
    fireEvent.change(choice("Hydrologic units"), { target: { value: "0102" } });
    await waitFor(() => expect(onChange).toHaveBeenCalled());
    expect(choice("Hydrologic units")).toHaveValue("0102");
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "120301010102 (Trinity)" })).toBeVisible();
  });
});

describe("a list that is open", () => {
  it("takes a well-formed value that it does not offer, and marks it", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }));
    await user.click(choice("Hydrologic units"));
    await user.keyboard("12999999999");
    expect(screen.getByText("No match")).toBeVisible();
    await user.keyboard("9");
    expect(offered()).toEqual(["129999999999Not in the list"]);
    await user.keyboard("{Enter}{Escape}");
    expect(await screen.findByText("Not in the list, kept as entered: 129999999999")).toBeVisible();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["129999999999"]);
  });

  it("is said in the schema: others take nothing they do not offer", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ county: ["Denton"] }));
    await user.click(choice("Counties"));
    await user.keyboard("Elsewhere{Enter}{Escape}");
    await save();
    expect(submitted()).toBeUndefined();
    expect(choice("Counties")).toHaveValue("Elsewhere");
    expect(errorOf(choice("Counties"))).toBe('"Elsewhere" is not in the list.');
    await user.clear(choice("Counties"));
    await save();
    expect(submitted()?.["county"]).toEqual(["Denton"]);
  });
});

describe("the name of two choices", () => {
  const cities = ["4840738", "4840744"].map((value) => ({ value, label: `Lakeside (${value})` }));
  const fields = {
    one: { type: "string", title: "One", "x-options": { source: "cities" } },
    many: { type: "array", title: "Many", items: { type: "string" }, "x-options": { source: "cities" } },
  };

  it.each(["One", "Many"])(
    "is asked about at Enter, as at Tab, and chosen by the arrow keys: %s",
    async (name) => {
      const { user, save, submitted } = renderTiny(fields, { options: { cities } });
      await user.type(choice(name), "lakeside{Enter}{Enter}");
      expect(choice(name)).toHaveValue("lakeside");
      expect(errorOf(choice(name))).toMatch(/^"lakeside" may be .*: choose one\.$/);
      await user.keyboard("{ArrowDown}{Enter}{Escape}");
      await save();
      expect(submitted()).toEqual({ [name.toLowerCase()]: name === "One" ? "4840744" : ["4840744"] });
    },
  );
});

describe("part of a name in an open list", () => {
  const type = async (text: string) => {
    const form = renderMetadata(aMetadata({ softwareName: undefined }));
    await form.user.click(choice("Software"));
    await form.user.keyboard(text);
    return form;
  };

  it("stays as text when it is left, and is no value", async () => {
    const { user, save, onSubmit } = await type("Info");
    await user.tab();
    expect(choice("Software")).toHaveValue("Info");
    expect(errorOf(choice("Software"))).toBe('"Info" is part of InfoWorks: choose that, or "Info" itself.');
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("is offered as it is behind what it finds", async () => {
    const { user, save, submitted } = await type("Info");
    expect(offered()).toEqual(["InfoWorks", "InfoNot in the list"]);
    await user.keyboard("{ArrowUp}{Enter}");
    expect(screen.getByText("Not in the list, kept as entered: Info")).toBeVisible();
    await save();
    expect(submitted()?.["softwareName"]).toBe("Info");
  });

  it("is the choice at the head of the open list by Enter", async () => {
    await type("Info{Enter}");
    expect(choice("Software")).toHaveValue("InfoWorks");
  });

  it("is taken as it is by Enter, once the list is closed", async () => {
    const { save, submitted } = await type("Info{Escape}{Enter}");
    await save();
    expect(submitted()?.["softwareName"]).toBe("Info");
  });

  it("is one choice by its name in full", async () => {
    const { user, save, submitted } = await type("infoworks");
    expect(offered()).toEqual(["InfoWorks"]);
    await user.tab();
    await save();
    expect(submitted()?.["softwareName"]).toBe("InfoWorks");
  });
});

describe("what is typed before its list has come", () => {
  const { counties, agencies, ...others } = optionLists();
  const whole = { counties, agencies, ...others } as ReturnType<typeof optionLists>;

  it("waits for the list, and is looked up in it", async () => {
    const { user, save, again, submitted, onSubmit } = renderMetadata(aMetadata({ county: ["Wise"] }), {
      options: others,
    });
    await user.click(choice("Counties"));
    await user.keyboard("Denton,harris{Tab}");
    expect(choice("Counties")).toHaveValue("Denton,harris");
    expect(errorOf(choice("Counties"))).toBe(NOT_LOADED);
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    again({ options: whole });
    await waitFor(() => expect(choice("Counties")).toHaveValue(""));
    await save();
    expect(submitted()?.["county"]).toEqual(["Wise", "Denton", "Harris"]);
  });

  it.each([
    ["Counties", "Nowhere"],
    ["Originating agency", "Nobody"],
  ])("is told when the list does not hold it: %s", async (field, text) => {
    const { user, again, save, onSubmit } = renderMetadata(
      aMetadata({ modelOriginatorAgencyId: undefined }),
      {
        options: others,
      },
    );
    await user.click(choice(field));
    await user.keyboard(`${text}{Tab}`);
    again({ options: whole });
    await waitFor(() => expect(errorOf(choice(field))).toBe(`"${text}" is not in the list.`));
    expect(choice(field)).toHaveValue(text);
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("is not ended by the list while more of it is typed", async () => {
    const { user, again } = renderMetadata(aMetadata({ county: [] }), { options: others });
    await user.click(choice("Counties"));
    await user.keyboard("Den");
    again({ options: whole });
    await user.keyboard("ton");
    expect(choice("Counties")).toHaveValue("Denton");
    expect(errorOf(choice("Counties"))).toBeUndefined();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("button", { name: "Denton" })).toBeVisible();
  });
});

it("keeps a comma that is typed behind what is in no list", async () => {
  const { user } = renderMetadata(aMetadata({ county: [] }));
  await user.click(choice("Counties"));
  await user.keyboard("Elsewhere,Wise{Tab}");
  expect(choice("Counties")).toHaveValue("Elsewhere");
  expect(screen.getByRole("button", { name: "Wise" })).toBeVisible();
});

it("leaves what stands behind a comma where what stands before it is in no list", async () => {
  const { user, save, submitted } = renderMetadata(aMetadata({ county: ["Denton"] }));
  fireEvent.change(choice("Counties"), { target: { value: "Elsewhere, Wise" } });
  expect(choice("Counties")).toHaveValue("Elsewhere, Wise");
  expect(errorOf(choice("Counties"))).toBe('"Elsewhere" is not in the list.');
  fireEvent.change(choice("Counties"), { target: { value: "Harris, Wise" } });
  await user.click(choice("Counties"));
  await user.tab();
  await save();
  expect(submitted()?.["county"]).toEqual(["Denton", "Harris", "Wise"]);
});

describe("a long list", () => {
  it("shows a hundred matches and says how many more there are", async () => {
    const places = await loadPlaceOptions();
    expect(places["hydrologicUnits"]).toHaveLength(8_149);
    const { user } = renderMetadata({}, { options: { ...optionLists(), ...places } });
    await user.click(choice("Hydrologic units"));
    expect(offered()).toHaveLength(101);
    expect(offered().at(-1)).toBe("8,049 more match. Type to narrow the list.");
    await user.keyboard("120301010101");
    expect(offered()).toEqual([expect.stringMatching(/^120301010101 \(Trinity\)Subbasin \S/)]);
  });

  it("does not let the line that counts the rest be chosen", async () => {
    const many = Array.from({ length: 103 }, (_, index) => ({
      value: `c${index}`,
      label: `County ${index}`,
    }));
    const { user, save, submitted } = renderTiny(
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
    await user.click(choice("County"));
    await user.keyboard("{End}{Enter}");
    await save();
    expect(submitted()).toEqual({ county: "c99" });
  });
});

describe("many chosen units", () => {
  const codes = Array.from({ length: 60 }, (_, index) => `1203010${String(index).padStart(5, "0")}`);
  codes[3] = "12O301010101";
  const chips = () => screen.getAllByRole("button", { name: /^12/ }).map((chip) => chip.textContent);

  it("are folded but for the last and the faulty ones, and shown by keyboard", async () => {
    const { user, save } = renderMetadata(aMetadata({ hydrologicUnitCode: codes }));
    expect(chips()).toEqual(codes.slice(-30).map((code) => `?${code}`));
    expect(screen.getByText(/^Not in the list, kept as entered: .* and 50 more$/)).toBeVisible();
    await save();
    expect(chips()).toHaveLength(31);
    expect(chips()[0]).toBe("!12O301010101");
    screen.getByRole("button", { name: "Show 29 more" }).focus();
    await user.keyboard("{Enter}");
    expect(chips()).toHaveLength(60);
    expect(screen.getByRole("button", { name: "Show fewer" })).toHaveAttribute("aria-expanded", "true");
    await user.keyboard(" ");
    expect(chips()).toHaveLength(31);
  });

  it("are not all shown where all are faulty", async () => {
    const wrong = Array.from({ length: 900 }, (_, index) => `12O3${index}`);
    const { user, save } = renderMetadata(aMetadata({ hydrologicUnitCode: wrong }));
    await save();
    expect(chips().map((chip) => chip?.slice(1))).toEqual([...wrong.slice(0, 30), ...wrong.slice(-30)]);
    await user.click(screen.getByRole("button", { name: "Show 840 more" }));
    expect(chips()).toHaveLength(900);
  });

  it("are reached by the arrow keys and go with Delete", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ hydrologicUnitCode: codes.slice(4) }));
    await user.click(choice("Hydrologic units"));
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(screen.getByRole("button", { name: codes.at(-2)! })).toHaveFocus();
    await user.keyboard("{Delete}");
    expect(choice("Hydrologic units")).toHaveFocus();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual([...codes.slice(4, -2), codes.at(-1)]);
  });
});

describe("a choice", () => {
  const counties = (more: object = {}) => ({
    county: {
      type: "string",
      title: "County",
      "x-widget": "options",
      "x-options": { source: "counties" },
      ...more,
    },
  });

  it("shows a repeated code once", async () => {
    const twice = [
      { value: "a", label: "First" },
      { value: "a", label: "Second" },
    ];
    const { user } = renderTiny(counties(), { options: { counties: twice } });
    await user.click(choice("County"));
    expect(offered()).toEqual(["First"]);
  });

  it("puts what begins with the typed text first", async () => {
    const { user } = renderTiny(counties(), {
      options: { counties: ["Garden", "Denton", "Aden"].map((value) => ({ value, label: value })) },
    });
    await user.type(choice("County"), "den");
    expect(offered()).toEqual(["Denton", "Garden", "Aden"]);
  });

  it("is found and taken by its name in full, as the schema has it", async () => {
    const { user, save, submitted } = renderTiny(
      counties({ "x-options": { source: "counties", noun: "County" } }),
      { options: { counties: ["Denton", "Wise"].map((value) => ({ value, label: value })) } },
    );
    await user.type(choice("County"), "denton cou");
    expect(offered()).toEqual(["Denton"]);
    await user.type(choice("County"), "nty");
    await user.tab();
    expect(choice("County")).toHaveValue("Denton");
    await save();
    expect(submitted()).toEqual({ county: "Denton" });
  });

  it("keeps a value that came before its list, and labels it when the list comes", async () => {
    const { again, save, submitted } = renderMetadata(aMetadata(), { options: {} });
    expect(choice("Originating agency")).toHaveValue("1");
    expect(screen.queryByText(/Not in the list/)).not.toBeInTheDocument();
    again({ options: optionLists() });
    expect(choice("Originating agency")).toHaveValue("Texas Water Development Board");
    await save();
    expect(submitted()).toEqual(aMetadata());
  });

  it("calls software that no list knows Unknown/Other, and keeps it", async () => {
    const { save, submitted } = renderMetadata(aMetadata({ softwareName: "XYZ" }));
    expect(choice("Software")).toHaveValue("Unknown/Other");
    expect(screen.getByText("Not in the list, kept as entered: XYZ")).toBeVisible();
    await save();
    expect(submitted()?.["softwareName"]).toBe("XYZ");
  });

  it("stores software by its abbreviation, and names it once where both are the same", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ softwareName: undefined }));
    await user.click(choice("Software"));
    expect(offered()).toEqual(["Hydrologic Engineering Center River Analysis System (HEC-RAS)", "InfoWorks"]);
    await user.keyboard("ras{Enter}");
    await save();
    expect(submitted()?.["softwareName"]).toBe("HEC-RAS");
  });

  it("offers what the schema lists, byte for byte", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ useConstraint: [] }));
    await user.click(
      screen.getByRole("checkbox", { name: "Restricted – Can share with partner agencies only" }),
    );
    await save();
    expect(submitted()?.["useConstraint"]).toEqual(["Restricted – Can share with partner agencies only"]);
  });

  it("shows a choice that a short list offers no more, and lets it be taken off", async () => {
    const { user, save, submitted } = renderTiny(
      {
        uses: {
          title: "Uses",
          type: "array",
          uniqueItems: true,
          items: { type: "string", enum: ["A", "B"] },
        },
      },
      { initial: { uses: ["A", "Old"] } },
    );
    expect(screen.getByText("Not in the list, kept as entered: Old")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Old" }));
    expect(screen.queryByRole("checkbox", { name: "Old" })).not.toBeInTheDocument();
    await save();
    expect(submitted()).toEqual({ uses: ["A"] });
  });

  it("offers a short list whose entries may repeat, too", async () => {
    const { user, save, submitted } = renderTiny({
      uses: { title: "Uses", type: "array", items: { type: "string", enum: ["A", "B"] } },
    });
    await user.type(choice("Uses"), "B{Enter}");
    await save();
    expect(submitted()).toEqual({ uses: ["B"] });
  });

  it("can be emptied", async () => {
    const { user, save, submitted } = renderTiny(counties(), { initial: { county: "Wise" } });
    await user.clear(choice("County"));
    await save();
    expect(submitted()).toEqual({});
  });
});

describe("chosen units", () => {
  it("are counted, and copied by their codes alone", async () => {
    const codes = ["120301010101", "120301010102"];
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: codes }));
    const field = choice("Hydrologic units").closest<HTMLElement>(".field")!;
    expect(within(field).getByText("2 chosen")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Copy all: Hydrologic units" }));
    expect(await screen.findByText("Copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
  });

  it("are shown as text to be copied where the browser keeps the clipboard to itself", async () => {
    const codes = ["120301010101", "120301010102"];
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: codes }));
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("forbidden"));
    await user.click(screen.getByRole("button", { name: "Copy all: Hydrologic units" }));
    const box = await screen.findByRole("group", { name: "Hydrologic units" });
    expect(box.textContent).toContain(codes.join("\n"));
  });
});

describe("choices that another field narrows", () => {
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
    const { user } = renderTiny(field(type), {
      initial: { basin },
      options: optionLists({ counties: gauges }),
    });
    await user.click(choice("Gauge"));
    expect(offered()).toEqual(expected);
  });
});

describe("a choice that is offered no more", () => {
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

  it("is not offered to a new record", async () => {
    const { user, save, submitted } = renderTiny(fields);
    await user.click(choice("Survey"));
    expect(offered()).toEqual(["Lidar", "Sonar"]);
    await user.click(screen.getByRole("option", { name: "Sonar" }));
    await save();
    expect(submitted()).toEqual({ survey: "sonar" });
  });

  it("stays in an old one, by its name", async () => {
    const { save, submitted } = renderTiny(fields, { initial: { survey: "chain" } });
    expect(choice("Survey")).toHaveValue("Chain");
    expect(screen.getByText(/^Not in the list, kept as entered: /)).toBeVisible();
    await save();
    expect(submitted()).toEqual({ survey: "chain" });
  });
});
