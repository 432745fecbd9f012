import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderApp } from "../../support/renderApp.tsx";
import { portalNetwork } from "../../support/portalNetwork.ts";
import { recordAnswers } from "../records/recordAnswers.ts";

// Alone in its file: the configuration is read once, and a file starts without one.
it("offers another try when the configuration could not be read", async () => {
  const { user } = await renderApp({ account: null, at: "/login" });
  vi.stubGlobal("fetch", async () => new Response("", { status: 502 }));
  await user.type(screen.getByLabelText("Username"), "vendor1");
  await user.type(screen.getByLabelText("Password"), "FloodModel2026{Enter}");
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
});

it("opens once the configuration is there", async () => {
  const failing = async () => new Response("", { status: 502 });
  const rendering = renderApp({ answers: recordAnswers([]) });
  vi.stubGlobal("fetch", failing);
  const { user } = await rendering;
  expect(await screen.findByText("The portal could not be opened")).toBeVisible();
  portalNetwork(recordAnswers([]));
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Metadata Records" })).toBeVisible();
});
