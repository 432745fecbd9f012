import { screen } from "@testing-library/react";
import { createRef } from "react";
import { describe, expect, it } from "vitest";
import { OPTIONS_NOT_LOADED, splitEntries } from "../../../src/contract/schema/parseEntry.ts";
import type { FormHandle } from "../../../src/portal/form/formProps.ts";
import { aMetadata, errorOf, optionLists, renderMetadata } from "./renderForm.tsx";

const combobox = (name: string) => screen.getByRole<HTMLInputElement>("combobox", { name });

const TWO_WITH_SAME_NAME = [
  { value: "4840738", label: "Lakeside (4840738)" },
  { value: "4840744", label: "Lakeside (4840744)" },
  { value: "Justin", label: "Justin" },
];

async function paste(text: string, name = "Hydrologic units", values: object = {}) {
  const form = renderMetadata(aMetadata({ hydrologicUnitCode: [], ...values }));
  await form.user.click(combobox(name));
  await form.user.paste(text);
  return form;
}

describe("a pasted column of codes", () => {
  it("is added, with a report of accepted, unknown, repeated and malformed codes", async () => {
    const { user, save, onSubmit, submitted } = await paste(
      "120301010101\r\n120301010102\n120301010101\n129999999999\n1203\n",
    );
    const report = screen.getByText("Accepted: 2").parentElement!;
    expect(report).toHaveTextContent("Unknown entries, added anyway: 1 (129999999999)");
    expect(report).toHaveTextContent("Repeated entries, added once: 1 (120301010101)");
    expect(report).toHaveTextContent("Entries not added, please correct: 1 (1203)");
    expect(screen.getByText("Not in the list, kept as entered: 129999999999")).toBeVisible();
    expect(combobox("Hydrologic units")).toHaveValue("1203");
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.clear(combobox("Hydrologic units"));
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "120301010102", "129999999999"]);
  });

  it("is announced with counts only", async () => {
    const bad = Array.from({ length: 14 }, (_, index) => `bad-${index}`);
    const { user } = await paste(["120301010101", "120301010101", "129999999999", ...bad].join("\n"));
    await user.click(screen.getByRole("button", { name: /^Show all/ }));
    const status = screen.getByText("1 accepted, 1 unknown, 1 repeated, 14 not added");
    expect(status).toHaveAttribute("role", "status");
    const live = '[role="status"], [role="alert"]';
    expect(screen.getByText(/bad-13/).closest(live)).toBeNull();
    expect(screen.getByRole("button", { name: "Dismiss the paste report" }).closest(live)).toBeNull();
  });

  it("counts an already selected code as repeated", async () => {
    const { save, submitted } = await paste("120301010101\n120301010102", "Hydrologic units", {
      hydrologicUnitCode: ["120301010101"],
    });
    expect(screen.getByText("Repeated entries, added once: 1 (120301010101)")).toBeVisible();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "120301010102"]);
  });

  it("adds a code of another region and reports it", async () => {
    await paste("120301010101\n120402020202");
    const label = "Outside the chosen flood planning region";
    expect(screen.getByText(`${label}, added anyway: 1 (120402020202)`)).toBeVisible();
    expect(screen.getByText(`${label}, kept as entered: 120402020202`)).toBeVisible();
    expect(screen.getByText("1 accepted, 1 outside the chosen flood planning region")).toBeInTheDocument();
    expect(screen.queryByText(/^Unknown,|^Not in the list/)).not.toBeInTheDocument();
  });

  it("matches names in any case; unlisted names stay as text and block saving", async () => {
    const form = await paste("denton, WISE", "Counties", { county: [], city: [] });
    const { user, save, onSubmit, submitted } = form;
    await user.keyboard("{Escape}");
    await user.click(combobox("Cities"));
    await user.paste("justin\nMagic\nROANOKE\nJust");
    expect(screen.getByText("Entries not added, please correct: 2 (Magic, Just)")).toBeVisible();
    expect(combobox("Cities")).toHaveValue("Magic, Just");
    expect(errorOf(combobox("Cities"))).toBe('"Magic" is not in the list.');
    await user.tab();
    await save();
    expect(screen.getByText("Please fix 1 error(s).")).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(combobox("Cities")).toHaveValue("Magic, Just");
    await user.clear(combobox("Cities"));
    await save();
    expect(submitted()).toMatchObject({ county: ["Denton", "Wise"], city: ["Justin", "Roanoke"] });
  });

  it("asks which option is meant if a name matches two", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ city: [] }), {
      options: optionLists({ cities: TWO_WITH_SAME_NAME }),
    });
    await user.click(combobox("Cities"));
    await user.paste("Lakeside\nJustin");
    expect(combobox("Cities")).toHaveValue("Lakeside");
    expect(errorOf(combobox("Cities"))).toBe(
      '"Lakeside" can mean Lakeside (4840738) or Lakeside (4840744): choose one.',
    );
    await user.clear(combobox("Cities"));
    await user.type(combobox("Cities"), "Lakeside{ArrowDown}{Enter}");
    expect(screen.queryByText(/^Not added/)).not.toBeInTheDocument();
    await save();
    expect(submitted()?.["city"]).toEqual(["Justin", "4840744"]);
  });

  it("is inserted after the typed text and replaces the selection", async () => {
    const { user } = renderMetadata(aMetadata({ city: [] }));
    await user.type(combobox("Cities"), "Atlantis");
    await user.paste("justin\nMagic");
    expect(combobox("Cities")).toHaveValue("Atlantis, Magic");
    combobox("Cities").setSelectionRange(0, "Atlantis, Magic".length);
    await user.paste("Roanoke\nNowhere");
    expect(combobox("Cities")).toHaveValue("Nowhere");
  });

  it("can be corrected in the input and is added on blur", async () => {
    const { user, save, submitted } = await paste("Justi\nRoanok", "Cities", { city: [] });
    await user.type(combobox("Cities"), "e", { initialSelectionStart: 13, initialSelectionEnd: 13 });
    await user.type(combobox("Cities"), "n", { initialSelectionStart: 5, initialSelectionEnd: 5 });
    expect(combobox("Cities")).toHaveValue("Justin, Roanoke");
    await user.tab();
    await save();
    expect(submitted()?.["city"]).toEqual(["Justin", "Roanoke"]);
  });

  it("disappears from the report entry by entry as entries are removed", async () => {
    const { user } = await paste("120301010101\n120301010102\n129999999999\n1203");
    const status = screen.getByText("2 accepted, 1 unknown, 1 not added");
    await user.clear(combobox("Hydrologic units"));
    expect(screen.queryByText(/^Not added/)).not.toBeInTheDocument();
    expect(status).toBeEmptyDOMElement();
    await user.keyboard("{Backspace}{Backspace}");
    expect(await screen.findByText("Accepted: 1")).toBeVisible();
    expect(screen.queryByText(/^Unknown, kept/)).not.toBeInTheDocument();
  });

  it("treats a single pasted word as search text", async () => {
    const { user } = await paste("120301010102");
    expect(combobox("Hydrologic units")).toHaveValue("120301010102");
    await user.keyboard("{Enter}");
    expect(screen.queryByText(/^Accepted/)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "120301010102 (Trinity)" })).toBeVisible();
  });

  it("lists all malformed codes on request", async () => {
    const bad = Array.from({ length: 14 }, (_, index) => `bad-${index}`);
    const { user } = await paste(["120301010101", ...bad].join("\n"));
    const rejected = screen.getByText(/^Entries not added, please correct: 14/);
    expect(rejected).toHaveTextContent(/\(bad-0, .*bad-9 and 4 more\)$/);
    screen.getByRole("button", { name: "Show all 14 entries: Entries not added, please correct" }).focus();
    await user.keyboard("{Enter}");
    expect(rejected).toHaveTextContent(`(${bad.join(", ")} Show fewer)`);
    await user.keyboard("{Enter}");
    expect(rejected).not.toHaveTextContent("bad-13");
  });

  it("waits for a list that is loading and is checked against it", async () => {
    const { hydrologicUnits, ...others } = optionLists();
    const { user, rerender, save, submitted } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }), {
      options: others,
    });
    await user.click(combobox("Hydrologic units"));
    await user.paste("120301010101\n129999999999");
    expect(errorOf(combobox("Hydrologic units"))).toBe(OPTIONS_NOT_LOADED);
    rerender({ options: { ...others, hydrologicUnits } });
    expect(await screen.findByText("Unknown entries, added anyway: 1 (129999999999)")).toBeVisible();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "129999999999"]);
  });

  it("is kept in a draft while it waits, with text typed after it", async () => {
    const ref = createRef<FormHandle>();
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }), { options: {}, ref });
    await user.click(combobox("Hydrologic units"));
    await user.paste("120301010101\n129999999999");
    await user.keyboard("1203");
    expect(ref.current!.snapshot().pendingTexts).toEqual({
      hydrologicUnitCode: "120301010101, 129999999999, 1203",
    });
  });

  it("is saved even if its list never loads", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }), { options: {} });
    await user.click(combobox("Hydrologic units"));
    await user.paste("120301010101\n129999999999");
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "129999999999"]);
  });

  it.each([
    ["a code that no list has", "129999999999\r\n", "Unknown entries, added anyway: 1 (129999999999)"],
    ["a code of the list", "120301010101\n", "Accepted: 1"],
  ])("can be one spreadsheet cell: %s", async (_, text, report) => {
    const { save, submitted } = await paste(text);
    expect(screen.getByText(report)).toBeVisible();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual([text.trim()]);
  });

  it("has no report after it is dismissed", async () => {
    const { user } = await paste("120301010101\n120301010102");
    await user.click(screen.getByRole("button", { name: "Dismiss the paste report" }));
    expect(screen.queryByText("Accepted: 2")).not.toBeInTheDocument();
  });
});

it.each([
  ["1203 1204\n1205", ["1203", "1204", "1205"]],
  ["Van Zandt; Wise,\tReal", ["Van Zandt", "Wise", "Real"]],
  ["\"120301010101\"\n\n'1'", ["120301010101", "1"]],
])("splits the pasted text %j into entries", (text, entries) => {
  expect(splitEntries(text)).toEqual(entries);
});
