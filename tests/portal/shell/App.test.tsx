import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderApp } from "../../support/renderApp.tsx";
import { portalNetwork } from "../../support/portalNetwork.ts";
import { recordAnswers } from "../records/recordAnswers.ts";

/** Nothing is fetched before this fails: while it is drawn, the sign-in page asks for the configuration once it is idle. */
async function renderFailing(setting: Parameters<typeof renderApp>[0]) {
  const rendering = renderApp(setting);
  vi.stubGlobal("fetch", async () => new Response("", { status: 502 }));
  return (await rendering).user;
}

// Alone in its file: the configuration is read once, and a file starts without one.
it("offers another try when the configuration could not be read", async () => {
  const user = await renderFailing({ account: null, at: "/login" });
  await user.type(screen.getByLabelText("Username"), "vendor1");
  await user.type(screen.getByLabelText("Password"), "FloodModel2026{Enter}");
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
});

it("opens once the configuration is there", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await renderFailing({ answers: recordAnswers([]) });
  expect(await screen.findByText("The portal could not be opened")).toBeVisible();
  portalNetwork(recordAnswers([]));
  await act(async () => screen.getByRole("button", { name: "Retry" }).click());
  expect(await screen.findByRole("heading", { level: 1, name: "Metadata Records" })).toBeVisible();
});
