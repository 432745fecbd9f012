import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { RecordConflicts } from "./calls/recordCalls.ts";
import { usePortalConfig } from "../usePortalConfig.ts";
import type { PortalDataProvider } from "./dataProvider.ts";

/** Milliseconds in which the parts of a page that opens do not ask again for what the page has asked for. */
export const JUST_ASKED = 5000;

/** Whether a record's uploads conflict; not while that is not known. */
export const isInConflict = (conflicts: RecordConflicts | undefined): boolean =>
  conflicts !== undefined && conflicts.contestedFiles > 0;

/** In how many files a record's uploads do not agree, asked for again at the installation's interval. */
export function useRecordConflicts(recordId: string) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { refreshInterval } = usePortalConfig();
  return useQuery({
    queryKey: ["conflicts", recordId],
    queryFn: () => dataProvider.recordConflicts(recordId),
    refetchInterval: refreshInterval,
    staleTime: JUST_ASKED,
  });
}
