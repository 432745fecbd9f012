import { createHash } from "node:crypto";
import { sentMetadata, storedHeaders, versionHeaders } from "../blobs/blobHeaders.ts";
import { commitCall, requireWritable } from "../blobs/commitContent.ts";
import type { Operation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { headerOf, type StoreRequest } from "../requests/storeRequest.ts";

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
