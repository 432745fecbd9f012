import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { schemaOf } from "../../../src/contract/schema/fields.ts";
import { AboutPage } from "../../../src/portal/about/AboutPage.tsx";
import { renderApp, renderScreen } from "../../support/renderApp.tsx";

const scrollIntoView = vi.fn();
beforeEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView.mockReset();
});

const { properties } = schemaOf("metadata");
const fields = Object.values(properties);
const entry = (label: string) => within(screen.getByRole("article", { name: label }));
const open = (hash = "") => renderApp({ at: `/app/dictionary${hash}` });

it("tells of every field under its section what it is, and under which names it is known", async () => {
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
  expect(section.getByText(/follows from “Flood planning region”/)).toBeVisible();
});

it("finds fields by any of their words, in contents and page alike, and says how many", async () => {
  const { user } = await open();
  const search = await screen.findByRole("searchbox", { name: "Search by name, help or message" });
  await user.type(search, "12 digit");
  expect(screen.getAllByRole("article").map((found) => found.getAttribute("aria-labelledby"))).toEqual(
    within(screen.getByRole("navigation", { name: "Fields" }))
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")?.split("#")[1]),
  );
  expect(entry("Hydrologic units").getByText("“Each entry must be a 12 digit number”")).toBeVisible();
  expect(
    screen.getByText(new RegExp(`^\\d of ${fields.length} fields$`), { selector: "[role=status]" }),
  ).toBeVisible();
  await user.type(search, " nowhere");
  expect(screen.getByText("No field found")).toBeVisible();
  expect(screen.queryByRole("article")).toBeNull();
});

it("opens at the field the address names, and goes to one chosen from the contents though a search hid it", async () => {
  const { user } = await open("#softwareVersion");
  const heading = (name: string) => screen.findByRole("heading", { level: 3, name });
  expect(await heading("Software version")).toHaveFocus();
  expect(scrollIntoView.mock.contexts).toEqual([await heading("Software version")]);
  await user.type(screen.getByRole("searchbox"), "software version");
  await user.click(screen.getByRole("link", { name: "Software version" }));
  expect(await heading("Software version")).toHaveFocus();
  expect(screen.getByRole("searchbox")).toHaveValue("");
});

it("is reached from the help", () => {
  renderScreen(<AboutPage />);
  expect(screen.getByRole("link", { name: "what each field means" })).toHaveAttribute(
    "href",
    "/app/dictionary",
  );
});
