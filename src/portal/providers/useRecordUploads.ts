import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "./dataProvider.ts";
import { JUST_ASKED } from "./useRecordConflicts.ts";

const EVERY = 30_000;

/** A record's uploads, archived ones too; asked for again every half minute. None while there is no record yet. */
export function useRecordUploads(recordId: string | undefined) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["uploads", recordId],
    queryFn: () => dataProvider.recordUploads(recordId!),
    enabled: recordId !== undefined,
    refetchInterval: EVERY,
    staleTime: JUST_ASKED,
  });
}
