import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "./dataProvider.ts";

/** What agency and portal have said about a record's states. Asked again every `interval` milliseconds, if one is given. */
export function useRecordNotifications(recordId: string, interval?: number) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["notifications", recordId],
    queryFn: () => dataProvider.recordNotifications(recordId),
    refetchInterval: interval ?? false,
  });
}
