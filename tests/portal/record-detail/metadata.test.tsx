import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import type { JsonObject } from "../../../src/contract/json.ts";
import { isVisibleIn, getSchema, listSectionTitles } from "../../../src/contract/schema/fields.ts";
import { groupByRegion } from "../../../src/portal/record-detail/MetadataValue.tsx";
import { truncateText } from "../../../src/portal/ui/format.ts";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { checkPrintedPage } from "../../support/checkPrintedPage.ts";
import { renderDetail } from "./renderDetail.tsx";

const findRow = async (label: string) => {
  const term = await screen.findByText(label, { selector: "dt" });
  return term.nextElementSibling as HTMLElement;
};

const renderWith = (metadata: JsonObject = {}) =>
  renderDetail({ [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "pending", metadata })] });

async function renderExpanded(metadata: JsonObject = {}) {
  const page = renderWith(metadata);
  await page.press("Show more");
  return page;
}

const listEntries = (element: HTMLElement) =>
  within(element)
    .queryAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the metadata", () => {
  it("are grouped by the schema's sections, with labels instead of codes", async () => {
    await renderExpanded();
    for (const section of listSectionTitles(getSchema("metadata")))
      expect(screen.getByRole("heading", { level: 3, name: section })).toBeVisible();
    expect(await findRow("Flood planning region")).toHaveTextContent("03 Trinity");
    await waitFor(async () =>
      expect(await findRow("Software")).toHaveTextContent(
        "Hydrologic Engineering Center River Analysis System (HEC-RAS)",
      ),
    );
    expect(await findRow("Originating agency")).toHaveTextContent("Texas Water Development Board");
    expect(await findRow("Time periods covered")).toHaveTextContent("2015-05-01 to 2015-06-30");
    expect(listEntries(await findRow("Counties"))).toEqual(["Denton", "Wise"]);
    expect(await findRow("Spatial extent")).toHaveTextContent(/^Denton_Creek\.gdb\.zip/);
  });

  it("link web addresses in texts and lists", async () => {
    await renderExpanded({
      modelDescription: "Report: https://example.com/a?b=1 (see https://example.com/c).",
      documentationFilenames: ["https://example.com/d.pdf", "e.pdf"],
    });
    const links = async (label: string) =>
      within(await findRow(label))
        .getAllByRole("link")
        .map((link) => link.getAttribute("href"));
    expect(await links("Model description")).toEqual(["https://example.com/a?b=1", "https://example.com/c"]);
    expect(await links("Documentation file names")).toEqual(["https://example.com/d.pdf"]);
  });

  it("leave out a section whose fields are all hidden", async () => {
    await renderExpanded();
    const sectionless = Object.values(getSchema("metadata").properties).filter(
      (field) => !field["x-section"],
    );
    expect(sectionless.map((field) => isVisibleIn("detail", field))).toEqual([false]);
    expect(screen.queryByRole("heading", { level: 3, name: "Other" })).not.toBeInTheDocument();
  });

  it("show contacts with their roles, and unknown contacts by their ids", async () => {
    await renderExpanded();
    await screen.findByText("Sam Submitter (Submitter), sam@example.com");
    expect(await findRow("Contacts")).toHaveTextContent("Contact 40, role 9");
  });

  it("show every detail field in the schema's order, and Not given for empty ones", async () => {
    await renderExpanded({ documentationFilenames: [] });
    const { properties } = getSchema("metadata");
    const sections = listSectionTitles(getSchema("metadata"));
    const detailFields = Object.values(properties).filter((field) => isVisibleIn("detail", field));
    const titles = sections.flatMap((section) =>
      detailFields.filter((field) => field["x-section"] === section).map(({ title }) => title),
    );
    const terms = [...document.querySelectorAll("dt")].map(({ textContent }) => textContent);
    expect(terms).toEqual(titles);
    expect(await findRow("Documentation file names")).toHaveTextContent("Not given");
  });

  it("are printed in full, even if collapsed", async () => {
    const documentationFilenames = Array.from({ length: 200 }, (_, index) => `volume ${index + 1}.pdf`);
    renderWith({ modelDescription: "word ".repeat(2000), documentationFilenames });
    expect(await findRow("Documentation file names")).toHaveTextContent(/ and 194 more$/);
    await checkPrintedPage(async () => {
      expect(listEntries(await findRow("Documentation file names"))).toHaveLength(200);
      expect((await findRow("Model description")).textContent.length).toBeGreaterThan(9000);
    });
    expect(await findRow("Documentation file names")).toHaveTextContent(/ and 194 more$/);
  });

  it("are collapsed to 200 pixels without focusable elements, until Show more", async () => {
    const { press } = renderWith({ modelDescription: "word ".repeat(2000) });
    const button = await screen.findByRole("button", { name: "Show more" });
    const content = document.getElementById(button.getAttribute("aria-controls")!)!;
    const countFocusable = () => content.querySelectorAll("a, button, summary, input, [tabindex]").length;
    expect(getComputedStyle(content).height).toBe("200px");
    expect(button).toHaveAttribute("aria-expanded", "false");
    expect(countFocusable()).toBe(0);
    await press("Show more");
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(button).toHaveTextContent("Show less");
    expect(getComputedStyle(content).height).not.toBe("200px");
    expect(countFocusable()).toBeGreaterThan(0);
    await press("Show less");
    expect(getComputedStyle(content).height).toBe("200px");
    expect(countFocusable()).toBe(0);
  });
});

