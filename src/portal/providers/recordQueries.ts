import { useInfiniteQuery, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import type { Notification, Upload, UploadProgress } from "../../contract/generated/entities.ts";
import { messages } from "../../contract/messages.ts";
import type { ModelRecord } from "../../contract/modelRecord.ts";
import { isEditable, type Status } from "../../contract/status.ts";
import { usePortalConfig } from "../usePortalConfig.ts";
import type { RecordConflicts } from "./calls/recordCalls.ts";
import type { PortalDataProvider } from "./dataProvider.ts";
import { useAnswer, usePortalProvider } from "./useAnswer.ts";

/** Milliseconds in which the parts of a page that opens do not ask again for what the page has asked for. */
export const JUST_ASKED = 5000;

const HALF_A_MINUTE = 30_000;
const QUARTER_OF_A_MINUTE = 15_000;

/** One of a record's questions: the key of its answer, and how the services are asked. */
const about = <Answer>(
  name: string,
  recordId: string,
  ask: (dataProvider: PortalDataProvider) => Promise<Answer>,
) => [[name, recordId], ask] as const;

const conflictsOf = (recordId: string) =>
  about("conflicts", recordId, (dataProvider) => dataProvider.recordConflicts(recordId));

const uploadsOf = (recordId: string) =>
  about("uploads", recordId, (dataProvider) => dataProvider.recordUploads(recordId));

const filesOf = (recordId: string) =>
  about("files", recordId, async (dataProvider) => {
    const { files, etag } = await dataProvider.recordFiles(recordId);
    return { files: files.filter(({ archived }) => !archived), etag };
  });

const notificationsOf = (recordId: string) =>
  about("notifications", recordId, (dataProvider) => dataProvider.recordNotifications(recordId));

const messagesOf = (recordId: string) =>
  about("messages", recordId, (dataProvider) => dataProvider.recordMessages(recordId));

const progressOf = (recordId: string) =>
  about("upload-progress", recordId, async (dataProvider) => {
    const progress = await dataProvider.uploadProgress(recordId);
    return progress === undefined ? NOT_TOLD : progress;
  });

const linkOf = (recordId: string) =>
  about(
    "download-link",
    recordId,
    async (dataProvider) => (await dataProvider.downloadLink(recordId)) ?? null,
  );

/** The newest versions, as the first page of an infinite query. */
const historyOf = (recordId: string, dataProvider: PortalDataProvider) => ({
  queryKey: ["history", recordId],
  queryFn: ({ pageParam: before }: { pageParam: string }) =>
    dataProvider.recordHistory(recordId, before ? { before } : {}),
  initialPageParam: "",
});

/**
 * Asks for what a record's page stands on, so that all of it is drawn at once; for the record itself under the key that
 * react-admin gives it.
 */
export function prefetchRecordPage(
  queries: QueryClient,
  dataProvider: PortalDataProvider,
  recordId: string,
): void {
  const parts = [
    filesOf(recordId),
    uploadsOf(recordId),
    conflictsOf(recordId),
    notificationsOf(recordId),
    messagesOf(recordId),
    progressOf(recordId),
    linkOf(recordId),
  ];
  for (const [queryKey, ask] of parts)
    void queries.prefetchQuery({ queryKey, queryFn: () => ask(dataProvider) as Promise<unknown> });
  void queries.prefetchQuery({
    queryKey: ["records", "getOne", { id: recordId }],
    queryFn: async () => (await dataProvider.getOne("records", { id: recordId })).data as unknown,
  });
  void queries.prefetchInfiniteQuery(historyOf(recordId, dataProvider));
}

/** Whether a record's uploads conflict; not while that is not known. */
export const isInConflict = (conflicts: RecordConflicts | undefined): boolean =>
  conflicts !== undefined && conflicts.contestedFiles > 0;

/** In how many files a record's uploads do not agree, asked for again at the installation's interval. */
export function useRecordConflicts(recordId: string) {
  const { refreshInterval } = usePortalConfig();
  return useAnswer(...conflictsOf(recordId), {
    refetchInterval: refreshInterval,
    staleTime: JUST_ASKED,
  });
}

/** How uploads stand in every list: by their numbers or, where the services give none, by their times if they do. */
export const newestFirst = (a: Sent, b: Sent): number =>
  (b.uploadVersion ?? 0) - (a.uploadVersion ?? 0) || (b.uploaded ?? "").localeCompare(a.uploaded ?? "");

type Sent = Partial<Pick<Upload, "uploadVersion" | "uploaded">>;

const sorted = (uploads: Upload[]) => uploads.toSorted(newestFirst);

/** The newest upload that stands, of uploads as every list has them. */
export const newestStanding = (uploads: Upload[]): Upload | undefined =>
  uploads.find(({ archived }) => !archived);

/**
 * A record's uploads, archived ones too, the newest first; asked for again every half minute. None while there is no
 * record yet.
 */
export const useRecordUploads = (recordId: string | undefined) =>
  useAnswer(...uploadsOf(recordId!), {
    select: sorted,
    enabled: recordId !== undefined,
    refetchInterval: HALF_A_MINUTE,
    staleTime: JUST_ASKED,
  });

/** The newest upload of a record that stands; undefined while there is none, or no record yet. */
export const useNewestUpload = (recordId: string | undefined): Upload | undefined =>
  newestStanding(useRecordUploads(recordId).data ?? []);

/** The files of a record that stand; asked for again every half minute. */
export const useStandingFiles = (recordId: string) =>
  useAnswer(...filesOf(recordId), { refetchInterval: HALF_A_MINUTE, staleTime: JUST_ASKED });

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
export const useUploadProgress = (recordId: string, idle: number = EVERY) =>
  useAnswer(...progressOf(recordId), {
    refetchInterval: ({ state: { data } }) => {
      if (data === NOT_TOLD) return false;
      return isUnderWay(data) ? EVERY : idle;
    },
    staleTime: JUST_ASKED,
  });

/** Well before a link ends, a fresh one. */
const LINK_EVERY = 10 * 60_000;

/** The services' leave to read a record's files; null where they grant none. */
export const useDownloadLink = (recordId: string) =>
  useAnswer(...linkOf(recordId), { refetchInterval: LINK_EVERY, staleTime: JUST_ASKED });

/** True from the moment a script begins to send an upload until it is catalogued or refused. */
export const isUnderWay = (
  progress: UploadProgress | typeof NOT_TOLD | null | undefined,
): progress is UploadProgress =>
  Boolean(progress && progress !== NOT_TOLD && !progress.catalogued && !progress.failed);

/** Whether that is of an upload from before the record was reopened: none has come since. */
export const isOfEarlierUpload = (
  { status, timeOfLastStatusChange }: ModelRecord["statusInfo"],
  progress: UploadProgress | typeof NOT_TOLD | null | undefined,
): boolean =>
  isEditable(status) &&
  Boolean(progress && progress !== NOT_TOLD && progress.catalogued) &&
  (progress as UploadProgress).catalogued! < timeOfLastStatusChange;

/** What agency and portal have said about a record's states. Asked again every `interval` milliseconds, if one is given. */
export const useRecordNotifications = (recordId: string, interval?: number) =>
  useAnswer(...notificationsOf(recordId), { refetchInterval: interval ?? false, staleTime: JUST_ASKED });

/** A record's thread, oldest first; asked for again every quarter of a minute. */
export const useMessages = (recordId: string) =>
  useAnswer(...messagesOf(recordId), { refetchInterval: QUARTER_OF_A_MINUTE, staleTime: JUST_ASKED });

/** Who saved the record when, and what each save changed; the newest first, and older ones page by page. */
export const useHistory = (recordId: string) =>
  useInfiniteQuery({
    ...historyOf(recordId, usePortalProvider()),
    staleTime: JUST_ASKED,
    // The version that replaced nothing is the first of all; other services answer all versions at once, without ids.
    getNextPageParam: (page) => (page.at(-1)?.oldValues ? page.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flat(),
  });

/** The newest notification of a status; for a rejection it holds the reason and the admin. */
export function latestNotification(notifications: Notification[], status: Status): Notification | undefined {
  const ofStatus = notifications.filter((notification) => notification.status === status);
  // Other services give no dates, and the newest last.
  return ofStatus.toSorted((a, b) => (a.date ?? "").localeCompare(b.date ?? "")).at(-1);
}

/** The portal itself speaks of an upload's faults under this name. */
const PORTAL = "portal";

/** What was wrong with the newest upload that the portal had to refuse; undefined once the record has gone on since. */
export function latestUploadFault(notifications: Notification[]): Notification | undefined {
  const fault = latestNotification(
    notifications.filter(({ username }) => username === PORTAL),
    "in progress",
  );
  const isPast = notifications.some(
    ({ status, date }) => status !== "in progress" && date > (fault?.date ?? ""),
  );
  return isPast ? undefined : fault;
}

/** What a rejection asks to be changed: one field, one file, or one finding of the model report. */
export type Reason = NonNullable<Notification["reasons"]>[number];

/** The record's last rejection; undefined where there was none. */
export function useRejection(recordId: string): Notification | undefined {
  const { data = [] } = useRecordNotifications(recordId);
  return latestNotification(data, "rejected");
}

/** What a rejection says beside the reasons that are ticked off: each of those is a line with its name before it. */
export function otherWords({ content, reasons = [] }: Notification): string {
  const isReason = (line: string) =>
    reasons.some(({ text }) => line.endsWith(text) && /:\s*$/.test(line.slice(0, -text.length)));
  const others = content.split("\n").filter((line) => !isReason(line.trimEnd()));
  return others.join("\n").trim();
}

/** Ticks reasons of the last rejection off, and takes ticks away. */
export function useAnswerReason(recordId: string) {
  const dataProvider = usePortalProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate } = useMutation({
    mutationFn: ({ id, answered }: { id: string; answered: boolean }) =>
      dataProvider.answerReason(recordId, id, answered),
    onError: () => notify(messages.generic, { type: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notifications", recordId] }),
  });
  return { answer: (id: string, answered: boolean) => mutate({ id, answered }) };
}
