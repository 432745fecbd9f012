import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { UploadProgress } from "../../contract/generated/entities.ts";
import type { PortalDataProvider } from "./dataProvider.ts";

/** Often enough to watch an upload being worked on. */
const EVERY = 4000;

/**
 * How far the record's newest upload has come; null when there is none.
 *
 * @param idle milliseconds between two looks while nothing is being worked on
 */
export function useUploadProgress(recordId: string, idle: number = EVERY) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["upload-progress", recordId],
    queryFn: async () => (await dataProvider.uploadProgress(recordId)) ?? null,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? EVERY : idle),
  });
}

/** True from the moment an upload is sent until it is catalogued or refused. */
export const isUnderWay = (progress: UploadProgress | null | undefined): boolean =>
  Boolean(progress && !progress.catalogued && !progress.failed);
