import { createHash } from "node:crypto";
import { byteRange } from "../../../byteRange.ts";
import {
  blobHeaders,
  sentMetadata,
  storedHeaders,
  versionHeaders,
  type AnswerHeaders,
} from "../blobs/blobHeaders.ts";
import { commitCall, commitDescription, removeBlob, requireWritable } from "../blobs/commitContent.ts";
import { readRange } from "../blobs/readBlob.ts";
import { newEtag, type StoredEntry } from "../blobs/storedEntry.ts";
import { requireReadConditions, requireWriteConditions } from "../requests/conditions.ts";
import type { Call, Operation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { headerOf, type StoreRequest } from "../requests/storeRequest.ts";

/** The blob a call is about, and its container. */
async function foundBlob({ request, store }: Call) {
  const container = store.container(request.container!);
  const entry = await container.find(request.blob!);
  if (!entry) throw new StoreError("BlobNotFound");
  return { container, entry };
}

/** Get Blob: the content or one range of it. */
export const getBlob: Operation = {
  needs: ["r"],
  async run(call) {
    const { container, entry } = await foundBlob(call);
    const { headers, query } = call.request;
    requireReadConditions(headers, entry);
    const described = blobHeaders(entry, query);
    const asked = byteRange(headerOf(headers, "x-ms-range") ?? headerOf(headers, "range"), entry.size);
    if (asked === "outside") throw new StoreError("InvalidRange");
    const { first, last } = asked ?? { first: 0, last: entry.size - 1 };
    const body = readRange(container, entry, first, last);
    if (!asked) return { status: 200, headers: described, body };
    return {
      status: 206,
      headers: { ...described, ...rangeHeaders(described, first, last, entry.size) },
      body,
    };
  },
};

/** Get Blob Properties. */
export const blobProperties: Operation = {
  needs: ["r"],
  async run(call) {
    const { entry } = await foundBlob(call);
    requireReadConditions(call.request.headers, entry);
    return { status: 200, headers: blobHeaders(entry, call.request.query) };
  },
};

/** The MD5 is that of the whole blob, and must not be taken for that of the range. */
function rangeHeaders(described: AnswerHeaders, first: number, last: number, size: number): AnswerHeaders {
  const { "Content-MD5": md5 } = described;
  delete described["Content-MD5"];
  return {
    "Content-Length": last - first + 1,
    "Content-Range": `bytes ${first}-${last}/${size}`,
    ...(md5 === undefined ? {} : { "x-ms-blob-content-md5": md5 }),
  };
}

/** Put Blob: a whole blob in one request. */
export const putBlob: Operation = {
  needs: ["w", "c"],
  async run(call) {
    const { request } = call;
    if (headerOf(request.headers, "x-ms-blob-type") !== "BlockBlob")
      throw new StoreError("InvalidHeaderValue", "x-ms-blob-type must be BlockBlob.");
    const name = request.blob!;
    const container = call.store.container(request.container!);
    requireWritable(call, await container.find(name));
    const metadata = sentMetadata(request.headers);
    const hash = createHash("md5");
    const parts = await container.receiveParts(name, request.body, hash);
    const md5 = hash.digest("base64");
    try {
      requireMd5(md5, headerOf(request.headers, "content-md5"));
      requireMd5(md5, headerOf(request.headers, "x-ms-blob-content-md5"));
      const headers = { ...plainHeaders(request), "Content-MD5": md5 };
      const entry = await commitCall(call, container, async () => ({ headers, metadata, parts }));
      return { status: 201, headers: { ...versionHeaders(entry), "Content-MD5": md5 } };
    } catch (error) {
      // A refusal comes before anything is committed; other failures leave the bytes to the next start.
      if (error instanceof StoreError) await container.discard(parts);
      throw error;
    }
  },
};

/** The stored headers; here the request's own Content-Type is the blob's, unless it says otherwise. */
function plainHeaders({ headers }: StoreRequest): Record<string, string> {
  const sent = headerOf(headers, "x-ms-blob-content-type") ?? headerOf(headers, "content-type");
  return { ...storedHeaders(headers), ...(sent ? { "Content-Type": sent } : {}) };
}

/** Refuses content that does not have the MD5 sent with it. */
export function requireMd5(actual: string, sent: string | undefined): void {
  if (sent && sent !== actual) throw new StoreError("Md5Mismatch");
}

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
