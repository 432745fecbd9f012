import { createHash, randomBytes } from "node:crypto";

/** A piece of a blob's content: one file on disk, and the name of the block it came from. */
export interface Part {
  block: string;
  file: string;
  size: number;
}

interface CopyOrigin {
  id: string;
  source: string;
  completed: string;
}

/** All that is kept of a blob besides its bytes; one small JSON file on disk. */
export interface StoredEntry {
  name: string;
  size: number;
  etag: string;
  created: string;
  modified: string;
  /** Content-Type and the like, under the keys of `CONTENT_HEADERS`. */
  headers: Record<string, string>;
  metadata: Record<string, string>;
  parts: Part[];
  copy?: CopyOrigin;
}

export type EntryContent = Pick<StoredEntry, "headers" | "metadata" | "parts" | "copy">;

/** The entry of new content; a replaced blob keeps the time of its creation. */
export function newEntry(name: string, content: EntryContent, replaced?: StoredEntry): StoredEntry {
  const size = content.parts.reduce((sum, part) => sum + part.size, 0);
  const now = new Date().toISOString();
  return { name, size, etag: newEtag(), created: replaced?.created ?? now, modified: now, ...content };
}

export const newEtag = () => `0x${randomBytes(8).toString("hex").toUpperCase()}`;

/** The name on disk of whatever belongs to a blob: any name of any length and script becomes 64 plain characters. */
export const nameHash = (name: string) => createHash("sha256").update(name, "utf8").digest("hex");
