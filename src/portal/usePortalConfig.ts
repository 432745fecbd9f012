import { createContext, useContext } from "react";
import type { PortalConfig } from "./providers/calls/portalConfig.ts";

export const PortalConfigContext = createContext<PortalConfig | undefined>(undefined);

export function usePortalConfig(): PortalConfig {
  const config = useContext(PortalConfigContext);
  if (!config) throw new Error("usePortalConfig must be used inside PortalConfigContext");
  return config;
}
