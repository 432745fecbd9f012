import { portalConfig } from "../providers/portalConfig.ts";
import { routes } from "../routes.ts";
import { appCode } from "./appCode.ts";
import { screenCode } from "./screenCode.ts";

/** Fetches what is needed right after signing in: the portal's code, Home's, and the configuration. */
export function loadLikelyCode(): void {
  appCode.load();
  // What fails here is asked for again by the part that needs it.
  screenCode.load(routes.home).catch(() => undefined);
  portalConfig().catch(() => undefined);
}
