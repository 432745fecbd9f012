import { requireWriteConditions } from "../requests/conditions.ts";
import { sentMetadata, storedHeaders, versionHeaders } from "../blobs/blobHeaders.ts";
import { commitDescription, removeBlob } from "../blobs/commitContent.ts";
import type { Call, Operation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { newEtag, type StoredEntry } from "../blobs/storedEntry.ts";

const changedNow = () => ({ etag: newEtag(), modified: new Date().toISOString() });

/** Set Blob Properties: all stored headers at once; one that is not sent is cleared. */
export const setBlobProperties: Operation = {
  needs: ["w"],
  run: (call) =>
    describe(call, (entry) => ({ ...entry, ...changedNow(), headers: storedHeaders(call.request.headers) })),
};

/** Set Blob Metadata: all of it at once. */
export const setBlobMetadata: Operation = {
  needs: ["w"],
  async run(call) {
    const metadata = sentMetadata(call.request.headers);
    return describe(call, (entry) => ({ ...entry, ...changedNow(), metadata }));
  },
};

async function describe(call: Call, change: (entry: StoredEntry) => StoredEntry) {
  const container = call.store.container(call.request.container!);
  return { status: 200, headers: versionHeaders(await commitDescription(call, container, change)) };
}

/** Delete Blob. */
export const deleteBlob: Operation = {
  needs: ["d"],
  async run({ request, store }) {
    await removeBlob(store.container(request.container!), request.blob!, (entry) => {
      if (!entry) throw new StoreError("BlobNotFound");
      requireWriteConditions(request.headers, entry);
      return true;
    });
    return { status: 202 };
  },
};
