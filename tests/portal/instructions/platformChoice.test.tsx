import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { firstPlatform, keepPlatform } from "../../../src/portal/instructions/steps/PlatformChoice.tsx";
import { renderInstructions } from "./renderInstructions.tsx";

const runOn = (system: string) => vi.spyOn(navigator, "platform", "get").mockReturnValue(system);

afterEach(() => localStorage.clear());

it.each([
  ["Win32", "WINDOWS"],
  ["Windows", "WINDOWS"],
  ["MacIntel", "MAC_LINUX"],
  ["Linux x86_64", "MAC_LINUX"],
  ["FreeBSD amd64", "MAC_LINUX"],
  ["", "MAC_LINUX"],
])("a browser that runs on %j is guessed to be %s", (system, platform) => {
  runOn(system);
  expect(firstPlatform()).toBe(platform);
});

it.each([
  ["Win32", "Windows", "upload_script.ps1"],
  ["MacIntel", "Mac/Linux/Unix", "upload_script.sh"],
])("on %s the instructions are those for %s from the start", async (system, label, file) => {
  runOn(system);
  renderInstructions();
  expect(await screen.findByRole("radio", { name: label })).toBeChecked();
  expect(screen.getByRole("button", { name: `Download ${file}` })).toBeVisible();
});

it("the last choice on this device counts more than the browser's system", () => {
  runOn("Win32");
  keepPlatform("MAC_LINUX");
  expect(firstPlatform()).toBe("MAC_LINUX");
});

it("a choice that nobody could have made is no choice", () => {
  runOn("Win32");
  keepPlatform("AMIGA" as never);
  expect(firstPlatform()).toBe("WINDOWS");
});

it("where the browser keeps nothing, the system is guessed each time", () => {
  runOn("Win32");
  const forbidden = () => {
    throw new DOMException("Storage is blocked", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(forbidden);
  keepPlatform("MAC_LINUX");
  expect(firstPlatform()).toBe("WINDOWS");
});
