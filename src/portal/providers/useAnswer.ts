import { useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { PortalDataProvider } from "./dataProvider.ts";
import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { JsonObject } from "../../contract/schema/fields.ts";

/** The data provider with the portal's own calls beside react-admin's verbs. */
export const usePortalProvider = () => useDataProvider<PortalDataProvider>();

/** React-query remembers no answer that is undefined. */
type Remembered<Answer> = undefined extends Answer ? Exclude<Answer, undefined> | null : Answer;

type Options<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, "queryKey" | "queryFn">;

/**
 * What the services answer to one of the portal's own calls, remembered under its key; null for undefined. The call
 * begins with the drawing of what wants it: react-query alone would begin it once all of the page is drawn.
 */
export function useAnswer<Answer, Data = Remembered<Answer>>(
  queryKey: readonly unknown[],
  ask: (dataProvider: PortalDataProvider) => Promise<Answer>,
  options: Options<Remembered<Answer>, Data> = {},
) {
  const dataProvider = usePortalProvider();
  const queries = useQueryClient();
  const queryFn = async () => ((await ask(dataProvider)) ?? null) as Remembered<Answer>;
  const query = { ...options, queryKey, queryFn };
  if (query.enabled !== false && !queries.getQueryState(queryKey)) void queries.prefetchQuery(query);
  return useQuery(query);
}

/** So many fill a window and more. */
const FIRST = 48;

/**
 * The newest records, before a list of thousands is here: it takes a second longer. The whole of a short list, which then
 * is not asked for again.
 */
export const FIRST_RECORDS = [
  ["first-records"],
  (dataProvider: PortalDataProvider) => dataProvider.firstRecords(FIRST),
  { staleTime: Infinity, retry: false },
] as const;

/** The lists that come from calls, asked for once. */
export const useReferences = () =>
  useAnswer(["references"], (dataProvider) => dataProvider.references(), { staleTime: Infinity });

/** What the services found in an upload when it came, as they word it; null where there is no receipt of it. */
export function useUploadReceipt<Data>(
  recordId: string,
  uploadBatchId: string | undefined,
  select: (receipt: JsonObject | null) => Data,
) {
  return useAnswer(
    ["upload-receipt", recordId, uploadBatchId],
    (dataProvider) => dataProvider.uploadReceipt(recordId, uploadBatchId!),
    { enabled: Boolean(uploadBatchId), staleTime: Infinity, select },
  );
}

/** Every file of an upload with its hash, whatever became of it since; undefined where it cannot be had. */
export const useUploadFiles = (recordId: string, uploadBatchId: string | undefined) =>
  useUploadReceipt(recordId, uploadBatchId, filesIn);

const filesIn = (receipt: JsonObject | null) =>
  Array.isArray(receipt?.files) ? (receipt.files as UploadedFile[]) : undefined;
