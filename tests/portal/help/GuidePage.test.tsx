import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { getSchema, listSectionTitles } from "../../../src/contract/schema/fields.ts";
import { GuidePage } from "../../../src/portal/help/GuidePage.tsx";
import { renderScreen } from "../../support/renderApp.tsx";

it("GuidePage links every form field to the dictionary", () => {
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

it("GuidePage shows the required folders and explains each status", () => {
  renderScreen(<GuidePage />);
  expect(screen.getByText("Model_Files/")).toBeVisible();
  expect(screen.getByText("pending admin acceptance")).toBeVisible();
});
