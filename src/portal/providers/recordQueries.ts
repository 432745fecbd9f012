import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type {
  HistoryEntry,
  Notification,
  Upload,
  UploadProgress,
} from "../../contract/generated/entities.ts";
import type { ModelRecord } from "../../contract/records/modelRecord.ts";
import { isEditableStatus, type Status } from "../../contract/status.ts";
import { useCapabilities, usePortalConfig } from "./usePortalConfig.ts";
import type { RecordConflicts } from "./calls/recordCalls.ts";
import type { PortalDataProvider } from "./dataProvider.ts";
import { getHistoryEntryAuthor } from "./historyEntryAuthor.ts";
import { usePortalDataProvider } from "./useVendorQuery.ts";

/** Long enough for a page to reuse what `prefetchRoute` has just fetched. */
export const PREFETCH_STALE_TIME_MS = 5000;

const UPLOADS_POLL_INTERVAL_MS = 30_000;
const MESSAGES_POLL_INTERVAL_MS = 15_000;

const recordQuery = <Answer>(name: string, recordId: string, queryFn: () => Promise<Answer>) => ({
  queryKey: [name, recordId],
  queryFn,
  staleTime: PREFETCH_STALE_TIME_MS,
});

/** The parts of a record page. */
export const recordQueries = (dataProvider: PortalDataProvider, recordId: string) => ({
  files: recordQuery("files", recordId, async () => {
    const { files, etag } = await dataProvider.listFiles(recordId);
    return { files: files.filter(({ archived }) => !archived), etag };
  }),
  uploads: recordQuery("uploads", recordId, () => dataProvider.listUploads(recordId)),
  conflicts: recordQuery("conflicts", recordId, () => dataProvider.getRecordConflicts(recordId)),
  notifications: recordQuery("notifications", recordId, () => dataProvider.listNotifications(recordId)),
  messages: recordQuery("messages", recordId, () => dataProvider.listMessages(recordId)),
  progress: recordQuery("upload-progress", recordId, () => dataProvider.getUploadProgress(recordId)),
  downloadLink: recordQuery(
    "download-link",
    recordId,
    async () => (await dataProvider.getDownloadLink(recordId)) ?? null,
  ),
});

const useRecordQueries = (recordId: string) => recordQueries(usePortalDataProvider(), recordId);

export const historyQuery = (dataProvider: PortalDataProvider, recordId: string) =>
  infiniteQueryOptions({
    queryKey: ["history", recordId],
    queryFn: ({ pageParam: before }) => dataProvider.listHistory(recordId, before ? { before } : {}),
    initialPageParam: "",
    // The entry without old values is the first one. Services without paging return all entries at once, without ids.
    getNextPageParam: (page) => (page.at(-1)?.oldValues ? page.at(-1)?.id : undefined),
    staleTime: PREFETCH_STALE_TIME_MS,
  });

export const hasConflicts = (conflicts: RecordConflicts | undefined): boolean =>
  conflicts !== undefined && conflicts.contestedFiles > 0;

export function useRecordConflicts(recordId: string) {
  const { refreshInterval } = usePortalConfig();
  return useQuery({ ...useRecordQueries(recordId).conflicts, refetchInterval: refreshInterval });
}

/** By version or, if the services do not number versions, by time. */
export const compareUploadsNewestFirst = (a: UploadOrder, b: UploadOrder): number =>
  (b.uploadVersion ?? 0) - (a.uploadVersion ?? 0) || (b.uploaded ?? "").localeCompare(a.uploaded ?? "");

type UploadOrder = Partial<Pick<Upload, "uploadVersion" | "uploaded">>;

const sortNewestFirst = (uploads: Upload[]) => uploads.toSorted(compareUploadsNewestFirst);

/** `uploads` must be sorted newest first. */
export const latestCurrentUpload = (uploads: Upload[]): Upload | undefined =>
  uploads.find(({ archived }) => !archived);

/** Newest first, archived uploads included. */
export const useRecordUploads = (recordId: string | undefined) =>
  useQuery({
    ...useRecordQueries(recordId!).uploads,
    select: sortNewestFirst,
    enabled: recordId !== undefined,
    refetchInterval: UPLOADS_POLL_INTERVAL_MS,
  });

