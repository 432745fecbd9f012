import { useQuery } from "@tanstack/react-query";
import { useDataProvider, type GetListResult } from "react-admin";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { usePortalConfig } from "../usePortalConfig.ts";

/** The services answer the whole list, newest first: one page holds it. */
const WHOLE_LIST = {
  pagination: { page: 1, perPage: 100_000 },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

/** The data provider gives a record that is as it was as the same object: to look into thousands of them is no use. */
function earlierIfSame(earlier: unknown, fresh: unknown): unknown {
  const [before, now] = [earlier, fresh] as (GetListResult<RecordRow> | undefined)[];
  const isSame =
    before?.data.length === now?.data.length &&
    before?.data.every((record, index) => record === now?.data[index]);
  return isSame ? earlier : fresh;
}

/**
 * The user's records, asked for again at the installation's interval. Under react-admin's own key, so that its
 * mutations keep the list up to date; not by its useGetList, which would put the list's rows, read without their
 * version, where the form looks for one record.
 */
export function useRecords() {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const { refreshInterval } = usePortalConfig();
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ["records", "getList", WHOLE_LIST],
    queryFn: () => dataProvider.getList<RecordRow>("records", WHOLE_LIST),
    structuralSharing: earlierIfSame,
    refetchInterval: refreshInterval,
  });
  return { records: data?.data, error, isFetching, isFetchedAfterMount, refetch };
}
