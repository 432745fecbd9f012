import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { usePortalConfig } from "../usePortalConfig.ts";
import type { PortalDataProvider } from "./dataProvider.ts";

/** A record's open upload conflicts, asked for again at the installation's interval. */
export function useRecordConflicts(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { refreshInterval } = usePortalConfig();
  return useQuery({
    queryKey: ["conflicts", recordId],
    queryFn: () => dataProvider.recordConflicts(recordId),
    refetchInterval: refreshInterval,
  });
}
