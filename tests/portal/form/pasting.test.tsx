import { screen } from "@testing-library/react";
import { createRef } from "react";
import { describe, expect, it } from "vitest";
import { NOT_LOADED, splitEntries } from "../../../src/contract/schema/readEntry.ts";
import type { FormHandle } from "../../../src/portal/form/formProps.ts";
import { aMetadata, errorOf, optionLists, renderMetadata } from "./renderForm.tsx";

const choice = (name: string) => screen.getByRole("combobox", { name });

async function paste(text: string, name = "Hydrologic units", values: object = {}) {
  const form = renderMetadata(aMetadata({ hydrologicUnitCode: [], ...values }));
  await form.user.click(choice(name));
  await form.user.paste(text);
  return form;
}

describe("a pasted column of codes", () => {
  it("is taken in, with a report of accepted, unknown, repeated and malformed ones", async () => {
    const { save, submitted } = await paste(
      "120301010101\r\n120301010102\n120301010101\n129999999999\n1203\n",
    );
    const report = screen.getByText("Accepted: 2").parentElement!;
    expect(report).toHaveTextContent("Unknown, kept as pasted: 1 (129999999999)");
    expect(report).toHaveTextContent("Repeated, taken once: 1 (120301010101)");
    expect(report).toHaveTextContent("Not taken in, to be corrected: 1 (1203)");
    expect(screen.getByText("Not in the list, kept as entered: 129999999999")).toBeVisible();
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
    expect(screen.getByRole("textbox", { name: /^Not taken in/ }).closest(live)).toBeNull();
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

  it("keeps a code of another region as unknown to this one", async () => {
    await paste("120301010101\n120402020202");
    expect(screen.getByText("Unknown, kept as pasted: 1 (120402020202)")).toBeVisible();
  });

  it("finds names in any case, and refuses what a closed list does not hold", async () => {
    const { user, save, submitted } = await paste("denton, WISE", "Counties", { county: [], city: [] });
    await user.keyboard("{Escape}");
    await user.click(choice("Cities"));
    await user.paste("justin\nROANOKE\nMagic");
    expect(screen.getByText("Not taken in, to be corrected: 1 (Magic)")).toBeVisible();
    await save();
    expect(submitted()).toMatchObject({ county: ["Denton", "Wise"], city: ["Justin", "Roanoke"] });
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
    expect(screen.getByText(/^Not taken in, to be corrected: 14 \(bad-0, .* and 4 more\)$/)).toBeVisible();
    screen.getByRole("button", { name: "Show all: Not taken in, to be corrected" }).focus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("textbox", { name: "Not taken in, to be corrected" })).toHaveValue(
      bad.join("\n"),
    );
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("textbox", { name: /^Not taken in/ })).not.toBeInTheDocument();
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
