import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AboutPage } from "../../../src/portal/help/AboutPage.tsx";
import { renderScreen } from "../../support/renderApp.tsx";

it("AboutPage explains the steps in order and has a Back link", () => {
  renderScreen(<AboutPage />);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "About metadata records & the upload process",
  );
  const steps = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(steps).toEqual(["Download the metadata YAML file", "Run the upload script", "Track the status"]);
  expect(screen.getByText(/wait about 15 minutes for the status to change to/)).toBeVisible();
  expect(screen.getByText(/A rejection gives detailed reasons/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/app/");
});
