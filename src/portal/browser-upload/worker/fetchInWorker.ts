import { tryOrUndefined } from "../../../contract/tryOrUndefined.ts";
import { createSendingWorker } from "./createSendingWorker.ts";

export interface SentRequest {
  url: string;
  /** Without a signal, which cannot be posted. */
  init: RequestInit;
}

export type SentResponse =
  | { status: number; headers: [string, string][]; body: string }
  /** No response arrived. */
  | { failure: string };

/**
 * Sends the request from a worker that ends with it. Chromium frees the body of a request only with the garbage of the
 * thread that sent it: a worker that sent 2 GB itself took up to 1.3 GB.
 *
 * @param init with a body and headers that can be posted: text or bytes, and a plain object
 */
export async function fetchInWorker(url: string, init: RequestInit): Promise<Response> {
  const sent = await sendFromWorker(url, init);
  // The worker cannot start: the portal was updated, or the browser or a policy allows no worker in a worker.
  if (!sent) return fetch(url, init);
  if ("failure" in sent) throw new TypeError(sent.failure);
  const { status, headers, body } = sent;
  return new Response(body || null, { status, headers });
}

async function sendFromWorker(
  url: string,
  { signal, ...init }: RequestInit,
): Promise<SentResponse | undefined> {
  signal?.throwIfAborted();
  const worker = tryOrUndefined(createSendingWorker);
  if (!worker) return undefined;
  try {
    return await new Promise<SentResponse | undefined>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<SentResponse>) => resolve(data));
      worker.addEventListener("error", () => resolve(undefined));
      worker.addEventListener("messageerror", () => resolve(undefined));
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
      const request: SentRequest = { url, init };
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
