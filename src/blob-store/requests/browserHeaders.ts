import type { FastifyReply, FastifyRequest } from "fastify";
import { StoreError } from "./storeError.ts";

const EXPOSED_HEADERS = [
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

export function addCorsHeaders(request: FastifyRequest, reply: FastifyReply, allowed: Set<string>): void {
  const { origin } = request.headers;
  reply.header("Vary", "Origin");
  if (!origin || !allowed.has(origin)) return;
  reply
    .header("Access-Control-Allow-Origin", origin)
    .header("Access-Control-Expose-Headers", EXPOSED_HEADERS);
}

export function sendPreflight(request: FastifyRequest, reply: FastifyReply, allowed: Set<string>) {
  const { origin, "access-control-request-headers": headers } = request.headers;
  if (!origin || !allowed.has(origin)) throw new StoreError("CorsPreflightFailure");
  reply.header("Access-Control-Allow-Methods", "GET,HEAD,PUT,DELETE,OPTIONS");
  if (headers) reply.header("Access-Control-Allow-Headers", headers);
  return reply.header("Access-Control-Max-Age", "3600").code(200).send();
}

/**
 * Types without scripts. Chrome's PDF viewer does not work in a sandbox. Compared exactly: of the list
 * "application/pdf;a, text/html", a browser uses the last.
 */
const UNSANDBOXED_TYPES = new Set([
  "application/pdf",
  ...["image/bmp", "image/gif", "image/jpeg", "image/png", "image/tiff", "image/webp"],
]);

/** Vendors' files may share the portal's origin: prevents type sniffing, scripts and frames outside the portal. */
export function addSecurityHeaders(reply: FastifyReply, allowedOrigins: Iterable<string>): void {
  const type = String(reply.getHeader("content-type") ?? "");
  const frames = `frame-ancestors ${["'self'", ...allowedOrigins].join(" ")}`;
  const policy = UNSANDBOXED_TYPES.has(type)
    ? ["script-src 'none'", "base-uri 'none'", "form-action 'none'", frames]
    : ["default-src 'none'", "img-src 'self'", "style-src 'unsafe-inline'", frames, "sandbox"];
  reply
    .header("X-Content-Type-Options", "nosniff")
    .header("Content-Security-Policy", policy.join("; "))
    // Access depends on the signature; a portal on another origin shows these images.
    .header("Cross-Origin-Resource-Policy", "cross-origin")
    .removeHeader("X-Frame-Options");
  // frame-ancestors replaces it. Other plugins may have set it on the raw response.
  reply.raw.removeHeader("X-Frame-Options");
}
