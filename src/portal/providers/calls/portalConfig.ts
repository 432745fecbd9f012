import { cacheSuccess } from "../../../contract/cacheSuccess.ts";
import { messages } from "../../../contract/messages.ts";
import type { endpoints } from "../../../contract/wire/endpoints.ts";
import { fetchWithRetry } from "./fetchWithRetry.ts";
import { ApiError } from "./apiError.ts";

/** Served as config.json, so that one build runs on every installation. */
export interface PortalConfig {
  authBaseUrl: string;
  middlewareBaseUrl: string;
  /** Replaces the portal's own guide in the menu. */
  documentationUrl?: string;
  supportEmail: string;
  /** Poll interval of records and conflicts, in milliseconds. */
  refreshInterval: number;
  /** Days that a deleted record can be restored. */
  trashRetentionDays?: number;
  /** Calls that the services do not offer, by their names in `endpoints`. */
  missingCalls?: (keyof typeof endpoints)[];
  /** URL of the container with its SAS query, for services that issue no upload tickets. */
  sharedAccessUrl?: string;
  /** For services that issue no download links. */
  downloadPrefix?: string;
  downloadQuery?: string;
}

/** @throws ApiError */
export const loadPortalConfig = cacheSuccess(fetchConfig);

async function fetchConfig(): Promise<PortalConfig> {
  try {
    const response = await fetchWithRetry(`${import.meta.env.BASE_URL}config.json`);
    if (!response.ok) throw new Error(`Loading config.json failed with status ${response.status}`);
    return (await response.json()) as PortalConfig;
  } catch (cause) {
    throw new ApiError(messages.networkFailed, 0, {}, { cause });
  }
}
