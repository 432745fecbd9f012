import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { getSchema, listSectionTitles } from "../../../src/contract/schema/fields.ts";
import { GuidePage } from "../../../src/portal/help/GuidePage.tsx";
import { renderScreen } from "../../support/renderApp.tsx";

it("names every field of the form, each with a link to what it means", () => {
  renderScreen(<GuidePage />);
  const { properties } = getSchema("metadata");
  const sections = listSectionTitles(getSchema("metadata"));
  for (const section of sections)
    expect(screen.getByRole("heading", { level: 3, name: section })).toBeVisible();
  for (const [name, field] of Object.entries(properties).filter(([, one]) => one["x-section"]))
    expect(screen.getByRole("link", { name: field.title! })).toHaveAttribute(
      "href",
      `/app/dictionary#${name}`,
    );
});

it("tells the folders a model needs, and what each status means", () => {
  renderScreen(<GuidePage />);
  expect(screen.getByText("Model_Files/")).toBeVisible();
  expect(screen.getByText("pending admin acceptance")).toBeVisible();
});
