import { render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { buildDataDictionary } from "../../../src/contract/schema/dataDictionary.ts";
import { getSchema } from "../../../src/contract/schema/fields.ts";
import { AboutPage } from "../../../src/portal/help/AboutPage.tsx";
import { FieldEntry } from "../../../src/portal/help/DictionaryPage.tsx";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";

let scrollIntoView: MockInstance<Element["scrollIntoView"]>;
beforeEach(() => {
  scrollIntoView = vi.spyOn(Element.prototype, "scrollIntoView");
});

const { properties } = getSchema("metadata");
const fields = Object.values(properties);
const entry = (label: string) => within(screen.getByRole("article", { name: label }));
const open = (hash = "") => renderApp({ at: `/app/dictionary${hash}` });

it("DictionaryPage lists each field by section with its description and all its names", async () => {
  await open();
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("What each field means");
  expect(document.title).toBe("What each field means | Flood Model Portal");
  expect(screen.getAllByRole("article")).toHaveLength(fields.length);
  for (const { title, description } of fields) expect(entry(title!).getByText(description!)).toBeVisible();
  const facts = entry("Model identifier");
  expect(facts.getByText("text, required")).toBeVisible();
  expect(facts.getByText(/Must be a 12-digit number where first 2-digits/)).toBeVisible();
  for (const text of ["external_identifier", "030000000001", "“Required”"])
    expect(facts.getByText(text)).toBeVisible();
  expect(facts.getAllByText("external_model_identifier")).toHaveLength(2);
  const section = within(screen.getByRole("region", { name: "Filled in by the portal" }));
  expect(section.getByText(/derived from “Flood planning region”/)).toBeVisible();
});

it("DictionaryPage opens at the field in the URL's hash and jumps to a field from the contents", async () => {
  const { user } = await open("#softwareVersion");
  const heading = (name: string) => screen.findByRole("heading", { level: 3, name });
  expect(await heading("Software version")).toHaveFocus();
  expect(scrollIntoView.mock.contexts).toEqual([await heading("Software version")]);
  const contents = within(screen.getByRole("navigation", { name: "Fields" }));
  expect(contents.getAllByRole("link")).toHaveLength(fields.length);
  await user.click(contents.getByRole("link", { name: "Model name" }));
  expect(await heading("Model name")).toHaveFocus();
});

it("DictionaryPage is linked from the About page", () => {
  renderScreen(<AboutPage />);
  expect(screen.getByRole("link", { name: "what each field means" })).toHaveAttribute(
    "href",
    "/app/dictionary",
  );
});

it("FieldEntry shows unit and restricted access", () => {
  const [row] = buildDataDictionary(getSchema("metadata"));
  render(<FieldEntry row={{ ...row!, unit: "feet", access: "read by admins, edited by admins" }} />);
  expect(screen.getByText("Unit").nextElementSibling).toHaveTextContent("feet");
  expect(screen.getByText("Access").nextElementSibling).toHaveTextContent("read by admins, edited by admins");
});
