import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderApp } from "../../support/renderApp.tsx";
import { portalNetwork } from "../../support/portalNetwork.ts";
import { recordAnswers } from "../records/recordAnswers.ts";

/** Stubs fetch right after the first render, before the idle login page loads the configuration. */
async function renderWithFailingFetch(setting: Parameters<typeof renderApp>[0]) {
  const rendering = renderApp(setting);
  vi.stubGlobal("fetch", async () => new Response("", { status: 502 }));
  return (await rendering).user;
}

// In a file of its own: the configuration is loaded once per test file.
it("the login page offers Retry if the configuration could not be loaded", async () => {
  const user = await renderWithFailingFetch({ account: null, at: "/login" });
  await user.type(screen.getByLabelText("Username"), "vendor1");
  await user.type(screen.getByLabelText("Password"), "FloodModel2026{Enter}");
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
});

it("the portal opens after a retry once the configuration can be loaded", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await renderWithFailingFetch({ answers: recordAnswers([]) });
  expect(await screen.findByText("The portal could not be opened")).toBeVisible();
  portalNetwork(recordAnswers([]));
  await act(async () => screen.getByRole("button", { name: "Retry" }).click());
  expect(await screen.findByRole("heading", { level: 1, name: "Metadata Records" })).toBeVisible();
});
