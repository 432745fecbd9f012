import { createContext, useContext } from "react";
import type { PortalConfig } from "./providers/calls/portalConfig.ts";

/** Holds the installation's configuration once it has been read. */
export const PortalConfigContext = createContext<PortalConfig | undefined>(undefined);

/** The installation's configuration. Throws outside the signed-in portal. */
export function usePortalConfig(): PortalConfig {
  const config = useContext(PortalConfigContext);
  if (!config) throw new Error("The portal's configuration is asked for outside its context");
  return config;
}
