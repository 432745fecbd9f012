import { formatDistanceStrict } from "date-fns";
import type { UploadProgress } from "../../../contract/generated/entities.ts";
import { formatFileSize, formatSizeOfTotal } from "../format.ts";

export type ZipTransfer = Pick<UploadProgress, "uploadBatchId" | "size"> & { arrivedBytes: number };

export const isSending = (progress: UploadProgress | null): progress is UploadProgress & ZipTransfer =>
  typeof progress?.arrivedBytes === "number";

interface Arrival {
  at: number;
  bytes: number;
  /** Time without new bytes before this arrival. */
  waitMs: number;
}

export interface TransferHistory {
  zip: ZipTransfer;
  checkedAt: number;
  /** The last polls with new bytes; at first, the first poll. */
  arrivals: [Arrival, ...Arrival[]];
}

/** Scripts send a few large blocks in parallel, so on a slow connection bytes arrive in bursts minutes apart. */
const MAX_ARRIVALS = 10;

export function updateTransferHistory(
  previous: TransferHistory | undefined,
  zip: ZipTransfer,
  checkedAt: number,
): TransferHistory {
  const isSame = previous?.zip.uploadBatchId === zip.uploadBatchId;
  if (!previous || !isSame || zip.arrivedBytes < previous.zip.arrivedBytes)
    return { zip, checkedAt, arrivals: [{ at: checkedAt, bytes: zip.arrivedBytes, waitMs: 0 }] };
  if (zip.arrivedBytes === previous.zip.arrivedBytes) return { ...previous, zip, checkedAt };
  const arrival = { at: checkedAt, bytes: zip.arrivedBytes, waitMs: getWaitMs(previous) };
  const [first, ...later] = [...previous.arrivals, arrival].slice(-MAX_ARRIVALS);
  return { zip, checkedAt, arrivals: [first!, ...later] };
}

const getWaitMs = ({ checkedAt, arrivals }: TransferHistory) =>
  checkedAt - (arrivals.at(-1) ?? arrivals[0]).at;

/** A shorter period gives no useful rate. */
const MIN_RATE_PERIOD_MS = 15_000;

/** Average over the last arrivals; undefined if the period is too short. */
function getBytesPerSecond({
  zip,
  checkedAt,
  arrivals: [first, ...later],
}: TransferHistory): number | undefined {
  const time = checkedAt - first.at;
  if (later.length === 0 || time < MIN_RATE_PERIOD_MS) return undefined;
  return ((zip.arrivedBytes - first.bytes) / time) * 1000;
}

const MINUTE_MS = 60_000;

/** Milliseconds without new bytes, if longer than three times the longest earlier wait; undefined otherwise. */
export function stalledFor(history: TransferHistory): number | undefined {
  const longestWaitMs = Math.max(...history.arrivals.map(({ waitMs }) => waitMs));
  const waited = getWaitMs(history);
  return waited >= Math.max(MINUTE_MS, 3 * longestWaitMs) ? waited : undefined;
}

/** From 0 to 100; undefined if the size is unknown. */
export const getPercentSent = ({ size, arrivedBytes }: ZipTransfer): number | undefined =>
  size ? Math.floor((Math.min(arrivedBytes, size) / size) * 100) : undefined;

export const WAITING_FOR_SCRIPT = "Waiting for the script to finish.";
export const CHECK_SENDER = "Check the script's window, or the browser that uploads the model.";

export const formatSent = ({ size, arrivedBytes }: ZipTransfer) =>
  size ? `${formatSizeOfTotal(arrivedBytes, size)} sent` : `${formatFileSize(arrivedBytes)} sent`;

export function formatTransferProgress(history: TransferHistory): string {
  const sent = formatSent(history.zip);
  if (getPercentSent(history.zip) === 100) return `${sent}. ${WAITING_FOR_SCRIPT}`;
  const stalledMs = stalledFor(history);
  if (stalledMs !== undefined) {
    const time = formatDistanceStrict(0, stalledMs, { roundingMethod: "floor" });
    return `${sent}. No new data for ${time}. ${CHECK_SENDER}`;
  }
  return formatPace(history);
}

/** Without hints about the script, which an upload from the browser does not need. */
export function formatPace(history: TransferHistory): string {
  const { size, arrivedBytes } = history.zip;
  const sent = formatSent(history.zip);
  const rate = getBytesPerSecond(history);
  if (rate === undefined) return sent;
  const pace = `${sent}, ${formatFileSize(Math.round(rate))} a second`;
  return size ? `${pace}, ${formatTimeLeft(((size - arrivedBytes) / rate) * 1000)}` : pace;
}

const formatTimeLeft = (milliseconds: number) =>
  milliseconds < MINUTE_MS
    ? "less than a minute left"
    : `about ${formatDistanceStrict(0, milliseconds)} left`;
