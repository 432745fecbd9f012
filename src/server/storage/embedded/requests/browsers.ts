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

/**
 * What a browser shows without running anything of it, and not in a sandbox: its own PDF viewer does not work there.
 * Only exactly these: of a list such as "application/pdf;a, text/html", a browser takes the last.
 */
const UNSANDBOXED = new Set([
  "application/pdf",
  ...["image/bmp", "image/gif", "image/jpeg", "image/png", "image/tiff", "image/webp"],
]);

/**
 * Keeps a vendor's file from acting as a page of the portal, whose origin the store may share: its type is taken as
 * stored, no script of it runs, and only the portal frames it.
 */
export function addSafetyHeaders(reply: FastifyReply, allowedOrigins: Iterable<string>): void {
  const type = String(reply.getHeader("content-type") ?? "");
  const frames = `frame-ancestors ${["'self'", ...allowedOrigins].join(" ")}`;
  const policy = UNSANDBOXED.has(type)
    ? ["script-src 'none'", "base-uri 'none'", "form-action 'none'", frames]
    : ["default-src 'none'", "img-src 'self'", "style-src 'unsafe-inline'", frames, "sandbox"];
  reply
    .header("X-Content-Type-Options", "nosniff")
    .header("Content-Security-Policy", policy.join("; "))
    // Access is by signature and not by origin; a portal on another origin shows pictures from here.
    .header("Cross-Origin-Resource-Policy", "cross-origin")
    .removeHeader("X-Frame-Options");
  // Superseded by frame-ancestors above. Whoever set it for the whole server may have set it on the bare response.
  reply.raw.removeHeader("X-Frame-Options");
}
