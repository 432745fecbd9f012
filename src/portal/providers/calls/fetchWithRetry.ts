import { messages } from "../../../contract/messages.ts";

const MAX_ATTEMPTS = 40;
const MAX_PAUSE_SECONDS = 5;

let message: string | undefined;
const listeners = new Set<() => void>();

function setMessage(next: string | undefined) {
  if (message === next) return;
  message = next;
  for (const listener of listeners) listener();
}

/** The message to show while a call is retried after a 503; undefined otherwise. */
export const retryNotice = {
  getMessage: (): string | undefined => message,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Retries while the response is 503 with Retry-After, which the services send while they start. Only for requests that
 * are safe to repeat.
 */
export async function fetchWithRetry(url: string, init?: RequestInit): Promise<Response> {
  for (let attempts = 1; ; attempts += 1) {
    const response = await fetch(url, init).catch((error: unknown) => {
      setMessage(undefined);
      throw error;
    });
    const pauseSeconds = response.status === 503 ? Number(response.headers.get("retry-after") ?? NaN) : NaN;
    const isFinal = Number.isNaN(pauseSeconds) || attempts === MAX_ATTEMPTS;
    setMessage(isFinal ? undefined : await getRetryMessage(response));
    if (isFinal) return response;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseSeconds, MAX_PAUSE_SECONDS) * 1000));
  }
}

/** A proxy may also send 503, so only the services' own message counts as starting. */
async function getRetryMessage(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => undefined)) as { message?: unknown } | null | undefined;
  return answer?.message === messages.starting ? messages.starting : messages.retryingAutomatically;
}
