import { messages } from "../../../contract/messages.ts";
import { fetchOnceReady } from "./startingUp.ts";
import { VendorError } from "./vendorError.ts";

/** What one installation says to the portal; served at config.json, so that one build serves any of them. */
export interface PortalConfig {
  authBaseUrl: string;
  middlewareBaseUrl: string;
  /** Where the menu's Documentation leads instead of to the portal's own guide. */
  documentationUrl?: string;
  supportEmail: string;
  /** Milliseconds between two looks at records and conflicts. */
  refreshInterval: number;
  /** For services that do not grant shared access per upload: the address of the container, with its query. */
  sharedAccessUrl?: string;
  /** For services that do not answer download links. */
  downloadPrefix?: string;
  downloadQuery?: string;
}

let loading: Promise<PortalConfig> | undefined;

/** The installation's configuration, asked for once. Rejects with VendorError when it cannot be had; then asks anew. */
export function portalConfig(): Promise<PortalConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchConfig(): Promise<PortalConfig> {
  try {
    const response = await fetchOnceReady(`${import.meta.env.BASE_URL}config.json`);
    if (!response.ok) throw new Error(`config.json was answered with status ${response.status}`);
    return (await response.json()) as PortalConfig;
  } catch (cause) {
    throw new VendorError(messages.networkFailed, 0, {}, { cause });
  }
}
