import { messages } from "../../../contract/messages.ts";

const TRIES = 40;
const LONGEST_PAUSE = 5;

let words: string | undefined;
const listeners = new Set<() => void>();

function say(next: string | undefined) {
  if (words === next) return;
  words = next;
  for (const listener of listeners) listener();
}

/** What to say while calls wait for services that cannot answer yet; undefined while none waits. */
export const startingUp = {
  current: (): string | undefined => words,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Fetches, and tries again for as long as the answer is 503 with Retry-After, as that of the services is while what they
 * need is starting or away. Only for what may be sent twice.
 */
export async function fetchOnceReady(address: string, init?: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, init).catch((error: unknown) => {
      say(undefined);
      throw error;
    });
    const pause = response.status === 503 ? Number(response.headers.get("retry-after") ?? NaN) : NaN;
    const isLast = Number.isNaN(pause) || tries === TRIES;
    say(isLast ? undefined : await wordsOf(response));
    if (isLast) return response;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE) * 1000));
  }
}

/** Only the services themselves can know that they are starting: a proxy may answer the same for other reasons. */
async function wordsOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => undefined)) as { message?: unknown } | null | undefined;
  return answer?.message === messages.starting ? messages.starting : messages.awaited;
}
