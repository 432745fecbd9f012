import { Readable } from "node:stream";
import { LARGEST_BUNDLE, unpackBundle, type SmallBlob } from "../../blobBundle.ts";
import { commitContent } from "../blobs/commitContent.ts";
import { inBatches } from "../blobs/inBatches.ts";
import type { Call, Operation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { requireName } from "../requests/storeRequest.ts";
import { wholeBody } from "../requests/wholeBody.ts";

/**
 * Put Bundle, this store's own: many small blobs in one request, for the holder of the account's key only. Answered
 * once all of them are on the disk. Each is stored for itself: a crash or a full disk may leave some of them stored,
 * each whole, so that the bundle is sent again.
 */
export const putBundle: Operation = {
  needs: "key",
  async run(call) {
    const blobs = unpackBundle(await wholeBody(call.request.body, LARGEST_BUNDLE));
    if (!blobs) throw new StoreError("InvalidHeaderValue", "The body is no whole bundle.");
    for (const { path } of blobs) requireName(path);
    await inBatches(blobs, (blob) => putOne(call, blob));
    return { status: 201 };
  },
};

async function putOne(call: Call, { path, content, contentType }: SmallBlob): Promise<void> {
  const container = call.store.container(call.request.container!);
  const received =
    content.length > 0
      ? [await container.receivePart(path, Readable.from(content, { objectMode: false }))]
      : [];
  const [{ md5 } = { md5: undefined }] = received;
  const headers = { "Content-Type": contentType, ...(md5 && { "Content-MD5": md5 }) };
  const parts = received.map(({ block, file, size }) => ({ block, file, size }));
  // The bundle's own headers are about the bundle, and hold no conditions on its blobs.
  const request = { ...call.request, blob: path, headers: {} };
  await commitContent({ ...call, request }, container, async () => ({ headers, metadata: {}, parts }));
}
