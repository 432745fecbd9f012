import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderInstructions } from "./renderInstructions.tsx";

const mockPlatform = (system: string) => vi.spyOn(navigator, "platform", "get").mockReturnValue(system);

const expectChosen = async (label: string) =>
  expect(await screen.findByRole("radio", { name: label })).toBeChecked();

afterEach(() => localStorage.clear());

it.each([
  ["Win32", "Windows", "upload_script.ps1"],
  ["Windows", "Windows", "upload_script.ps1"],
  ["MacIntel", "Mac/Linux/Unix", "upload_script.sh"],
  ["Linux x86_64", "Mac/Linux/Unix", "upload_script.sh"],
  ["FreeBSD amd64", "Mac/Linux/Unix", "upload_script.sh"],
  ["", "Mac/Linux/Unix", "upload_script.sh"],
])("selects the platform of %j by default: %s", async (system, label, file) => {
  mockPlatform(system);
  renderInstructions();
  await expectChosen(label);
  expect(screen.getByRole("button", { name: `Download ${file}` })).toBeVisible();
});

it("prefers the last choice on this device over the browser's platform", async () => {
  mockPlatform("Win32");
  const { choose, unmount } = renderInstructions();
  await choose("Mac/Linux/Unix");
  unmount();
  renderInstructions();
  await expectChosen("Mac/Linux/Unix");
});

it("ignores a stored platform that does not exist", async () => {
  mockPlatform("Win32");
  localStorage.setItem("RaStoreflood-model-portal/vendor1/.platform", JSON.stringify("AMIGA"));
  renderInstructions();
  await expectChosen("Windows");
});

it("keeps the choice while the page is open if the browser blocks storage", async () => {
  mockPlatform("Win32");
  const { choose, unmount } = renderInstructions();
  await expectChosen("Windows");
  const forbidden = () => {
    throw new DOMException("Storage is blocked", "SecurityError");
  };
  const blocked = (["setItem", "getItem"] as const).map((name) =>
    vi.spyOn(Storage.prototype, name).mockImplementation(forbidden),
  );
  await choose("Mac/Linux/Unix");
  await expectChosen("Mac/Linux/Unix");
  for (const mock of blocked) mock.mockRestore();
  unmount();
  renderInstructions();
  await expectChosen("Windows");
});
