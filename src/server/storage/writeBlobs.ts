import type { BlobServiceClient, ContainerClient } from "@azure/storage-blob";
import { BUNDLE_HEADER, type SmallBlob } from "./blobBundle.ts";
import { requireStorable } from "./requireStorable.ts";
import { sendBundle } from "./sendBundle.ts";

/** Requests under way at a time, where every blob needs one of its own. */
const AT_ONCE = 16;

/** Stores many small blobs: in one request where the store is our own, else side by side. */
export function createBlobsWriter(service: BlobServiceClient, container: ContainerClient) {
  let takesBundles: Promise<boolean> | undefined;
  const learn = () =>
    (takesBundles ??= service.getAccountInfo().then(
      ({ _response }) => _response.headers.contains(BUNDLE_HEADER),
      (error: unknown) => {
        takesBundles = undefined;
        throw error;
      },
    ));

  return async (blobs: SmallBlob[], signal?: AbortSignal): Promise<void> => {
    for (const { path } of blobs) requireStorable(path);
    if (blobs.length === 0) return;
    await ((await learn()) ? sendBundle : sendEach)(container, blobs, signal);
  };
}

async function sendEach(container: ContainerClient, blobs: SmallBlob[], signal?: AbortSignal): Promise<void> {
  const left = [...blobs];
  const lane = async () => {
    for (let blob = left.shift(); blob; blob = left.shift()) {
      const blobHTTPHeaders = { blobContentType: blob.contentType };
      const client = container.getBlockBlobClient(blob.path);
      const options = { blobHTTPHeaders, ...(signal && { abortSignal: signal }) };
      await client.upload(blob.content, blob.content.length, options);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}
