import { listHandles, type ListingMessage } from "../../src/portal/model-report/listing/listHandles.ts";

/** Replaces the worker that lists folders: jsdom has no workers, and the handles of tests are plain objects. */
export const createListingWorker = () => {
  const target = new EventTarget();
  const post = (data: ListingMessage) => target.dispatchEvent(new MessageEvent("message", { data }));
  return Object.assign(target, {
    postMessage: (handles: FileSystemHandle[]) => void listHandles(handles, post),
    terminate: () => undefined,
  });
};
