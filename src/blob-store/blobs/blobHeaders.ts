import type { IncomingHttpHeaders } from "node:http";
import { StoreError } from "../requests/storeError.ts";
import type { BlobEntry } from "./storedEntry.ts";
import { getHeader } from "../requests/storeRequest.ts";

/** HTTP headers of a blob: the response header, the request header that stores it, and the SAS parameter that overrides it. */
const CONTENT_HEADERS = [
  { name: "Content-Type", write: "x-ms-blob-content-type", override: "rsct" },
  { name: "Content-Encoding", write: "x-ms-blob-content-encoding", override: "rsce" },
  { name: "Content-Language", write: "x-ms-blob-content-language", override: "rscl" },
  { name: "Content-Disposition", write: "x-ms-blob-content-disposition", override: "rscd" },
  { name: "Cache-Control", write: "x-ms-blob-cache-control", override: "rscc" },
  { name: "Content-MD5", write: "x-ms-blob-content-md5", override: undefined },
] as const;

const DEFAULT_CONTENT_TYPE = "application/octet-stream";

export function parseStoredHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const stored: Record<string, string> = { "Content-Type": DEFAULT_CONTENT_TYPE };
  for (const { name, write } of CONTENT_HEADERS) {
    const value = getHeader(headers, write);
    if (value) stored[name] = value;
  }
  return stored;
}

export function parseMetadata(headers: IncomingHttpHeaders): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const header of Object.keys(headers)) {
    if (!header.startsWith("x-ms-meta-")) continue;
    const name = header.slice("x-ms-meta-".length);
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new StoreError("InvalidMetadata");
    metadata[name] = getHeader(headers, header)!;
  }
  return metadata;
}

export type ResponseHeaders = Record<string, string | number>;

export const buildVersionHeaders = (entry: Pick<BlobEntry, "etag" | "modified">): ResponseHeaders => ({
  ETag: `"${entry.etag}"`,
  "Last-Modified": new Date(entry.modified).toUTCString(),
});

export function buildBlobHeaders(entry: BlobEntry, query: Map<string, string>): ResponseHeaders {
  const headers: ResponseHeaders = {
    ...buildVersionHeaders(entry),
    ...entry.headers,
    "Accept-Ranges": "bytes",
    "Content-Length": entry.size,
    "x-ms-blob-type": "BlockBlob",
    "x-ms-creation-time": new Date(entry.created).toUTCString(),
    "x-ms-lease-state": "available",
    "x-ms-lease-status": "unlocked",
    "x-ms-server-encrypted": "false",
    ...buildCopyHeaders(entry),
  };
  for (const [name, value] of Object.entries(entry.metadata)) headers[`x-ms-meta-${name}`] = value;
  for (const { name, override } of CONTENT_HEADERS) {
    const value = override && query.get(override);
    if (value) headers[name] = requireHeaderText(value);
  }
  return headers;
}

/** Header values allow no line breaks and only Latin-1. */
function requireHeaderText(value: string): string {
  if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) throw new StoreError("InvalidQueryParameterValue");
  return value;
}

function buildCopyHeaders({ copy, size }: BlobEntry): ResponseHeaders {
  if (!copy) return {};
  return {
    "x-ms-copy-id": copy.id,
    "x-ms-copy-source": copy.source,
    "x-ms-copy-status": "success",
    "x-ms-copy-progress": `${size}/${size}`,
    "x-ms-copy-completion-time": new Date(copy.completed).toUTCString(),
  };
}
