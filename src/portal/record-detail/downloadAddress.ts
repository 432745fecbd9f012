import type { DownloadLink } from "../../contract/generated/entities.ts";
import { leaveToRead } from "../../contract/uploads/leaveToRead.ts";

/** What reading a record's files needs: an address they lie under, and the leave to read. */
export interface ReadingLink extends Pick<DownloadLink, "prefix" | "query" | "uploads" | "files"> {
  /** Where the model is had as one zip; none while it cannot be had. */
  modelAddress?: string;
}

/**
 * Where one file is read from; undefined where there is no leave to read it, as of an upload that was put aside. Every
 * segment of its path is encoded: names may hold `#`, `?`, `%` and spaces.
 */
export function downloadAddress(link: ReadingLink, path: string): string | undefined {
  const place = path.replace(/^\/+/, "");
  const query = link.uploads ? leaveToRead(link, place) : link.query;
  if (query === undefined) return undefined;
  const base = link.prefix.endsWith("/") ? link.prefix : `${link.prefix}/`;
  const leave = query.replace(/^\?/, "");
  return base + place.split("/").map(encodeURIComponent).join("/") + (leave && `?${leave}`);
}
