import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import { usePortalConfig } from "../../usePortalConfig.ts";

/** The user's open upload conflicts by record id, asked for again at the installation's interval. */
export function useConflicts() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { refreshInterval } = usePortalConfig();
  return useQuery({
    queryKey: ["conflicts"],
    queryFn: () => dataProvider.conflicts(),
    refetchInterval: refreshInterval,
  }).data;
}
