import type { FastifyReply, FastifyRequest } from "fastify";
import { StoreError } from "./storeError.ts";

const EXPOSED = [
  ...[
    "ETag",
    "Last-Modified",
    "Content-Length",
    "Content-Type",
    "Content-Range",
    "Content-MD5",
    "Accept-Ranges",
  ],
  ...["Content-Disposition", "x-ms-error-code", "x-ms-request-id", "x-ms-version", "x-ms-blob-type"],
  ...["x-ms-blob-content-md5", "x-ms-copy-id", "x-ms-copy-status"],
].join(",");

/** Lets pages of the allowed origins read the answer. */
export function addOriginHeaders(request: FastifyRequest, reply: FastifyReply, allowed: Set<string>): void {
  const { origin } = request.headers;
  reply.header("Vary", "Origin");
  if (!origin || !allowed.has(origin)) return;
  reply.header("Access-Control-Allow-Origin", origin).header("Access-Control-Expose-Headers", EXPOSED);
}

/** Answers a browser's question whether a page may send a request, which comes without any signature. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, allowed: Set<string>) {
  const { origin, "access-control-request-headers": headers } = request.headers;
  if (!origin || !allowed.has(origin)) throw new StoreError("CorsPreflightFailure");
  reply.header("Access-Control-Allow-Methods", "GET,HEAD,PUT,DELETE,OPTIONS");
  if (headers) reply.header("Access-Control-Allow-Headers", headers);
  return reply.header("Access-Control-Max-Age", "3600").code(200).send();
}
