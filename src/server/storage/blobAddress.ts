import { encodedPath } from "./encodedPath.ts";
import type { Grant } from "./grants.ts";

/** The full address, with its shared access, of a file whose path is relative to the granted folder. */
export function blobAddress(grant: Pick<Grant, "prefix" | "query">, path: string): string {
  return `${grant.prefix}${encodedPath(path)}?${grant.query}`;
}