export const useLatestCurrentUpload = (recordId: string | undefined): Upload | undefined =>
  latestCurrentUpload(useRecordUploads(recordId).data ?? []);

export const useCurrentFiles = (recordId: string) =>
  useQuery({ ...useRecordQueries(recordId).files, refetchInterval: UPLOADS_POLL_INTERVAL_MS });

const PROGRESS_POLL_INTERVAL_MS = 4000;

/** `data` is null if there is no upload, and undefined if the services do not report progress. */
export const useUploadProgress = (recordId: string, idlePollIntervalMs: number = PROGRESS_POLL_INTERVAL_MS) =>
  useQuery({
    ...useRecordQueries(recordId).progress,
    enabled: useCapabilities().uploadProgress,
    refetchInterval: ({ state: { data } }) =>
      isUploadRunning(data) ? PROGRESS_POLL_INTERVAL_MS : idlePollIntervalMs,
  });

const LINK_REFRESH_INTERVAL_MS = 10 * 60_000;

/** `data` is null if the services issue no links. */
export const useDownloadLink = (recordId: string) =>
  useQuery({ ...useRecordQueries(recordId).downloadLink, refetchInterval: LINK_REFRESH_INTERVAL_MS });

/** From the first bytes of the script until the upload is cataloged or rejected. */
export const isUploadRunning = (progress: UploadProgress | null | undefined): progress is UploadProgress =>
  Boolean(progress && !progress.catalogued && !progress.failed);

/** True if the record was reopened after this upload. */
export const isFromEarlierUpload = (
  { status, timeOfLastStatusChange }: ModelRecord["statusInfo"],
  progress: UploadProgress | null | undefined,
): boolean =>
  isEditableStatus(status) && Boolean(progress?.catalogued && progress.catalogued < timeOfLastStatusChange);

export const useRecordNotifications = (recordId: string, pollIntervalMs?: number) =>
  useQuery({ ...useRecordQueries(recordId).notifications, refetchInterval: pollIntervalMs ?? false });

/** Oldest first. */
export const useMessages = (recordId: string) =>
  useQuery({ ...useRecordQueries(recordId).messages, refetchInterval: MESSAGES_POLL_INTERVAL_MS });

/** Newest first, loaded page by page. */
export const useHistory = (recordId: string) =>
  useInfiniteQuery({
    ...historyQuery(usePortalDataProvider(), recordId),
    select: ({ pages }) => pages.flat(),
  });

/** All entries after a date, and maybe older ones; undefined while loading. */
export function useHistorySince(recordId: string, since: string): HistoryEntry[] | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useHistory(recordId);
  const oldest = data?.at(-1);
  const isMissing = hasNextPage && oldest !== undefined && getHistoryEntryAuthor(oldest).date > since;
  useEffect(() => {
    if (isMissing && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, isFetching, isError, fetchNextPage]);
  return isMissing ? undefined : data;
}

export function findLatestNotification(
  notifications: Notification[],
  status: Status,
): Notification | undefined {
  const ofStatus = notifications.filter((notification) => notification.status === status);
  // Some services send no dates; their newest notification is last.
  return ofStatus.toSorted((a, b) => (a.date ?? "").localeCompare(b.date ?? "")).at(-1);
}

/** Sender of notifications about rejected uploads. */
const PORTAL_USERNAME = "portal";

/** Undefined once the record's status has changed since. */
export function findLatestUploadError(notifications: Notification[]): Notification | undefined {
  const uploadError = findLatestNotification(
    notifications.filter(({ username }) => username === PORTAL_USERNAME),
    "in progress",
  );
  const isOutdated = notifications.some(
    ({ status, date }) => status !== "in progress" && date > (uploadError?.date ?? ""),
  );
  return isOutdated ? undefined : uploadError;
}

export function useLatestRejection(recordId: string): Notification | undefined {
  const { data = [] } = useRecordNotifications(recordId);
  return findLatestNotification(data, "rejected");
}
