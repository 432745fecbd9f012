import type { FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { StoreError } from "./storeError.ts";

/** A request as the protocol sees it: what it is about, and how it came. */
export interface StoreRequest {
  method: string;
  /** The path as it was sent, still percent-encoded: that is what signatures are made of. */
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

const LONGEST_NAME = 1024;

/** Reads the address of a request. Nothing is normalised: `..` in a blob's name is a name like any other. */
export function storeRequestOf(request: FastifyRequest, account: string): StoreRequest {
  const [path, query] = splitOnce(request.raw.url ?? "/", "?");
  return {
    method: request.method,
    path,
    ...resourceOf(path, account),
    query: queryOf(query),
    headers: request.headers,
    body: request.raw,
    protocol: request.protocol,
    ip: request.ip,
    id: request.id,
  };
}

/** Refuses a blob's name that is empty or too long. */
function requireName(name: string): void {
  if (name === "" || name.length > LONGEST_NAME) throw new StoreError("InvalidResourceName");
}

/** The container and blob that a path names, below the account's own segment. */
export function resourceOf(path: string, account: string) {
  const start = `/${account}`;
  if (path !== start && !path.startsWith(`${start}/`)) throw new StoreError("InvalidUri");
  // Decoded first: AzCopy writes the slash behind the container as %2F where the store has a name instead of an address.
  const [container, blob] = splitOnce(decoded(path.slice(start.length + 1)), "/");
  if (blob) requireName(blob);
  return { container: container || undefined, blob: blob || undefined };
}

/** A parameter given twice counts once, the first time, for the signature and for the operation alike. */
export function queryOf(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) if (!query.has(name)) query.set(name, value);
  return query;
}

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StoreError("InvalidUri");
  }
}

/** One header's value, whether it was sent once or more often. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
