import { createHash } from "node:crypto";
import { parseByteRange } from "../parseByteRange.ts";
import {
  buildBlobHeaders,
  parseMetadata,
  parseStoredHeaders,
  buildVersionHeaders,
  type ResponseHeaders,
} from "../blobs/blobHeaders.ts";
import { commitRequestedContent, updateEntry, removeBlob, requireWritable } from "../blobs/commitContent.ts";
import { readRange } from "../blobs/readBlob.ts";
import { createEtag, type BlobEntry } from "../blobs/storedEntry.ts";
import { requireReadConditions, requireWriteConditions } from "../requests/conditions.ts";
import type { StoreCall, StoreOperation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { getHeader, type StoreRequest } from "../requests/storeRequest.ts";

async function requireBlob({ request, store }: StoreCall) {
  const container = store.getContainer(request.container!);
  const entry = await container.find(request.blob!);
  if (!entry) throw new StoreError("BlobNotFound");
  return { container, entry };
}

export const getBlob: StoreOperation = {
  requiredPermission: ["r"],
  async run(call) {
    const { container, entry } = await requireBlob(call);
    const { headers, query } = call.request;
    requireReadConditions(headers, entry);
    const blobHeaders = buildBlobHeaders(entry, query);
    const range = parseByteRange(getHeader(headers, "x-ms-range") ?? getHeader(headers, "range"), entry.size);
    if (range === "unsatisfiable") throw new StoreError("InvalidRange");
    const { first, last } = range ?? { first: 0, last: entry.size - 1 };
    const body = readRange(container, entry, first, last);
    if (!range) return { status: 200, headers: blobHeaders, body };
    return {
      status: 206,
      headers: { ...blobHeaders, ...buildRangeHeaders(blobHeaders, first, last, entry.size) },
      body,
    };
  },
};

export const blobProperties: StoreOperation = {
  requiredPermission: ["r"],
  async run(call) {
    const { entry } = await requireBlob(call);
    requireReadConditions(call.request.headers, entry);
    return { status: 200, headers: buildBlobHeaders(entry, call.request.query) };
  },
};

/** Moves the MD5 of the whole blob to x-ms-blob-content-md5. */
function buildRangeHeaders(
  headers: ResponseHeaders,
  first: number,
  last: number,
  size: number,
): ResponseHeaders {
  const { "Content-MD5": md5 } = headers;
  delete headers["Content-MD5"];
  return {
    "Content-Length": last - first + 1,
    "Content-Range": `bytes ${first}-${last}/${size}`,
    ...(md5 === undefined ? {} : { "x-ms-blob-content-md5": md5 }),
  };
}

export const putBlob: StoreOperation = {
  requiredPermission: ["w", "c"],
  async run(call) {
    const { request } = call;
    if (getHeader(request.headers, "x-ms-blob-type") !== "BlockBlob")
      throw new StoreError("InvalidHeaderValue", "x-ms-blob-type must be BlockBlob.");
    const name = request.blob!;
    const container = call.store.getContainer(request.container!);
    requireWritable(call, await container.find(name));
    const metadata = parseMetadata(request.headers);
    const hash = createHash("md5");
    const parts = await container.receiveParts(name, request.body, hash);
    const md5 = hash.digest("base64");
    try {
      requireMd5(md5, getHeader(request.headers, "content-md5"));
      requireMd5(md5, getHeader(request.headers, "x-ms-blob-content-md5"));
      const headers = { ...parseBlobHeaders(request), "Content-MD5": md5 };
      const entry = await commitRequestedContent(call, container, async () => ({ headers, metadata, parts }));
      return { status: 201, headers: { ...buildVersionHeaders(entry), "Content-MD5": md5 } };
    } catch (error) {
      // A StoreError is thrown before the commit. After other errors, the next start removes unused parts.
      if (error instanceof StoreError) await container.discard(parts);
      throw error;
    }
  },
};

/** Put Blob also stores the Content-Type of the request. */
function parseBlobHeaders({ headers }: StoreRequest): Record<string, string> {
  const sent = getHeader(headers, "x-ms-blob-content-type") ?? getHeader(headers, "content-type");
  return { ...parseStoredHeaders(headers), ...(sent ? { "Content-Type": sent } : {}) };
}

export function requireMd5(actual: string, sent: string | undefined): void {
  if (sent && sent !== actual) throw new StoreError("Md5Mismatch");
}

const createVersion = () => ({ etag: createEtag(), modified: new Date().toISOString() });

/** Set Blob Properties: clears headers that are not sent. */
export const setBlobProperties: StoreOperation = {
  requiredPermission: ["w"],
  run: (call) =>
    updateProperties(call, (entry) => ({
      ...entry,
      ...createVersion(),
      headers: parseStoredHeaders(call.request.headers),
    })),
};

export const setBlobMetadata: StoreOperation = {
  requiredPermission: ["w"],
  async run(call) {
    const metadata = parseMetadata(call.request.headers);
    return updateProperties(call, (entry) => ({ ...entry, ...createVersion(), metadata }));
  },
};

async function updateProperties(call: StoreCall, change: (entry: BlobEntry) => BlobEntry) {
  const container = call.store.getContainer(call.request.container!);
  return { status: 200, headers: buildVersionHeaders(await updateEntry(call, container, change)) };
}

export const deleteBlob: StoreOperation = {
  requiredPermission: ["d"],
  async run({ request, store }) {
    await removeBlob(store.getContainer(request.container!), request.blob!, (entry) => {
      if (!entry) throw new StoreError("BlobNotFound");
      requireWriteConditions(request.headers, entry);
      return true;
    });
    return { status: 202 };
  },
};
