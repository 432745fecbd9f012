import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from "playwright-core";

const PROGRAM_NAMES = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Each window would render invisible address bar suggestions.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];

/** Finds CHROMIUM_PATH, a Chromium in PATH, or Playwright's. */
export function findChromium(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return existsSync(named) ? named : undefined;
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)].filter(Boolean);
  const installed = PROGRAM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...installed, chromium.executablePath()].find((path) => existsSync(path));
}

/** Launches a headless browser without background traffic. */
export const launchChromium = async (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ ...getLaunchOptions(), ...options });

/** Launches a browser whose storage outlives it, in a folder. Closing the context ends the browser. */
export const launchChromiumProfile = async (
  folder: string,
  options: LaunchOptions = {},
): Promise<BrowserContext> => chromium.launchPersistentContext(folder, { ...getLaunchOptions(), ...options });

function getLaunchOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error("No Chromium found: install one (apt-get install chromium) or set CHROMIUM_PATH");
  }
  return { executablePath, headless: true, args: ARGUMENTS };
}
