import type { FastifyReply } from "fastify";

/**
 * Keeps a vendor's file from acting as a page of the portal, whose origin the store shares: its type is taken as
 * stored, no script of it runs, and only the portal frames it. A browser's own PDF viewer does not work in a
 * sandbox, and a PDF runs no script of a page.
 */
export function addSafetyHeaders(reply: FastifyReply, allowedOrigins: Iterable<string>): void {
  const type = String(reply.getHeader("content-type") ?? "");
  const isPdf = /^application\/pdf\s*(;|$)/i.test(type);
  const frames = `frame-ancestors ${["'self'", ...allowedOrigins].join(" ")}`;
  const policy = isPdf
    ? [frames]
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
