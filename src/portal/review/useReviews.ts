import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { usePortalConfig } from "../usePortalConfig.ts";

/** What waits for the agency's decision, asked for again at the installation's interval; null where reviews are not served. */
export function useReviews() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { refreshInterval } = usePortalConfig();
  return useQuery({
    queryKey: ["reviews"],
    queryFn: async () => (await dataProvider.listReviews()) ?? null,
    refetchInterval: refreshInterval,
  });
}
