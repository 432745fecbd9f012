import type { SentRequest, SentResponse } from "./fetchInWorker.ts";

addEventListener("message", ({ data }: MessageEvent<SentRequest>) => {
  void send(data).then((response) => postMessage(response));
});

async function send({ url, init }: SentRequest): Promise<SentResponse> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, headers: [...response.headers], body: await response.text() };
  } catch (error) {
    return { failure: String(error) };
  }
}
