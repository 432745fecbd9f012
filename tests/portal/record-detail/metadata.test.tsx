import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { isShownIn, schemaOf, sectionTitles, type JsonObject } from "../../../src/contract/schema/fields.ts";
import { beginningOf, regionGroups } from "../../../src/portal/record-detail/MetadataValue.tsx";
import { aWireRecord } from "../../support/aWireRecord.ts";
import { onPaper } from "../../support/onPaper.ts";
import { renderDetail } from "./renderDetail.tsx";

const rowOf = async (label: string) => {
  const term = await screen.findByText(label, { selector: "dt" });
  return term.nextElementSibling as HTMLElement;
};

const renderWith = (metadata: JsonObject = {}) =>
  renderDetail({ [endpoints.getRecord.path]: [aWireRecord({ id: "7", status: "pending", metadata })] });

async function expanded(metadata: JsonObject = {}) {
  const page = renderWith(metadata);
  await page.press("Show more");
  return page;
}

const entriesOf = (element: HTMLElement) =>
  within(element)
    .queryAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the metadata", () => {
  it("stand under the schema's sections and titles, codes by their names", async () => {
    await expanded();
    for (const section of sectionTitles(schemaOf("metadata")))
      expect(screen.getByRole("heading", { level: 3, name: section })).toBeVisible();
    expect(await rowOf("Flood planning region")).toHaveTextContent("03 Trinity");
    await waitFor(async () =>
      expect(await rowOf("Software")).toHaveTextContent(
        "Hydrologic Engineering Center River Analysis System (HEC-RAS)",
      ),
    );
    expect(await rowOf("Originating agency")).toHaveTextContent("Texas Water Development Board");
    expect(await rowOf("Time periods covered")).toHaveTextContent("2015-05-01 to 2015-06-30");
    expect(entriesOf(await rowOf("Counties"))).toEqual(["Denton", "Wise"]);
    expect(await rowOf("Spatial extent")).toHaveTextContent(/^Denton_Creek\.gdb\.zip/);
  });

  it("name contacts with their roles, and an unknown one by its ids", async () => {
    await expanded();
    await screen.findByText("Sam Submitter (Submitter), sam@example.com");
    expect(await rowOf("Contacts")).toHaveTextContent("Contact 40, role 9");
  });

  it("show each field that readers see, in the schema's order, and say what is not given", async () => {
    await expanded({ documentationFilenames: [] });
    const { properties } = schemaOf("metadata");
    const sections = sectionTitles(schemaOf("metadata"));
    const shown = Object.values(properties).filter((field) => isShownIn("detail", field));
    const titles = sections.flatMap((section) =>
      shown.filter((field) => field["x-section"] === section).map(({ title }) => title),
    );
    const terms = [...document.querySelectorAll("dt")].map(({ textContent }) => textContent);
    expect(terms).toEqual(titles);
    expect(await rowOf("Documentation file names")).toHaveTextContent("Not given");
  });

  it("are whole on paper, whatever is folded on the screen", async () => {
    const documentationFilenames = Array.from({ length: 200 }, (_, index) => `volume ${index + 1}.pdf`);
    renderWith({ modelDescription: "word ".repeat(2000), documentationFilenames });
    expect(await rowOf("Documentation file names")).toHaveTextContent(/ and 194 more$/);
    await onPaper(async () => {
      expect(entriesOf(await rowOf("Documentation file names"))).toHaveLength(200);
      expect((await rowOf("Model description")).textContent.length).toBeGreaterThan(9000);
    });
    expect(await rowOf("Documentation file names")).toHaveTextContent(/ and 194 more$/);
  });

  it("begin with 200 pixels in which nothing takes the focus, and show more and less", async () => {
    const { press } = renderWith({ modelDescription: "word ".repeat(2000) });
    const button = await screen.findByRole("button", { name: "Show more" });
    const content = document.getElementById(button.getAttribute("aria-controls")!)!;
    const focusable = () => content.querySelectorAll("a, button, summary, input, [tabindex]").length;
    expect(getComputedStyle(content).height).toBe("200px");
    expect(button).toHaveAttribute("aria-expanded", "false");
    expect(focusable()).toBe(0);
    await press("Show more");
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(button).toHaveTextContent("Show less");
    expect(getComputedStyle(content).height).not.toBe("200px");
    expect(focusable()).toBeGreaterThan(0);
    await press("Show less");
    expect(getComputedStyle(content).height).toBe("200px");
    expect(focusable()).toBe(0);
  });
});

