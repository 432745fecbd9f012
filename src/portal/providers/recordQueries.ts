import { useInfiniteQuery, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import type { Notification, Upload, UploadProgress } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import type { ModelRecord } from "../../contract/modelRecord.ts";
import { isEditableStatus, type Status } from "../../contract/status.ts";
import { usePortalConfig } from "../usePortalConfig.ts";
import type { RecordConflicts } from "./calls/recordCalls.ts";
import type { PortalDataProvider } from "./dataProvider.ts";
import { useVendorQuery, usePortalDataProvider } from "./useVendorQuery.ts";

/** The parts of a page reuse what `prefetchRecordPage` has just fetched. */
export const PREFETCH_STALE_TIME_MS = 5000;

const UPLOADS_POLL_INTERVAL_MS = 30_000;
const MESSAGES_POLL_INTERVAL_MS = 15_000;

const defineRecordQuery = <Answer>(
  name: string,
  recordId: string,
  fetchAnswer: (dataProvider: PortalDataProvider) => Promise<Answer>,
) => [[name, recordId], fetchAnswer] as const;

const conflictsQuery = (recordId: string) =>
  defineRecordQuery("conflicts", recordId, (dataProvider) => dataProvider.getRecordConflicts(recordId));

const uploadsQuery = (recordId: string) =>
  defineRecordQuery("uploads", recordId, (dataProvider) => dataProvider.listUploads(recordId));

const currentFilesQuery = (recordId: string) =>
  defineRecordQuery("files", recordId, async (dataProvider) => {
    const { files, etag } = await dataProvider.listFiles(recordId);
    return { files: files.filter(({ archived }) => !archived), etag };
  });

const notificationsQuery = (recordId: string) =>
  defineRecordQuery("notifications", recordId, (dataProvider) => dataProvider.listNotifications(recordId));

const messagesQuery = (recordId: string) =>
  defineRecordQuery("messages", recordId, (dataProvider) => dataProvider.listMessages(recordId));

const uploadProgressQuery = (recordId: string) =>
  defineRecordQuery("upload-progress", recordId, async (dataProvider) => {
    const progress = await dataProvider.getUploadProgress(recordId);
    return progress === undefined ? UNSUPPORTED : progress;
  });

const downloadLinkQuery = (recordId: string) =>
  defineRecordQuery(
    "download-link",
    recordId,
    async (dataProvider) => (await dataProvider.getDownloadLink(recordId)) ?? null,
  );

const historyQuery = (recordId: string, dataProvider: PortalDataProvider) => ({
  queryKey: ["history", recordId],
  queryFn: ({ pageParam: before }: { pageParam: string }) =>
    dataProvider.listHistory(recordId, before ? { before } : {}),
  initialPageParam: "",
});

/** Fetches all parts of the record page in parallel; the record itself under react-admin's own query key. */
export function prefetchRecordPage(
  queryClient: QueryClient,
  dataProvider: PortalDataProvider,
  recordId: string,
): void {
  const parts = [
    currentFilesQuery(recordId),
    uploadsQuery(recordId),
    conflictsQuery(recordId),
    notificationsQuery(recordId),
    messagesQuery(recordId),
    uploadProgressQuery(recordId),
    downloadLinkQuery(recordId),
  ];
  for (const [queryKey, fetchAnswer] of parts)
    void queryClient.prefetchQuery({
      queryKey,
      queryFn: () => fetchAnswer(dataProvider) as Promise<unknown>,
    });
  void queryClient.prefetchQuery({
    queryKey: ["records", "getOne", { id: recordId }],
    queryFn: async () => (await dataProvider.getOne("records", { id: recordId })).data as unknown,
  });
  void queryClient.prefetchInfiniteQuery(historyQuery(recordId, dataProvider));
}

export const hasConflicts = (conflicts: RecordConflicts | undefined): boolean =>
  conflicts !== undefined && conflicts.contestedFiles > 0;

export function useRecordConflicts(recordId: string) {
  const { refreshInterval } = usePortalConfig();
  return useVendorQuery(...conflictsQuery(recordId), {
    refetchInterval: refreshInterval,
    staleTime: PREFETCH_STALE_TIME_MS,
  });
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
  useVendorQuery(...uploadsQuery(recordId!), {
    select: sortNewestFirst,
    enabled: recordId !== undefined,
    refetchInterval: UPLOADS_POLL_INTERVAL_MS,
    staleTime: PREFETCH_STALE_TIME_MS,
  });

export const useLatestCurrentUpload = (recordId: string | undefined): Upload | undefined =>
  latestCurrentUpload(useRecordUploads(recordId).data ?? []);

export const useCurrentFiles = (recordId: string) =>
  useVendorQuery(...currentFilesQuery(recordId), {
    refetchInterval: UPLOADS_POLL_INTERVAL_MS,
    staleTime: PREFETCH_STALE_TIME_MS,
  });

const PROGRESS_POLL_INTERVAL_MS = 4000;

/** The services do not report upload progress, so polling stops. */
export const UNSUPPORTED = "unsupported";

/** `data` is null if there is no upload. */
export const useUploadProgress = (recordId: string, idlePollIntervalMs: number = PROGRESS_POLL_INTERVAL_MS) =>
  useVendorQuery(...uploadProgressQuery(recordId), {
    refetchInterval: ({ state: { data } }) => {
      if (data === UNSUPPORTED) return false;
      return isUploadRunning(data) ? PROGRESS_POLL_INTERVAL_MS : idlePollIntervalMs;
    },
    staleTime: PREFETCH_STALE_TIME_MS,
  });

const LINK_REFRESH_INTERVAL_MS = 10 * 60_000;

/** `data` is null if the services issue no links. */
export const useDownloadLink = (recordId: string) =>
  useVendorQuery(...downloadLinkQuery(recordId), {
    refetchInterval: LINK_REFRESH_INTERVAL_MS,
    staleTime: PREFETCH_STALE_TIME_MS,
  });

/** From the first bytes of the script until the upload is cataloged or rejected. */
export const isUploadRunning = (
  progress: UploadProgress | typeof UNSUPPORTED | null | undefined,
): progress is UploadProgress =>
  Boolean(progress && progress !== UNSUPPORTED && !progress.catalogued && !progress.failed);

/** True if the record was reopened after this upload. */
export const isFromEarlierUpload = (
  { status, timeOfLastStatusChange }: ModelRecord["statusInfo"],
  progress: UploadProgress | typeof UNSUPPORTED | null | undefined,
): boolean =>
  isEditableStatus(status) &&
  Boolean(progress && progress !== UNSUPPORTED && progress.catalogued) &&
  (progress as UploadProgress).catalogued! < timeOfLastStatusChange;

export const useRecordNotifications = (recordId: string, pollIntervalMs?: number) =>
  useVendorQuery(...notificationsQuery(recordId), {
    refetchInterval: pollIntervalMs ?? false,
    staleTime: PREFETCH_STALE_TIME_MS,
  });

/** Oldest first. */
export const useMessages = (recordId: string) =>
  useVendorQuery(...messagesQuery(recordId), {
    refetchInterval: MESSAGES_POLL_INTERVAL_MS,
    staleTime: PREFETCH_STALE_TIME_MS,
  });

/** Newest first, loaded page by page. */
export const useHistory = (recordId: string) =>
  useInfiniteQuery({
    ...historyQuery(recordId, usePortalDataProvider()),
    staleTime: PREFETCH_STALE_TIME_MS,
    // The entry without old values is the first one. Services without paging return all entries at once, without ids.
    getNextPageParam: (page) => (page.at(-1)?.oldValues ? page.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flat(),
  });

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

export type RejectionReason = NonNullable<Notification["reasons"]>[number];

export function useLatestRejection(recordId: string): Notification | undefined {
  const { data = [] } = useRecordNotifications(recordId);
  return findLatestNotification(data, "rejected");
}

/** The rejection's text without its reasons, which are lines such as "Model name: too long" in it. */
export function getRejectionNote({ content, reasons = [] }: Notification): string {
  const isReason = (line: string) =>
    reasons.some(({ text }) => line.endsWith(text) && /:\s*$/.test(line.slice(0, -text.length)));
  const otherLines = content.split("\n").filter((line) => !isReason(line.trimEnd()));
  return otherLines.join("\n").trim();
}

export function useCheckOffReason(recordId: string) {
  const dataProvider = usePortalDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { mutate } = useMutation({
    mutationFn: ({ id, answered }: { id: string; answered: boolean }) =>
      dataProvider.setReasonAnswered(recordId, id, answered),
    onError: () => notify(messages.generic, { type: "error" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["notifications", recordId] }),
  });
  return { setAnswered: (id: string, answered: boolean) => mutate({ id, answered }) };
}
