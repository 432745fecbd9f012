export interface SendContext {
  /** Receives the reason while requests are repeated, then undefined. */
  onWaiting: (reason: string | undefined) => void;
  /** Milliseconds before the first repetition, doubled each time. */
  retryWaitMs?: number;
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
/** A server that answers with errors for this long is not repaired by waiting. Without a connection, waiting goes on. */
const MAX_ANSWERED_ATTEMPTS = 8;
const TEMPORARY_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

const OFFLINE = "No connection to the server. The upload continues when the connection is back.";
const BUSY = "The server is busy or restarting. The upload continues in a moment.";

/** Repeats a request after temporary errors. Returns every other response. */
export async function sendWithRetry(
  { onWaiting, retryWaitMs = RETRY_WAIT_MS }: SendContext,
  url: string,
  init: RequestInit,
): Promise<Response> {
  let answered = 0;
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(url, { ...init, cache: "no-store", credentials: "omit" }).catch(
      () => undefined,
    );
    answered += response ? 1 : 0;
    const canRepeat = !response || (await isTemporary(response));
    if (response && (!canRepeat || answered === MAX_ANSWERED_ATTEMPTS)) {
      onWaiting(undefined);
      return response;
    }
    onWaiting(response ? BUSY : OFFLINE);
    const waitMs = Math.min(retryWaitMs * 2 ** attempt, MAX_WAIT_MS);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Includes bytes that were damaged on the way. */
const isTemporary = async (response: Response): Promise<boolean> =>
  TEMPORARY_STATUSES.has(response.status) ||
  (response.status === 400 && (await response.clone().text()).includes("Md5Mismatch"));
