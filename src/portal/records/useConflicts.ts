import { replaceEqualDeep, useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { UploadConflict } from "../../contract/generated/entities.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { usePortalConfig } from "../usePortalConfig.ts";

type Conflicts = Map<string, UploadConflict[]>;

/** The earlier map where the new one says the same, so that nothing has to be drawn again. */
function earlierIfSame(earlier: unknown, fresh: unknown): unknown {
  if (earlier === undefined) return fresh;
  const before = [...(earlier as Conflicts)];
  return replaceEqualDeep(before, [...(fresh as Conflicts)]) === before ? earlier : fresh;
}

/** The user's open upload conflicts by record id, asked for again at the installation's interval. */
export function useConflicts() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { refreshInterval } = usePortalConfig();
  const { data, error, isFetched, isFetching, refetch } = useQuery({
    queryKey: ["conflicts"],
    queryFn: () => dataProvider.conflicts(),
    structuralSharing: earlierIfSame,
    refetchInterval: refreshInterval,
  });
  return { conflicts: data, error, isFetched, isFetching, refetch };
}
