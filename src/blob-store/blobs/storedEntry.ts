import { createHash, randomBytes } from "node:crypto";

/** A file with a part of a blob's content, and the id of its block. */
export interface BlobPart {
  block: string;
  file: string;
  size: number;
}

interface CopyOrigin {
  id: string;
  source: string;
  completed: string;
}

/** Everything about a blob except its content; stored as a JSON file. */
export interface BlobEntry {
  name: string;
  size: number;
  etag: string;
  created: string;
  modified: string;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  parts: BlobPart[];
  copy?: CopyOrigin;
}

export type EntryContent = Pick<BlobEntry, "headers" | "metadata" | "parts" | "copy">;

/** Keeps the creation time of a replaced blob. */
export function createEntry(name: string, content: EntryContent, replaced?: BlobEntry): BlobEntry {
  const size = content.parts.reduce((sum, part) => sum + part.size, 0);
  const now = new Date().toISOString();
  return { name, size, etag: createEtag(), created: replaced?.created ?? now, modified: now, ...content };
}

export const createEtag = () => `0x${randomBytes(8).toString("hex").toUpperCase()}`;

/** File name for a blob: 64 hexadecimal characters for a name of any length and script. */
export const hashName = (name: string) => createHash("sha256").update(name, "utf8").digest("hex");
