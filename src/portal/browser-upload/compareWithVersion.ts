import type { UploadedFile } from "../../contract/conflicts/compareUploads.ts";
import { findCommonRoot } from "../../contract/model-folder/folderEntries.ts";
import { isJunk } from "../../contract/uploads/planModelZip.ts";
import type { LocalItem } from "../model-report/localItems.ts";
import { createUploadWorker } from "./worker/createUploadWorker.ts";
import { postMembers } from "./runInWorker.ts";
import type { ComparedMessage, WorkerRequest } from "./worker/uploadWorker.ts";

/** Any name: the worker compares paths below it. */
const ROOT = "model/";

/** Paths in the model of files that are new or differ from the version. A file that cannot be read counts as changed. */
export async function compareWithVersion(
  items: LocalItem[],
  versionFiles: UploadedFile[],
  signal: AbortSignal,
): Promise<string[]> {
  const files = items.filter((item) => !("isEmptyFolder" in item) && !isJunk(item.path));
  const root = findCommonRoot(files.map(({ path }) => path));
  const toPathInModel = (path: string) => path.slice(root.length);
  const members = files.flatMap((item) => {
    if (!("file" in item)) return [];
    const { size, lastModified: modified } = item.file;
    return [{ path: ROOT + toPathInModel(item.path), size, modified, content: item.file }];
  });
  const denied = files.flatMap((item) => ("isDenied" in item ? [toPathInModel(item.path)] : []));
  const worker = createUploadWorker();
  try {
    const [changed] = await Promise.all([
      waitForChangedPaths(worker, signal),
      postMembers(worker, members, signal).then(() => {
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
    worker.addEventListener("message", ({ data }: MessageEvent<ComparedMessage>) => resolve(data.paths));
    worker.addEventListener("error", () => reject(new Error("The files could not be compared.")));
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
