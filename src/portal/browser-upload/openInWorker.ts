import { tryOrUndefined } from "../../contract/tryOrUndefined.ts";
import type { ChosenFiles } from "../model-report/localItems.ts";
import { postInBatches } from "./postInBatches.ts";
import { createUploadWorker } from "./worker/createUploadWorker.ts";
import type { NewModel, OpenOptions, ReopenedModel, ReopenOptions } from "./worker/openModel.ts";
import { OpenModelError } from "./worker/openModelError.ts";
import type { OpenMessage, WorkerRequest } from "./worker/workerMessages.ts";

/** The worker holds the files and sends them. */
export type InWorker<Model> = Model & { worker: Worker };

/** The signal ends the worker. @throws OpenModelError */
export const openNewModel = (
  chosen: ChosenFiles,
  options: Promise<OpenOptions>,
  signal: AbortSignal,
): Promise<InWorker<NewModel>> =>
  openInWorker(
    chosen,
    options.then((loaded) => ({ type: "open", options: loaded })),
    signal,
  );

/** The signal ends the worker. @throws OpenModelError */
export const reopenModel = (
  chosen: ChosenFiles,
  options: ReopenOptions,
  signal: AbortSignal,
): Promise<InWorker<ReopenedModel>> =>
  openInWorker(chosen, Promise.resolve({ type: "reopen", options }), signal);

async function openInWorker<Model extends NewModel | ReopenedModel>(
  chosen: ChosenFiles,
  request: Promise<WorkerRequest>,
  signal: AbortSignal,
): Promise<InWorker<Model>> {
  signal.throwIfAborted();
  const worker = tryOrUndefined(createUploadWorker);
  if (!worker) throw new OpenModelError(WORKER_FAILED);
  signal.addEventListener("abort", () => worker.terminate());
  try {
    const [model] = await Promise.all([
      waitUntilOpened(worker, signal),
      request,
      postFiles(worker, chosen).then(async () => worker.postMessage(await request)),
    ]);
    return { ...(model as Model), worker };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

const WORKER_FAILED =
  "The model could not be opened. Reload the page and choose it again. If that does not help, your browser blocks web workers. Ask your IT department to allow them, or use the upload script.";

async function postFiles(worker: Worker, chosen: ChosenFiles): Promise<void> {
  const post = (request: WorkerRequest) => worker.postMessage(request);
  if ("handles" in chosen) return post({ type: "list", handles: chosen.handles });
  const { hasEmptyFolders } = chosen;
  await postInBatches(chosen.items, (items) => post({ type: "items", items, hasEmptyFolders }));
}

const waitUntilOpened = (worker: Worker, signal: AbortSignal) =>
  new Promise<NewModel | ReopenedModel>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<OpenMessage>) => {
      if (data.type === "opened") resolve(data.model);
      if (data.type === "not opened") reject(toError(data));
    });
    const fail = () => reject(new OpenModelError(WORKER_FAILED));
    worker.addEventListener("error", fail);
    worker.addEventListener("messageerror", fail);
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

const toError = ({ message, mustChoose, isForVendor }: Extract<OpenMessage, { type: "not opened" }>) =>
  isForVendor ? new OpenModelError(message, mustChoose) : new Error(message);
