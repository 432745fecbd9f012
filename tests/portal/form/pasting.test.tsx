import { screen } from "@testing-library/react";
import { createRef } from "react";
import { describe, expect, it } from "vitest";
import { NOT_LOADED, splitEntries } from "../../../src/contract/schema/readEntry.ts";
import type { FormHandle } from "../../../src/portal/form/formProps.ts";
import { aMetadata, errorOf, optionLists, renderMetadata } from "./renderForm.tsx";

const choice = (name: string) => screen.getByRole<HTMLInputElement>("combobox", { name });

const TWO_OF_A_NAME = [
  { value: "4840738", label: "Lakeside (4840738)" },
  { value: "4840744", label: "Lakeside (4840744)" },
  { value: "Justin", label: "Justin" },
];

async function paste(text: string, name = "Hydrologic units", values: object = {}) {
  const form = renderMetadata(aMetadata({ hydrologicUnitCode: [], ...values }));
  await form.user.click(choice(name));
  await form.user.paste(text);
  return form;
}

describe("a pasted column of codes", () => {
  it("is taken in, with a report of accepted, unknown, repeated and malformed ones", async () => {
    const { user, save, onSubmit, submitted } = await paste(
      "120301010101\r\n120301010102\n120301010101\n129999999999\n1203\n",
    );
    const report = screen.getByText("Accepted: 2").parentElement!;
    expect(report).toHaveTextContent("Unknown, kept as pasted: 1 (129999999999)");
    expect(report).toHaveTextContent("Repeated, taken once: 1 (120301010101)");
    expect(report).toHaveTextContent("Not taken in, to be corrected: 1 (1203)");
    expect(screen.getByText("Not in the list, kept as entered: 129999999999")).toBeVisible();
    expect(choice("Hydrologic units")).toHaveValue("1203");
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    await user.clear(choice("Hydrologic units"));
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "120301010102", "129999999999"]);
  });

  it("is announced by its counts alone", async () => {
    const bad = Array.from({ length: 14 }, (_, index) => `bad-${index}`);
    const { user } = await paste(["120301010101", "120301010101", "129999999999", ...bad].join("\n"));
    await user.click(screen.getByRole("button", { name: /^Show all/ }));
    const told = screen.getByText("1 accepted, 1 unknown, 1 repeated, 14 not taken in");
    expect(told).toHaveAttribute("role", "status");
    const live = '[role="status"], [role="alert"]';
    expect(screen.getByText(/bad-13/).closest(live)).toBeNull();
    expect(screen.getByRole("button", { name: "Dismiss the report" }).closest(live)).toBeNull();
  });

  it("counts a code that was chosen before as repeated", async () => {
    const { save, submitted } = await paste("120301010101\n120301010102", "Hydrologic units", {
      hydrologicUnitCode: ["120301010101"],
    });
    expect(screen.getByText("Repeated, taken once: 1 (120301010101)")).toBeVisible();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "120301010102"]);
  });

  it("keeps a code of another region, and says that it is one", async () => {
    await paste("120301010101\n120402020202");
    const words = "Outside the chosen flood planning region, kept as";
    expect(screen.getByText(`${words} pasted: 1 (120402020202)`)).toBeVisible();
    expect(screen.getByText(`${words} entered: 120402020202`)).toBeVisible();
    expect(screen.getByText("1 accepted, 1 outside the chosen flood planning region")).toBeInTheDocument();
    expect(screen.queryByText(/^Unknown,|^Not in the list/)).not.toBeInTheDocument();
  });

  it("finds names in any case, and leaves what a closed list does not hold as text that holds the save", async () => {
    const form = await paste("denton, WISE", "Counties", { county: [], city: [] });
    const { user, save, onSubmit, submitted } = form;
    await user.keyboard("{Escape}");
    await user.click(choice("Cities"));
    await user.paste("justin\nMagic\nROANOKE\nJust");
    expect(screen.getByText("Not taken in, to be corrected: 2 (Magic, Just)")).toBeVisible();
    expect(choice("Cities")).toHaveValue("Magic, Just");
    expect(errorOf(choice("Cities"))).toBe('"Magic" is not in the list.');
    await user.tab();
    await save();
    expect(screen.getByText("Please fix 1 error(s).")).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(choice("Cities")).toHaveValue("Magic, Just");
    await user.clear(choice("Cities"));
    await save();
    expect(submitted()).toMatchObject({ county: ["Denton", "Wise"], city: ["Justin", "Roanoke"] });
  });

  it("asks which of two choices a name of both means", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ city: [] }), {
      options: optionLists({ cities: TWO_OF_A_NAME }),
    });
    await user.click(choice("Cities"));
    await user.paste("Lakeside\nJustin");
    expect(choice("Cities")).toHaveValue("Lakeside");
    expect(errorOf(choice("Cities"))).toBe(
      '"Lakeside" may be Lakeside (4840738) or Lakeside (4840744): choose one.',
    );
    await user.clear(choice("Cities"));
    await user.type(choice("Cities"), "Lakeside{ArrowDown}{Enter}");
    expect(screen.queryByText(/^Not taken in/)).not.toBeInTheDocument();
    await save();
    expect(submitted()?.["city"]).toEqual(["Justin", "4840744"]);
  });

  it("stays beside what was typed before, and takes the place of the part that was marked", async () => {
    const { user } = renderMetadata(aMetadata({ city: [] }));
    await user.type(choice("Cities"), "Elsewhere");
    await user.paste("justin\nMagic");
    expect(choice("Cities")).toHaveValue("Elsewhere, Magic");
    choice("Cities").setSelectionRange(0, "Elsewhere, Magic".length);
    await user.paste("Roanoke\nNowhere");
    expect(choice("Cities")).toHaveValue("Nowhere");
  });

  it("is mended in its text, and taken in once it is left", async () => {
    const { user, save, submitted } = await paste("Justi\nRoanok", "Cities", { city: [] });
    await user.type(choice("Cities"), "e", { initialSelectionStart: 13, initialSelectionEnd: 13 });
    await user.type(choice("Cities"), "n", { initialSelectionStart: 5, initialSelectionEnd: 5 });
    expect(choice("Cities")).toHaveValue("Justin, Roanoke");
    await user.tab();
    await save();
    expect(submitted()?.["city"]).toEqual(["Justin", "Roanoke"]);
  });

  it("is told of as far as it stands: no more of what was taken out since", async () => {
    const { user } = await paste("120301010101\n120301010102\n129999999999\n1203");
    const status = screen.getByText("2 accepted, 1 unknown, 1 not taken in");
    await user.clear(choice("Hydrologic units"));
    expect(screen.queryByText(/^Not taken in/)).not.toBeInTheDocument();
    expect(status).toBeEmptyDOMElement();
    await user.keyboard("{Backspace}{Backspace}");
    expect(await screen.findByText("Accepted: 1")).toBeVisible();
    expect(screen.queryByText(/^Unknown, kept/)).not.toBeInTheDocument();
  });

  it("leaves a single pasted word to the search", async () => {
    const { user } = await paste("120301010102");
    expect(choice("Hydrologic units")).toHaveValue("120301010102");
    await user.keyboard("{Enter}");
    expect(screen.queryByText(/^Accepted/)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "120301010102 (Trinity)" })).toBeVisible();
  });

  it("names each of many malformed ones when asked, to be copied", async () => {
    const bad = Array.from({ length: 14 }, (_, index) => `bad-${index}`);
    const { user } = await paste(["120301010101", ...bad].join("\n"));
    const told = screen.getByText(/^Not taken in, to be corrected: 14/);
    expect(told).toHaveTextContent(/\(bad-0, .*bad-9 and 4 more\)$/);
    screen.getByRole("button", { name: "Show all 14 entries: Not taken in, to be corrected" }).focus();
    await user.keyboard("{Enter}");
    expect(told).toHaveTextContent(`(${bad.join(", ")} Show fewer)`);
    await user.keyboard("{Enter}");
    expect(told).not.toHaveTextContent("bad-13");
  });

  it("waits for a list that has not come yet, and is judged by it", async () => {
    const { hydrologicUnits, ...others } = optionLists();
    const { user, again, save, submitted } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }), {
      options: others,
    });
    await user.click(choice("Hydrologic units"));
    await user.paste("120301010101\n129999999999");
    expect(errorOf(choice("Hydrologic units"))).toBe(NOT_LOADED);
    again({ options: { ...others, hydrologicUnits } });
    expect(await screen.findByText("Unknown, kept as pasted: 1 (129999999999)")).toBeVisible();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "129999999999"]);
  });

  it("is kept in a draft meanwhile, with what is typed behind it", async () => {
    const ref = createRef<FormHandle>();
    const { user } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }), { options: {}, ref });
    await user.click(choice("Hydrologic units"));
    await user.paste("120301010101\n129999999999");
    await user.keyboard("1203");
    expect(ref.current!.collect().entries).toEqual({
      hydrologicUnitCode: "120301010101, 129999999999, 1203",
    });
  });

  it("is part of what is saved though its list never comes", async () => {
    const { user, save, submitted } = renderMetadata(aMetadata({ hydrologicUnitCode: [] }), { options: {} });
    await user.click(choice("Hydrologic units"));
    await user.paste("120301010101\n129999999999");
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual(["120301010101", "129999999999"]);
  });

  it.each([
    ["a code that no list has", "129999999999\r\n", "Unknown, kept as pasted: 1 (129999999999)"],
    ["a code of the list", "120301010101\n", "Accepted: 1"],
  ])("may be one cell of a table: %s", async (_, text, report) => {
    const { save, submitted } = await paste(text);
    expect(screen.getByText(report)).toBeVisible();
    await save();
    expect(submitted()?.["hydrologicUnitCode"]).toEqual([text.trim()]);
  });

  it("goes out of sight when the report is dismissed", async () => {
    const { user } = await paste("120301010101\n120301010102");
    await user.click(screen.getByRole("button", { name: "Dismiss the report" }));
    expect(screen.queryByText("Accepted: 2")).not.toBeInTheDocument();
  });
});

it.each([
  ["1203 1204\n1205", ["1203", "1204", "1205"]],
  ["Van Zandt; Wise,\tReal", ["Van Zandt", "Wise", "Real"]],
  ["\"120301010101\"\n\n'1'", ["120301010101", "1"]],
])("reads the pasted text %j as entries", (text, entries) => {
  expect(splitEntries(text)).toEqual(entries);
});
