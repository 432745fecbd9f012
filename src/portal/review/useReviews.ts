import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { isNotServed } from "../providers/vendorError.ts";
import { usePortalConfig } from "../usePortalConfig.ts";

const ALL = {
  pagination: { page: 1, perPage: 100_000 },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

/** What waits for the agency's decision, asked for again at the installation's interval; null where reviews are not served. */
export function useReviews() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { refreshInterval } = usePortalConfig();
  return useQuery({
    queryKey: ["reviews"],
    queryFn: async () => {
      try {
        return (await dataProvider.getList<RecordRow>("reviews", ALL)).data;
      } catch (error) {
        if (isNotServed(error)) return null;
        throw error;
      }
    },
    refetchInterval: refreshInterval,
  });
}
