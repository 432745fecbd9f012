import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import { regions } from "../../../contract/regions.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";
import type { Labels } from "../../table/cellText.ts";

/** Names of the coded values a record holds. Until the lists are there, codes stand for themselves. */
export function useLabels(): Labels {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data } = useQuery({
    queryKey: ["references"],
    queryFn: () => dataProvider.references(),
    staleTime: Infinity,
  });
  return useMemo(
    () => ({
      regions: new Map(regions.map(({ value, label }) => [value, label])),
      agencies: new Map(data?.agencies.map(({ id, name }) => [id, name])),
    }),
    [data],
  );
}
