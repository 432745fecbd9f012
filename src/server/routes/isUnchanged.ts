import type { FastifyReply, FastifyRequest } from "fastify";

/** Puts an answer's version on it as its ETag, for callers to send back as If-None-Match or If-Match. */
export function stamp(reply: FastifyReply, etag: string): void {
  void reply.header("etag", etag).header("cache-control", "private, no-cache");
}

/**
 * Whether the caller already has this version of the answer, which then needs no body: answer 304. Puts the ETag on
 * the answer either way.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  stamp(reply, etag);
  const known = request.headers["if-none-match"];
  return known !== undefined && known.split(",").some((one) => isSame(one, etag));
}

/** Whether two ETags name one version. */
export const isSame = (a: string, b: string): boolean => unmarked(a) === unmarked(b);

/** An ETag as it was given. A proxy that compresses marks it as weak. */
export const unmarked = (etag: string): string => etag.trim().replace(/^W\//, "");
