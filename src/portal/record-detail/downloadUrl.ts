import type { DownloadLink } from "../../contract/generated/entities.ts";
import { sasQueryFor } from "../../contract/uploads/sasQueryFor.ts";

export interface FileDownloadLink extends Pick<DownloadLink, "prefix" | "query" | "uploads" | "files"> {
  /** URL of the current model as one zip; undefined while uploads conflict. */
  modelUrl?: string;
}

/** Undefined if the link grants no access to the file, for example in an archived upload. */
export function buildDownloadUrl(link: FileDownloadLink, path: string): string | undefined {
  const cleanPath = path.replace(/^\/+/, "");
  const query = link.uploads ? sasQueryFor(link, cleanPath) : link.query;
  if (query === undefined) return undefined;
  const base = link.prefix.endsWith("/") ? link.prefix : `${link.prefix}/`;
  const sasQuery = query.replace(/^\?/, "");
  return base + cleanPath.split("/").map(encodeURIComponent).join("/") + (sasQuery && `?${sasQuery}`);
}
