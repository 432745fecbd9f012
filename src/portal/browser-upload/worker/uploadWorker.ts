import { fetchInWorker } from "./fetchInWorker.ts";
import { createRequestHandler } from "./requestHandler.ts";
import type { WorkerRequest } from "./workerMessages.ts";

const handleRequest = createRequestHandler((message) => postMessage(message), {
  fetchBlock: fetchInWorker,
});

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => handleRequest(data));
