import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { authorOf } from "../providers/authorOf.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";

export interface LastSave {
  by: string;
  at: string;
}

/** Who saved a record last, and when. */
export function useLastSave(recordId: string | undefined) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["last-save", recordId],
    queryFn: async () => (await dataProvider.recordHistory(recordId!)).map(authorOf),
    enabled: recordId !== undefined,
    gcTime: 0,
  });
  const last = data?.toSorted((a, b) => b.date.localeCompare(a.date))[0];
  const lastSave: LastSave | undefined = last && { by: last.name || last.username, at: last.date };
  return { lastSave, failed: isError && !isFetching, retry: () => void refetch() };
}
