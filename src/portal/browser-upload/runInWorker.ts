import { getParentPath, listFolders } from "../../contract/model-folder/folderEntries.ts";
import { yieldToPage } from "../../contract/yieldToPage.ts";
import { endpoints } from "../../contract/wire/endpoints.ts";
import { addChecksums } from "./rememberedFiles.ts";
import { getErrorText, type UploadEntry } from "./uploadEntry.ts";
import type { TaskMember, UploadEnd, UploadEvent } from "./worker/uploadTask.ts";
import type { WorkerRequest } from "./worker/uploadWorker.ts";

const MEMBERS_PER_MESSAGE = 500;

interface WorkerRun {
  entry: UploadEntry;
  /** The base URL of the calls that need only the upload token. */
  middlewareBaseUrl: string;
  signal: AbortSignal;
  onEvent: (event: Exclude<UploadEvent, UploadEnd>) => void;
}

/** Returns how the upload ended; undefined if the signal ended it. */
export function runInWorker(worker: Worker, run: WorkerRun): Promise<UploadEnd | undefined> {
  const { signal, onEvent } = run;
  return new Promise<UploadEnd | undefined>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<UploadEvent>) => {
      if (signal.aborted) return;
      if (isEnd(data)) resolve(data);
      else onEvent(data);
    });
    worker.addEventListener("error", () =>
      resolve({
        type: "failed",
        message: "The upload stopped because of an error. Resume it to continue.",
      }),
    );
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
    postTask(worker, run).catch((error: unknown) =>
      resolve({ type: "failed", message: getErrorText(error) }),
    );
  }).finally(() => worker.terminate());
}

async function postTask(
  worker: Worker,
  { entry: { stored, chosen }, middlewareBaseUrl, signal }: WorkerRun,
): Promise<void> {
  const members = leaveOutFiles(addChecksums(chosen?.members ?? [], stored.files), stored.leftOutPaths);
  await postMembers(worker, members, signal);
  if (signal.aborted) return;
  const { prefix, query, blobName, uploadToken } = stored.ticket!;
  const baseUrl = new URL(middlewareBaseUrl, location.href).href;
  const task = {
    zip: chosen?.zip,
    fileName: chosen?.zip?.name ?? blobName,
    versionFiles: stored.versionFiles,
    hasArrived: stored.hasArrived,
    blobUrl: `${prefix.replace(/\/*$/, "/")}${encodeURIComponent(blobName)}?${query.replace(/^\?/, "")}`,
    uploadToken,
    checkUrl: baseUrl + endpoints.checkUpload.path,
    completeUrl: baseUrl + endpoints.uploadComplete.path,
  };
  worker.postMessage({ type: "start", task } satisfies WorkerRequest);
}

/** Keeps the folders of the files: the portal rejects a model without its folder Supporting or GIS. */
function leaveOutFiles(members: TaskMember[], leftOutPaths: string[]): TaskMember[] {
  if (leftOutPaths.length === 0) return members;
  const leftOut = new Set(leftOutPaths);
  const sent = members.filter(({ path }) => !leftOut.has(path));
  const folders = listFolders(sent.map(({ path }) => ({ path, isDirectory: path.endsWith("/") })));
  const emptied = new Set(leftOutPaths.map(getParentPath).filter((path) => !folders.has(path)));
  const added = [...emptied].map((path) => ({ path: `${path}/`, size: 0, modified: 0 }));
  return [...sent, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
}

export async function postMembers(worker: Worker, members: TaskMember[], signal: AbortSignal): Promise<void> {
  for (let first = 0; first < members.length && !signal.aborted; first += MEMBERS_PER_MESSAGE) {
    const batch = members.slice(first, first + MEMBERS_PER_MESSAGE);
    worker.postMessage({ type: "members", members: batch } satisfies WorkerRequest);
    await yieldToPage();
  }
}

const END_TYPES: UploadEvent["type"][] = [
  "done",
  "rejected",
  "unreadable",
  "changed",
  "link expired",
  "failed",
];
const isEnd = (event: UploadEvent): event is UploadEnd => END_TYPES.includes(event.type);
