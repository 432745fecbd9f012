import { useQueries, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { JsonObject } from "../../contract/json.ts";
import { REFERENCES_KEY } from "./calls/referenceCalls.ts";
import type { PortalDataProvider } from "./dataProvider.ts";

export const usePortalDataProvider = () => useDataProvider<PortalDataProvider>();

/** React Query cannot cache undefined. */
type Cacheable<Answer> = undefined extends Answer ? Exclude<Answer, undefined> | null : Answer;

type Options<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, "queryKey" | "queryFn">;

/** `data` is null where the call returns undefined. */
export function useVendorQuery<Answer, Data = Cacheable<Answer>>(
  queryKey: readonly unknown[],
  fetchAnswer: (dataProvider: PortalDataProvider) => Promise<Answer>,
  options: Options<Cacheable<Answer>, Data> = {},
) {
  const dataProvider = usePortalDataProvider();
  const queryFn = async () => ((await fetchAnswer(dataProvider)) ?? null) as Cacheable<Answer>;
  return useQuery({ ...options, queryKey, queryFn });
}

export const useReferences = () =>
  useVendorQuery(REFERENCES_KEY, (dataProvider) => dataProvider.fetchReferences(), { staleTime: Infinity });

const uploadReceiptQuery = (
  dataProvider: PortalDataProvider,
  recordId: string,
  uploadBatchId: string | undefined,
) => ({
  queryKey: ["upload-receipt", recordId, uploadBatchId],
  queryFn: async () => (await dataProvider.getUploadReceipt(recordId, uploadBatchId!)) ?? null,
  enabled: Boolean(uploadBatchId),
  staleTime: Infinity,
});

export const UNREAD_RECORDS_KEY = ["unread-records"];

/** `data` is null if there is no receipt. */
export function useUploadReceipt<Data>(
  recordId: string,
  uploadBatchId: string | undefined,
  select: (receipt: JsonObject | null) => Data,
) {
  return useQuery({ ...uploadReceiptQuery(usePortalDataProvider(), recordId, uploadBatchId), select });
}

/** All files as uploaded, with hashes, even if they were archived since. */
export const useUploadFiles = (recordId: string, uploadBatchId: string | undefined) =>
  useUploadReceipt(recordId, uploadBatchId, listReceiptFiles);

const listReceiptFiles = (receipt: JsonObject | null) =>
  Array.isArray(receipt?.files) ? (receipt.files as UploadedFile[]) : undefined;

/** Of each upload; undefined while loading, and where there is no receipt. */
export function useFilesOfUploads(
  recordId: string,
  uploadBatchIds: string[],
): (UploadedFile[] | undefined)[] {
  const dataProvider = usePortalDataProvider();
  return useQueries({
    queries: uploadBatchIds.map((uploadBatchId) => ({
      ...uploadReceiptQuery(dataProvider, recordId, uploadBatchId),
      select: listReceiptFiles,
    })),
    combine: listData,
  });
}

/** A constant, so that React Query combines only changed results. */
const listData = <Data>(results: { data: Data }[]) => results.map(({ data }) => data);
