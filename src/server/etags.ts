import type { FastifyReply, FastifyRequest } from "fastify";

export function setEtag(reply: FastifyReply, etag: string): void {
  void reply.header("etag", etag).header("cache-control", "private, no-cache");
}

/** Whether If-None-Match matches and the route must respond with 304. Sets the ETag in both cases. */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  setEtag(reply, etag);
  const ifNoneMatch = request.headers["if-none-match"];
  return ifNoneMatch !== undefined && ifNoneMatch.split(",").some((candidate) => isSameEtag(candidate, etag));
}

export const isSameEtag = (a: string, b: string): boolean => strongEtag(a) === strongEtag(b);

/** Proxies that compress mark an ETag as weak. */
export const strongEtag = (etag: string): string => etag.trim().replace(/^W\//, "");
