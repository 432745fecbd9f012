import { endpoints } from "../../../contract/wire/endpoints.ts";
import { endWorker, type UploadEntry } from "./uploadEntry.ts";
import type { UploadEnd } from "../worker/uploadTask.ts";
import type { RunMessage, StartedTask, WorkerMessage, WorkerRequest } from "../worker/workerMessages.ts";

interface WorkerRun {
  entry: UploadEntry;
  /** The base URL of the calls that need only the upload token. */
  middlewareBaseUrl: string;
  signal: AbortSignal;
  onEvent: (event: Exclude<RunMessage, UploadEnd>) => void;
}

/** Returns how the upload ended; undefined if the signal stopped it. The worker keeps the files for another run. */
export function runInWorker(
  worker: Worker,
  { entry, middlewareBaseUrl, signal, onEvent }: WorkerRun,
): Promise<UploadEnd | undefined> {
  const post = (request: WorkerRequest) => worker.postMessage(request);
  const ended = new AbortController();
  const untilEnd = { signal: ended.signal };
  return new Promise<UploadEnd | undefined>((resolve) => {
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<RunMessage | { type: "stopped" }>) => {
        if (data.type === "stopped") resolve(undefined);
        else if (signal.aborted) return;
        else if (isEnd(data)) resolve(data);
        else onEvent(data);
      },
      untilEnd,
    );
    const fail = () => {
      endWorker(entry);
      resolve({
        type: "failed",
        message: "The upload stopped because of an error. Resume it to continue.",
      });
    };
    worker.addEventListener("error", fail, untilEnd);
    signal.addEventListener("abort", () => post({ type: "stop" }), untilEnd);
    post({ type: "start", task: buildTask(entry.stored, middlewareBaseUrl) });
  }).finally(() => ended.abort());
}

function buildTask(stored: UploadEntry["stored"], middlewareBaseUrl: string): StartedTask {
  const { prefix, query, blobName, uploadToken } = stored.ticket!;
  const baseUrl = new URL(middlewareBaseUrl, location.href).href;
  return {
    fileName: blobName,
    versionFiles: stored.versionFiles,
    leftOutPaths: stored.leftOutPaths,
    hasArrived: stored.hasArrived,
    blobUrl: `${prefix.replace(/\/*$/, "/")}${encodeURIComponent(blobName)}?${query.replace(/^\?/, "")}`,
    uploadToken,
    checkUrl: baseUrl + endpoints.checkUpload.path,
    completeUrl: baseUrl + endpoints.uploadComplete.path,
  };
}

const END_TYPES: WorkerMessage["type"][] = [
  "done",
  "rejected",
  "unreadable",
  "changed",
  "link expired",
  "failed",
];
const isEnd = (event: RunMessage): event is UploadEnd => END_TYPES.includes(event.type);
