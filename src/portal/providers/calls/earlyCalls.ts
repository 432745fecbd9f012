import type { VendorResponse } from "./vendorResponse.ts";

interface EarlyCall {
  accessToken: string | undefined;
  sentAt: number;
  response: Promise<VendorResponse>;
}

/** GET calls that were sent while the portal's code was loading, by URL. */
const earlyCalls = new Map<string, EarlyCall>();

/** Older responses may be outdated. */
const MAX_AGE_MS = 30_000;

export function keepEarlyCall(
  url: string,
  accessToken: string | undefined,
  response: Promise<VendorResponse>,
): void {
  // The caller of `takeEarlyCall` handles the error.
  response.catch(() => undefined);
  earlyCalls.set(url, { accessToken, sentAt: Date.now(), response });
}

/** Once, and only in the session that sent the call. */
export function takeEarlyCall(
  url: string,
  accessToken: string | undefined,
): Promise<VendorResponse> | undefined {
  const early = earlyCalls.get(url);
  earlyCalls.delete(url);
  if (!early || early.accessToken !== accessToken) return undefined;
  return Date.now() - early.sentAt <= MAX_AGE_MS ? early.response : undefined;
}
