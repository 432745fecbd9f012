import { formatDistanceStrict } from "date-fns";
import type { UploadProgress } from "../../../contract/generated/entities.ts";
import { fileSize, shareOfSize } from "../format.ts";

/** A zip on its way. */
export type SendingZip = Pick<UploadProgress, "uploadBatchId" | "size"> & { arrivedBytes: number };

/** Whether the zip of an upload is on its way, as far as the services tell. */
export const isBeingSent = (progress: UploadProgress | null): progress is UploadProgress & SendingZip =>
  typeof progress?.arrivedBytes === "number";

interface Arrival {
  at: number;
  bytes: number;
  /** Milliseconds before it in which it was seen that nothing came. */
  waited: number;
}

/** What has been seen of a zip on its way. */
export interface Watch {
  zip: SendingZip;
  lookedAt: number;
  /** The last looks at which there was more than before; at first, the first look. */
  arrivals: [Arrival, ...Arrival[]];
}

/** Scripts send a few large blocks side by side: on a slow line they arrive in bursts, minutes apart. */
const MOST_ARRIVALS = 10;

/** What is known after one more look. */
export function watchOn(before: Watch | undefined, zip: SendingZip, lookedAt: number): Watch {
  const isSame = before?.zip.uploadBatchId === zip.uploadBatchId;
  if (!before || !isSame || zip.arrivedBytes < before.zip.arrivedBytes)
    return { zip, lookedAt, arrivals: [{ at: lookedAt, bytes: zip.arrivedBytes, waited: 0 }] };
  if (zip.arrivedBytes === before.zip.arrivedBytes) return { ...before, zip, lookedAt };
  const arrival = { at: lookedAt, bytes: zip.arrivedBytes, waited: waitedIn(before) };
  const [first, ...later] = [...before.arrivals, arrival].slice(-MOST_ARRIVALS);
  return { zip, lookedAt, arrivals: [first!, ...later] };
}

const waitedIn = ({ lookedAt, arrivals }: Watch) => lookedAt - (arrivals.at(-1) ?? arrivals[0]).at;

/** A rate of fewer milliseconds would say little. */
const SHORTEST = 15_000;

/** Bytes a second, on average over the last arrivals and the time since; undefined until that says something. */
function rateOf({ zip, lookedAt, arrivals: [first, ...later] }: Watch): number | undefined {
  const time = lookedAt - first.at;
  if (later.length === 0 || time < SHORTEST) return undefined;
  return ((zip.arrivedBytes - first.bytes) / time) * 1000;
}

const MINUTE = 60_000;

/** For how long nothing has come, where that is longer than this line lets one wait; undefined otherwise. */
export function standstillOf(watch: Watch): number | undefined {
  const usual = Math.max(...watch.arrivals.map(({ waited }) => waited));
  const waited = waitedIn(watch);
  return waited >= Math.max(MINUTE, 3 * usual) ? waited : undefined;
}

/** How much of the zip has arrived, from 0 to 100; 100 is all of it. Undefined where its size is not known. */
export const percentOf = ({ size, arrivedBytes }: SendingZip): number | undefined =>
  size ? Math.floor((Math.min(arrivedBytes, size) / size) * 100) : undefined;

/** How far a zip has come, how fast it comes, and how long that will take; or that nothing comes any more. */
export function paceWords(watch: Watch): string {
  const { size, arrivedBytes } = watch.zip;
  const sent = size ? `${shareOfSize(arrivedBytes, size)} sent` : `${fileSize(arrivedBytes)} sent`;
  if (percentOf(watch.zip) === 100) return `${sent}. The script's last step is still to come.`;
  const standstill = standstillOf(watch);
  if (standstill !== undefined) {
    const time = formatDistanceStrict(0, standstill, { roundingMethod: "floor" });
    return `${sent}. Nothing new has arrived for ${time}: look at the script's window.`;
  }
  const rate = rateOf(watch);
  if (rate === undefined) return sent;
  const pace = `${sent}, ${fileSize(Math.round(rate))} a second`;
  return size ? `${pace}, ${timeLeft(((size - arrivedBytes) / rate) * 1000)}` : pace;
}

const timeLeft = (milliseconds: number) =>
  milliseconds < MINUTE ? "less than a minute left" : `about ${formatDistanceStrict(0, milliseconds)} left`;
