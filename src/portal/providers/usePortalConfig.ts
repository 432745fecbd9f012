import { createContext, useContext, useMemo } from "react";
import type { PortalConfig } from "./calls/portalConfig.ts";
import { readCapabilities, type Capabilities } from "./capabilities.ts";

export const PortalConfigContext = createContext<PortalConfig | undefined>(undefined);

export function usePortalConfig(): PortalConfig {
  const config = useContext(PortalConfigContext);
  if (!config) throw new Error("usePortalConfig must be used inside PortalConfigContext");
  return config;
}

export function useCapabilities(): Capabilities {
  const config = usePortalConfig();
  return useMemo(() => readCapabilities(config), [config]);
}