describe("hydrologic units", () => {
  const { properties } = getSchema("metadata");
  const field = Object.values(properties).find((node) => node["x-options"]?.groupBy === "region")!;
  const options = {
    regions: [
      { value: "01", label: "01 One" },
      { value: "03", label: "03 Three" },
    ],
    [field["x-options"]!.source]: [
      { value: "a", label: "a", regionId: ["01"] },
      { value: "b", label: "b", regionId: ["01", "03"] },
      { value: "c", label: "c", regionId: ["03"] },
    ],
  };

  it("are grouped by region, the record's own region first if several contain them", () => {
    const ownRegion = { [field["x-options"]!.filterBy!]: "03" };
    expect(groupByRegion(field, ["c", "x", "b", "a"], ownRegion, options)).toEqual([
      { title: "01 One", entries: ["a"] },
      { title: "03 Three", entries: ["c", "b"] },
      { title: "Not in any region's list", entries: ["x"] },
    ]);
    expect(groupByRegion(field, ["b"], {}, options)).toEqual([{ title: "01 One", entries: ["b"] }]);
  });

  it("are counted by region and collapsed if there are many", async () => {
    const hydrologicUnitCode = Array.from(
      { length: 200 },
      (_, index) => `1203010${String(index).padStart(5, "0")}`,
    );
    await renderExpanded({ hydrologicUnitCode: ["120301010101", ...hydrologicUnitCode] });
    const row = await findRow("Hydrologic units");
    const group = await within(row).findByText(/^03 Trinity \(\d+\)$/);
    expect(row).toHaveTextContent(/^201 in 2 regions/);
    expect(group.closest("details")).not.toHaveAttribute("open");
    expect(within(row).getByText(/^Not in any region's list \(\d+\)$/)).toBeVisible();
  });
});

describe("long values", () => {
  it("of a list are truncated until Show all", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `report ${index}.pdf`);
    const { press } = await renderExpanded({ documentationFilenames: names });
    expect(listEntries(await findRow("Documentation file names"))).toEqual(names.slice(0, 12));
    await press("Show all 40: Documentation file names");
    expect(listEntries(await findRow("Documentation file names"))).toEqual(names);
    await press("Show fewer: Documentation file names");
    expect(listEntries(await findRow("Documentation file names"))).toHaveLength(12);
  });

  it("of text are truncated at a word boundary until Show the whole text", async () => {
    const text = Array.from({ length: 1250 }, (_, index) => `word${index % 10}xyz`).join(" ");
    const { press } = await renderExpanded({ modelDescription: text });
    const row = await findRow("Model description");
    expect(row.textContent!.length).toBeLessThan(700);
    expect(row).toHaveTextContent(/word\dxyz…/);
    await press("Show the whole text: Model description");
    expect(row).toHaveTextContent(text);
  });

  it("are never cut inside a character", () => {
    expect(truncateText("🌊".repeat(10), 5)).toMatch(/^🌊+…$/u);
    expect(truncateText("short", 5)).toBe("short");
  });
});

it("shows markup and invisible characters as text", async () => {
  const turned = "gnp.\u202Eexe";
  const markup = `<img src=x onerror="document.title='owned'">`;
  await renderExpanded({
    modelDescription: `${markup}\nsecond line`,
    documentationFilenames: [turned, "x".repeat(255), markup],
  });
  const row = await findRow("Documentation file names");
  expect(listEntries(row)).toEqual(["gnp.⟨U+202E⟩exe", "x".repeat(255), markup]);
  expect(row).toHaveStyle({ overflowWrap: "anywhere" });
  expect((await findRow("Model description")).textContent).toBe(`${markup}\nsecond line`);
  expect(document.querySelector("img[src=x]")).toBeNull();
});
