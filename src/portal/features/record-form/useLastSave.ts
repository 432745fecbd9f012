import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { authorOf } from "../../providers/authorOf.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";

export interface LastSave {
  by: string;
  at: string;
}

/** Who saved a record last, and when; asked only while `isWanted`. */
export function useLastSave(recordId: string | undefined, isWanted: boolean): LastSave | undefined {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { data } = useQuery({
    queryKey: ["last-save", recordId],
    queryFn: async () => (await dataProvider.recordHistory(recordId!)).map(authorOf),
    enabled: isWanted && recordId !== undefined,
    gcTime: 0,
  });
  const last = data?.toSorted((a, b) => b.date.localeCompare(a.date))[0];
  return last && { by: last.name || last.username, at: last.date };
}