describe("hydrologic units", () => {
  const { properties } = schemaOf("metadata");
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

  it("stand under the regions that list them, the record's own before others", () => {
    const own = { [field["x-options"]!.filterBy!]: "03" };
    expect(regionGroups(field, ["c", "x", "b", "a"], own, options)).toEqual([
      { title: "01 One", entries: ["a"] },
      { title: "03 Three", entries: ["c", "b"] },
      { title: "Not in any region's list", entries: ["x"] },
    ]);
    expect(regionGroups(field, ["b"], {}, options)).toEqual([{ title: "01 One", entries: ["b"] }]);
  });

  it("are counted by region, and two hundred stay closed until they are wanted", async () => {
    const hydrologicUnitCode = Array.from(
      { length: 200 },
      (_, index) => `1203010${String(index).padStart(5, "0")}`,
    );
    await expanded({ hydrologicUnitCode: ["120301010101", ...hydrologicUnitCode] });
    const row = await rowOf("Hydrologic units");
    const group = await within(row).findByText(/^03 Trinity \(\d+\)$/);
    expect(row).toHaveTextContent(/^201 in 2 regions/);
    expect(group.closest("details")).not.toHaveAttribute("open");
    expect(within(row).getByText(/^Not in any region's list \(\d+\)$/)).toBeVisible();
  });
});

describe("long values", () => {
  it("of a list show their beginning, and all of it when wanted", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `report ${index}.pdf`);
    const { press } = await expanded({ documentationFilenames: names });
    expect(entriesOf(await rowOf("Documentation file names"))).toEqual(names.slice(0, 12));
    await press("Show all 40: Documentation file names");
    expect(entriesOf(await rowOf("Documentation file names"))).toEqual(names);
    await press("Show fewer: Documentation file names");
    expect(entriesOf(await rowOf("Documentation file names"))).toHaveLength(12);
  });

  it("of text show their beginning, cut at a word, and all of it when wanted", async () => {
    const text = Array.from({ length: 1250 }, (_, index) => `word${index % 10}xyz`).join(" ");
    const { press } = await expanded({ modelDescription: text });
    const row = await rowOf("Model description");
    expect(row.textContent!.length).toBeLessThan(700);
    expect(row).toHaveTextContent(/word\dxyz…/);
    await press("Show the whole text: Model description");
    expect(row).toHaveTextContent(text);
  });

  it("are never cut within a character", () => {
    expect(beginningOf("🌊".repeat(10), 5)).toMatch(/^🌊+…$/u);
    expect(beginningOf("short", 5)).toBe("short");
  });
});

it("shows hostile values as the text they are", async () => {
  const turned = "gnp.\u202Eexe";
  const markup = `<img src=x onerror="document.title='owned'">`;
  await expanded({
    modelDescription: `${markup}\nsecond line`,
    documentationFilenames: [turned, "x".repeat(255), markup],
  });
  const row = await rowOf("Documentation file names");
  expect(entriesOf(row)).toEqual(["gnp.⟨U+202E⟩exe", "x".repeat(255), markup]);
  expect(row).toHaveStyle({ overflowWrap: "anywhere" });
  expect((await rowOf("Model description")).textContent).toBe(`${markup}\nsecond line`);
  expect(document.querySelector("img[src=x]")).toBeNull();
});
