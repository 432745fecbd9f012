import { useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { useDataProvider } from "react-admin";
import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import type { PortalDataProvider } from "../../providers/dataProvider.ts";

/** What uploads held when they came, by batch id; one that is missing cannot be had, or is on its way. */
export interface UploadContents {
  files: ReadonlyMap<string, UploadedFile[]>;
  isPending: boolean;
}

/** Every file of each upload with its hash, whatever became of it since. Taken from receipts, which never change. */
export function useUploadContents(recordId: string, batchIds: string[]): UploadContents {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const asked = batchIds.join(" ");
  return useQueries({
    queries: batchIds.map((batchId) => ({
      queryKey: ["receipt-files", recordId, batchId],
      queryFn: async () => {
        const receipt = await dataProvider.uploadReceipt(recordId, batchId);
        const files = receipt?.["files"];
        return Array.isArray(files) ? (files as UploadedFile[]) : null;
      },
      staleTime: Infinity,
    })),
    combine: useCallback(
      (results: UseQueryResult<UploadedFile[] | null>[]) => {
        const known = asked.split(" ").flatMap((batchId, index): [string, UploadedFile[]][] => {
          const files = results[index]?.data;
          return files ? [[batchId, files]] : [];
        });
        return { files: new Map(known), isPending: results.some(({ isPending }) => isPending) };
      },
      [asked],
    ),
  });
}
