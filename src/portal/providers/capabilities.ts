import { endpoints } from "../../contract/wire/endpoints.ts";
import type { PortalConfig } from "./calls/portalConfig.ts";

/** For each call, whether the services offer it. */
export type Capabilities = Record<keyof typeof endpoints, boolean>;

export type CapabilitySettings = Pick<PortalConfig, "missingCalls" | "sharedAccessUrl" | "downloadPrefix">;

/** Services offer every call unless config.json names it as missing or contains what it would return. */
export function readCapabilities(settings: CapabilitySettings): Capabilities {
  const { missingCalls = [], sharedAccessUrl, downloadPrefix } = settings;
  const missing = new Set<string>(missingCalls);
  if (sharedAccessUrl !== undefined) missing.add("requestUpload");
  if (downloadPrefix !== undefined) missing.add("downloadLink");
  const entries = Object.keys(endpoints).map((name) => [name, !missing.has(name)]);
  return Object.fromEntries(entries) as Capabilities;
}
