const TRIES = 40;
const LONGEST_PAUSE = 5;

let isStarting = false;
const listeners = new Set<() => void>();

function become(next: boolean) {
  if (isStarting === next) return;
  isStarting = next;
  for (const listener of listeners) listener();
}

/** Whether the services have said that they are still starting; then calls wait for them. */
export const startingUp = {
  current: (): boolean => isStarting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Fetches, and tries again for as long as the services answer 503 with Retry-After, as they do in their first seconds.
 * Only for what may be sent twice.
 */
export async function fetchOnceReady(address: string, init?: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, init);
    const pause = response.status === 503 ? Number(response.headers.get("retry-after") ?? NaN) : NaN;
    const isLast = Number.isNaN(pause) || tries === TRIES;
    become(!isLast);
    if (isLast) return response;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE) * 1000));
  }
}
