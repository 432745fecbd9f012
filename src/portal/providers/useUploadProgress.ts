import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { UploadProgress } from "../../contract/generated/entities.ts";
import type { PortalDataProvider } from "./dataProvider.ts";

/** Often enough to watch an upload being worked on. */
const EVERY = 4000;

/** What is known of an upload where the services do not tell: asking again would not help. */
export const NOT_TOLD = "not told";

/**
 * How far the record's newest upload has come; null when there is none, NOT_TOLD where the services do not
 * tell.
 *
 * @param idle milliseconds between two looks while nothing is being worked on
 */
export function useUploadProgress(recordId: string, idle: number = EVERY) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["upload-progress", recordId],
    queryFn: async () => {
      const progress = await dataProvider.uploadProgress(recordId);
      return progress === undefined ? NOT_TOLD : progress;
    },
    refetchInterval: ({ state: { data } }) => {
      if (data === NOT_TOLD) return false;
      return isUnderWay(data) ? EVERY : idle;
    },
  });
}

/** True from the moment an upload is sent until it is catalogued or refused. */
export const isUnderWay = (
  progress: UploadProgress | typeof NOT_TOLD | null | undefined,
): progress is UploadProgress =>
  Boolean(progress && progress !== NOT_TOLD && !progress.catalogued && !progress.failed);
