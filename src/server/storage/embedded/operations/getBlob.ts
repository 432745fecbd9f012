import { byteRange } from "../../../byteRange.ts";
import { blobHeaders, type AnswerHeaders } from "../blobs/blobHeaders.ts";
import { requireReadConditions } from "../requests/conditions.ts";
import type { Call, Operation } from "../requests/operation.ts";
import { readRange } from "../blobs/partReader.ts";
import { StoreError } from "../requests/storeError.ts";
import { headerOf } from "../requests/storeRequest.ts";

/** The blob a call is about, and its container. */
export async function foundBlob({ request, store }: Call) {
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
