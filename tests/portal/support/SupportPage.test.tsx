import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SupportPage } from "../../../src/portal/features/support/SupportPage.tsx";
import { renderScreen } from "../../support/renderApp.tsx";

it("names the installation's support address, and leads back", () => {
  renderScreen(<SupportPage />, { config: { supportEmail: "help@example.com" } });
  expect(screen.getByRole("link", { name: "help@example.com" })).toHaveAttribute(
    "href",
    "mailto:help@example.com",
  );
  expect(screen.getByText(/with the details of the problem/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/app/");
});
