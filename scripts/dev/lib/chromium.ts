import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";

const names = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Or each window draws the suggestions of an address bar that nobody sees.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];

/** The first Chromium there is: CHROMIUM_PATH, one on the path, or the one Playwright keeps; else undefined. */
export function chromiumPath(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return existsSync(named) ? named : undefined;
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)].filter(Boolean);
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...installed, chromium.executablePath()].find((path) => existsSync(path));
}

/** A headless browser that talks to nobody but the pages it is given. Throws when there is no Chromium. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) {
    throw new Error("No Chromium found: install one (apt-get install chromium) or set CHROMIUM_PATH");
  }
  return chromium.launch({ executablePath, headless: true, args: quiet, ...options });
}
