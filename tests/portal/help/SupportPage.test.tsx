import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { buildProblemMailLink, SupportPage } from "../../../src/portal/help/SupportPage.tsx";
import { renderScreen } from "../../support/renderApp.tsx";

describe("SupportPage", () => {
  it("shows the configured support address and a Back link", () => {
    renderScreen(<SupportPage />, { config: { supportEmail: "help@example.com" } });
    expect(screen.getByRole("link", { name: "help@example.com" })).toHaveAttribute(
      "href",
      "mailto:help@example.com",
    );
    expect(screen.getByText(/with the details of the problem/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/app/");
  });

  it("pre-fills an email and offers the same lines to copy", () => {
    renderScreen(<SupportPage />, { config: { supportEmail: "help@example.com" } });
    const href = screen.getByRole("link", { name: "Write an email" }).getAttribute("href")!;
    expect(href).toMatch(/^mailto:help@example\.com\?subject=/);
    expect(decodeURIComponent(href)).toContain("User: vendor1");
    expect(screen.getByRole("group", { name: "Details of the problem" })).toHaveTextContent("User: vendor1");
  });
});

it("buildProblemMailLink uses CRLF and escapes special characters", () => {
  const details = { username: "a&b=c", address: "https://x", browser: "B", time: "T" };
  const { searchParams } = new URL(buildProblemMailLink("help@example.com", details));
  expect(searchParams.get("subject")).toBe("Flood Model Portal: problem of a&b=c");
  expect(searchParams.get("body")).toContain("User: a&b=c\r\nPortal: https://x\r\nBrowser: B\r\nTime: T");
});
