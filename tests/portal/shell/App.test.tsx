import { act, screen } from "@testing-library/react";
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
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failing = async () => new Response("", { status: 502 });
  const rendering = renderApp({ answers: recordAnswers([]) });
  vi.stubGlobal("fetch", failing);
  await rendering;
  expect(await screen.findByText("The portal could not be opened")).toBeVisible();
  portalNetwork(recordAnswers([]));
  await act(async () => screen.getByRole("button", { name: "Retry" }).click());
  expect(await screen.findByRole("heading", { level: 1, name: "Metadata Records" })).toBeVisible();
});
