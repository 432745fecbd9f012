import { createRequestHandler } from "./requestHandler.ts";
import type { WorkerRequest } from "./workerMessages.ts";

const handleRequest = createRequestHandler((message) => postMessage(message));

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => handleRequest(data));
