import type { IncomingHttpHeaders } from "node:http";
import { StoreError } from "../requests/storeError.ts";
import type { StoredEntry } from "./storedEntry.ts";
import { headerOf } from "../requests/storeRequest.ts";

/** The HTTP headers stored with a blob: how they are answered, stored on write, and overridden by shared access. */
const CONTENT_HEADERS = [
  { name: "Content-Type", write: "x-ms-blob-content-type", override: "rsct" },
  { name: "Content-Encoding", write: "x-ms-blob-content-encoding", override: "rsce" },
  { name: "Content-Language", write: "x-ms-blob-content-language", override: "rscl" },
  { name: "Content-Disposition", write: "x-ms-blob-content-disposition", override: "rscd" },
  { name: "Cache-Control", write: "x-ms-blob-cache-control", override: "rscc" },
  { name: "Content-MD5", write: "x-ms-blob-content-md5", override: undefined },
] as const;

const DEFAULT_TYPE = "application/octet-stream";

/** The headers a write asks to store. */
export function storedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const stored: Record<string, string> = { "Content-Type": DEFAULT_TYPE };
  for (const { name, write } of CONTENT_HEADERS) {
    const value = headerOf(headers, write);
    if (value) stored[name] = value;
  }
  return stored;
}

/** The metadata a write asks to store; nothing when it names none. */
export function sentMetadata(headers: IncomingHttpHeaders): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const header of Object.keys(headers)) {
    if (!header.startsWith("x-ms-meta-")) continue;
    const name = header.slice("x-ms-meta-".length);
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new StoreError("InvalidMetadata");
    metadata[name] = headerOf(headers, header)!;
  }
  return metadata;
}

export type AnswerHeaders = Record<string, string | number>;

/** What every answer about a stored blob carries. */
export const versionHeaders = (entry: Pick<StoredEntry, "etag" | "modified">): AnswerHeaders => ({
  ETag: `"${entry.etag}"`,
  "Last-Modified": new Date(entry.modified).toUTCString(),
});

/** A blob's description, as Get Blob and Get Blob Properties answer it. */
export function blobHeaders(entry: StoredEntry, query: Map<string, string>): AnswerHeaders {
  const headers: AnswerHeaders = {
    ...versionHeaders(entry),
    ...entry.headers,
    "Accept-Ranges": "bytes",
    "Content-Length": entry.size,
    "x-ms-blob-type": "BlockBlob",
    "x-ms-creation-time": new Date(entry.created).toUTCString(),
    "x-ms-lease-state": "available",
    "x-ms-lease-status": "unlocked",
    "x-ms-server-encrypted": "false",
    ...copyHeaders(entry),
  };
  for (const [name, value] of Object.entries(entry.metadata)) headers[`x-ms-meta-${name}`] = value;
  for (const { name, override } of CONTENT_HEADERS) {
    const value = override && query.get(override);
    if (value) headers[name] = printable(value);
  }
  return headers;
}

/** A header cannot hold line breaks, nor letters beyond Latin-1. */
function printable(value: string): string {
  if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) throw new StoreError("InvalidQueryParameterValue");
  return value;
}

function copyHeaders({ copy, size }: StoredEntry): AnswerHeaders {
  if (!copy) return {};
  return {
    "x-ms-copy-id": copy.id,
    "x-ms-copy-source": copy.source,
    "x-ms-copy-status": "success",
    "x-ms-copy-progress": `${size}/${size}`,
    "x-ms-copy-completion-time": new Date(copy.completed).toUTCString(),
  };
}
