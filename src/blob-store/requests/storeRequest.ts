import type { FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { StoreError } from "./storeError.ts";

export interface StoreRequest {
  method: string;
  /** Percent-encoded as sent, because it is signed. */
  path: string;
  container: string | undefined;
  blob: string | undefined;
  query: Map<string, string>;
  headers: IncomingHttpHeaders;
  body: Readable;
  protocol: string;
  ip: string;
  id: string;
}

const MAX_NAME_LENGTH = 1024;

/** Does not normalize the path: `..` is allowed in a blob name. */
export function parseStoreRequest(request: FastifyRequest, account: string): StoreRequest {
  const [path, query] = splitOnce(request.raw.url ?? "/", "?");
  return {
    method: request.method,
    path,
    ...parseResourcePath(path, account),
    query: parseQuery(query),
    headers: request.headers,
    body: request.raw,
    protocol: request.protocol,
    ip: request.ip,
    id: request.id,
  };
}

function requireName(name: string): void {
  if (name === "" || name.length > MAX_NAME_LENGTH) throw new StoreError("InvalidResourceName");
}

export function parseResourcePath(path: string, account: string) {
  const start = `/${account}`;
  if (path !== start && !path.startsWith(`${start}/`)) throw new StoreError("InvalidUri");
  // Decoded first: AzCopy encodes the slash after the container as %2F if the host is a name and no IP address.
  const [container, blob] = splitOnce(decodeUri(path.slice(start.length + 1)), "/");
  if (blob) requireName(blob);
  return { container: container || undefined, blob: blob || undefined };
}

/** The first of repeated parameters counts, for the signature and the operation alike. */
export function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) if (!query.has(name)) query.set(name, value);
  return query;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StoreError("InvalidUri");
  }
}

export function getHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
