import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

const FORBIDDEN = 403;

/** Protects against other websites in the same browser, also those whose name resolves to this computer. */
export function requireOwnPage(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  port: number,
) {
  const { host, origin, "sec-fetch-site": site } = headers;
  const hosts = ["localhost", "127.0.0.1"].map((name) => `${name}:${port}`);
  if (host === undefined || !hosts.includes(host))
    throw new Refusal(FORBIDDEN, `Open the studio at http://localhost:${port}.`);
  const isOwn = origin === `http://${host}`;
  const isForeign =
    (origin !== undefined && !isOwn) || !["same-origin", "none", undefined].includes(site as string);
  if (isForeign || (method !== "GET" && !isOwn))
    throw new Refusal(FORBIDDEN, "The studio answers only requests of its own page.");
}
