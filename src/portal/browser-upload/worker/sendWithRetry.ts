export interface SendContext {
  /** Receives the reason while requests are repeated, then undefined. */
  onWaiting: (reason: string | undefined) => void;
  /** Milliseconds before the first repetition, doubled each time. */
  retryWaitMs?: number;
  /** For requests to the storage: tells a blocked storage from a missing connection. */
  isPortalReachable?: () => Promise<boolean>;
  /** By default the global one. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Ends the run: no further request is sent. */
  signal?: AbortSignal;
}

/** The upload cannot go on without a new link. */
export class LinkExpiredError extends Error {
  override readonly name = "LinkExpiredError";
}

/** The message is shown to the vendor. */
export class UploadFailedError extends Error {
  override readonly name = "UploadFailedError";
}

const RETRY_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
const MAX_RETRY_AFTER_MS = 5 * 60_000;
/** Ends a request that hangs. A block needs minutes on a slow line. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/** A restart or an overload ends within this time. */
const MAX_BUSY_MS = 60 * 60_000;
const BUSY_STATUSES = new Set([429, 502, 503, 504]);
/** A server that repeats other errors is not repaired by waiting. Without a connection, there is no limit. */
const MAX_ERRORS = 8;
const ERROR_STATUSES = new Set([408, 500]);
const FAILURES_BEFORE_PROBE = 5;

const OFFLINE = "No connection to the server. The upload continues when the connection is back.";
const BUSY = "The server is busy or restarting. The upload continues in a moment.";
const describeBlockedStorage = (url: string) =>
  `The storage cannot be reached from this browser. Ask your IT department to allow ${new URL(url).host}, or use the upload script.`;

/** Repeats a request after temporary errors. Returns every other response. Rejects after the signal. */
export async function sendWithRetry(
  {
    onWaiting,
    retryWaitMs = RETRY_WAIT_MS,
    isPortalReachable,
    fetch = globalThis.fetch,
    signal: stopSignal,
  }: SendContext,
  url: string,
  init: RequestInit,
): Promise<Response> {
  let [failures, errors] = [0, 0];
  let busySince: number | undefined;
  for (let attempt = 0; ; attempt += 1) {
    stopSignal?.throwIfAborted();
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const signal = stopSignal ? AbortSignal.any([stopSignal, timeout]) : timeout;
    const response = await fetch(url, { ...init, signal, cache: "no-store", credentials: "omit" }).catch(
      () => undefined,
    );
    const problem = response && (await findProblem(response));
    failures = response ? 0 : failures + 1;
    errors += problem === "error" ? 1 : 0;
    busySince = problem === "busy" ? (busySince ?? Date.now()) : undefined;
    const isGivenUp =
      errors === MAX_ERRORS || (busySince !== undefined && Date.now() - busySince >= MAX_BUSY_MS);
    if (response && (!problem || isGivenUp)) {
      onWaiting(undefined);
      return response;
    }
    const isStorageBlocked = failures >= FAILURES_BEFORE_PROBE && (await isPortalReachable?.());
    const noAnswer = isStorageBlocked ? describeBlockedStorage(url) : OFFLINE;
    onWaiting(response ? BUSY : noAnswer);
    const waitMs = Math.min(retryWaitMs * 2 ** attempt, MAX_WAIT_MS);
    await new Promise((resolve) => setTimeout(resolve, Math.max(waitMs, getRetryAfterMs(response))));
  }
}

/** Undefined if the response is final. Bytes that were damaged on the way are an error. */
async function findProblem(response: Response): Promise<"busy" | "error" | undefined> {
  if (BUSY_STATUSES.has(response.status)) return "busy";
  if (ERROR_STATUSES.has(response.status)) return "error";
  const isDamaged = response.status === 400 && (await response.clone().text()).includes("Md5Mismatch");
  return isDamaged ? "error" : undefined;
}

/** The header holds seconds or a date. */
function getRetryAfterMs(response: Response | undefined): number {
  const value = response?.headers.get("retry-after");
  if (!value) return 0;
  const seconds = Number(value);
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(waitMs) ? 0 : Math.min(waitMs, MAX_RETRY_AFTER_MS);
}
