import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "../providers/dataProvider.ts";

const EVERY = 15_000;

/** A record's thread, oldest first; asked for again every quarter of a minute. */
export function useMessages(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["messages", recordId],
    queryFn: () => dataProvider.recordMessages(recordId),
    refetchInterval: EVERY,
  });
}
