import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "./dataProvider.ts";

/** The lists that come from calls, asked for once. */
export function useReferences() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["references"],
    queryFn: () => dataProvider.references(),
    staleTime: Infinity,
  });
}
