import type { Platform } from "../../../contract/uploads/shellQuote.ts";

const STORAGE_NAME = "flood-model-portal.platform";

/** What the user chose last on this device, else what the browser seems to run on. */
export function firstPlatform(): Platform {
  const kept = keptPlatform();
  if (kept === "WINDOWS" || kept === "MAC_LINUX") return kept;
  return /^win/i.test(navigator.platform) ? "WINDOWS" : "MAC_LINUX";
}

/** Remembers the choice on this device, where it keeps anything. */
export function keepPlatform(platform: Platform): void {
  try {
    localStorage.setItem(STORAGE_NAME, platform);
  } catch {
    // The choice is asked for again next time.
  }
}

function keptPlatform(): string | null {
  try {
    return localStorage.getItem(STORAGE_NAME);
  } catch {
    return null;
  }
}
