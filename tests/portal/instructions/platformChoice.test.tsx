import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderInstructions } from "./renderInstructions.tsx";

const runOn = (system: string) => vi.spyOn(navigator, "platform", "get").mockReturnValue(system);

const isChosen = async (label: string) =>
  expect(await screen.findByRole("radio", { name: label })).toBeChecked();

afterEach(() => localStorage.clear());

it.each([
  ["Win32", "Windows", "upload_script.ps1"],
  ["Windows", "Windows", "upload_script.ps1"],
  ["MacIntel", "Mac/Linux/Unix", "upload_script.sh"],
  ["Linux x86_64", "Mac/Linux/Unix", "upload_script.sh"],
  ["FreeBSD amd64", "Mac/Linux/Unix", "upload_script.sh"],
  ["", "Mac/Linux/Unix", "upload_script.sh"],
])("on %j the instructions are those for %s from the start", async (system, label, file) => {
  runOn(system);
  renderInstructions();
  await isChosen(label);
  expect(screen.getByRole("button", { name: `Download ${file}` })).toBeVisible();
});

it("the last choice on this device counts more than the browser's system", async () => {
  runOn("Win32");
  const { choose, unmount } = renderInstructions();
  await choose("Mac/Linux/Unix");
  unmount();
  renderInstructions();
  await isChosen("Mac/Linux/Unix");
});

it("a choice that nobody could have made is no choice", async () => {
  runOn("Win32");
  localStorage.setItem("RaStoreflood-model-portal/vendor1/.platform", JSON.stringify("AMIGA"));
  renderInstructions();
  await isChosen("Windows");
});

it("where the browser keeps nothing, a choice holds while the page is open, and the system is guessed next time", async () => {
  runOn("Win32");
  const { choose, unmount } = renderInstructions();
  await isChosen("Windows");
  const forbidden = () => {
    throw new DOMException("Storage is blocked", "SecurityError");
  };
  const blocked = (["setItem", "getItem"] as const).map((name) =>
    vi.spyOn(Storage.prototype, name).mockImplementation(forbidden),
  );
  await choose("Mac/Linux/Unix");
  await isChosen("Mac/Linux/Unix");
  for (const one of blocked) one.mockRestore();
  unmount();
  renderInstructions();
  await isChosen("Windows");
});
