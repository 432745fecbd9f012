import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import type { LocalItem } from "../model-report/listing/listHandles.ts";
import { createUploadWorker } from "./worker/createUploadWorker.ts";
import { postInBatches } from "./postInBatches.ts";
import type { ComparedMessage, WorkerRequest } from "./worker/workerMessages.ts";

/** Any name: the worker compares paths below it. */
const ROOT = "model/";

/**
 * Paths of files that are new or differ from the version. A file that cannot be read counts as changed. The items have
 * their paths in the model.
 */
export async function compareWithVersion(
  items: LocalItem[],
  versionFiles: UploadedFile[],
  signal: AbortSignal,
): Promise<string[]> {
  const members = items.flatMap((item) => {
    if (!("file" in item)) return [];
    const { size, lastModified: modified } = item.file;
    return [{ path: ROOT + item.path, size, modified, content: item.file }];
  });
  const denied = items.flatMap((item) => ("isDenied" in item ? [item.path] : []));
  const worker = createUploadWorker();
  try {
    const [changed] = await Promise.all([
      waitForChangedPaths(worker, signal),
      postInBatches(members, (batch) => {
        signal.throwIfAborted();
        worker.postMessage({ type: "members", members: batch } satisfies WorkerRequest);
      }).then(() => {
        signal.throwIfAborted();
        worker.postMessage({ type: "compare", versionFiles } satisfies WorkerRequest);
      }),
    ]);
    return [...changed.map((path) => path.slice(ROOT.length)), ...denied].sort();
  } finally {
    worker.terminate();
  }
}

const waitForChangedPaths = (worker: Worker, signal: AbortSignal) =>
  new Promise<string[]>((resolve, reject) => {
    const fail = () => reject(new Error("The files could not be compared."));
    worker.addEventListener("message", ({ data }: MessageEvent<ComparedMessage>) =>
      data.type === "compared" ? resolve(data.paths) : fail(),
    );
    worker.addEventListener("error", fail);
    worker.addEventListener("messageerror", fail);
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
