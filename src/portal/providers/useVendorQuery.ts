import { useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "./dataProvider.ts";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { JsonObject } from "../../contract/json.ts";

export const usePortalDataProvider = () => useDataProvider<PortalDataProvider>();

/** React Query cannot cache undefined. */
type Cacheable<Answer> = undefined extends Answer ? Exclude<Answer, undefined> | null : Answer;

type Options<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, "queryKey" | "queryFn">;

/**
 * `data` is null where the call returns undefined. Starts fetching during render: React Query alone would wait until
 * the whole page is rendered.
 */
export function useVendorQuery<Answer, Data = Cacheable<Answer>>(
  queryKey: readonly unknown[],
  fetchAnswer: (dataProvider: PortalDataProvider) => Promise<Answer>,
  options: Options<Cacheable<Answer>, Data> = {},
) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const queryFn = async () => ((await fetchAnswer(dataProvider)) ?? null) as Cacheable<Answer>;
  const query = { ...options, queryKey, queryFn };
  if (query.enabled !== false && !queryClient.getQueryState(queryKey)) void queryClient.prefetchQuery(query);
  return useQuery(query);
}

/** More than fit in a window. */
const NEWEST_RECORDS_LIMIT = 48;

/** Shown until the full list is loaded, which takes a second longer for thousands of records. */
export const newestRecordsQuery = [
  ["first-records"],
  (dataProvider: PortalDataProvider) => dataProvider.getNewestRecords(NEWEST_RECORDS_LIMIT),
  { staleTime: Infinity, retry: false },
] as const;

export const useReferences = () =>
  useVendorQuery(["references"], (dataProvider) => dataProvider.getReferences(), { staleTime: Infinity });

/** `data` is null if there is no receipt. */
export function useUploadReceipt<Data>(
  recordId: string,
  uploadBatchId: string | undefined,
  select: (receipt: JsonObject | null) => Data,
) {
  return useVendorQuery(
    ["upload-receipt", recordId, uploadBatchId],
    (dataProvider) => dataProvider.getUploadReceipt(recordId, uploadBatchId!),
    { enabled: Boolean(uploadBatchId), staleTime: Infinity, select },
  );
}

/** All files as uploaded, with hashes, even if they were archived since. */
export const useUploadFiles = (recordId: string, uploadBatchId: string | undefined) =>
  useUploadReceipt(recordId, uploadBatchId, listReceiptFiles);

const listReceiptFiles = (receipt: JsonObject | null) =>
  Array.isArray(receipt?.files) ? (receipt.files as UploadedFile[]) : undefined;
