import type { Readable } from "node:stream";
import { isJunk } from "../../contract/model-folder/modelFolderEntry.ts";
import { foldersOf } from "../../contract/model-folder/modelFolderTree.ts";
import { extractLarge } from "./extractLarge.ts";
import { extractSmall } from "./extractSmall.ts";
import type { Digest } from "./hashTap.ts";
import { mimeTypeOf } from "./mimeTypes.ts";
import type { RandomAccess } from "./randomAccess.ts";
import { sideBySide } from "./sideBySide.ts";
import type { ZipEntry } from "./zipDirectory.ts";

/** Stores one file. It resolves once the file is safely stored, and rejects, storing nothing, if `content` fails. */
export type Sink = (
  path: string,
  content: Readable,
  about: { contentType: string; size: number },
) => Promise<void>;

/** A file that was unpacked in memory. */
export interface SmallFile {
  path: string;
  content: Buffer;
  contentType: string;
}

/** One file or folder of an extracted model; paths are those of the zip, the root folder included. */
export interface CatalogueRow {
  path: string;
  uploadType: "file" | "directory";
  mimeType: string;
  size: number;
  /** Hexadecimal; folders have none. */
  sha256: string | undefined;
}

export interface Extraction {
  access: RandomAccess;
  entries: ZipEntry[];
  /** Stores a large file as a stream. */
  write: Sink;
  /** Stores many small files at once. It resolves once all of them are safely stored. */
  writeMany: (files: SmallFile[]) => Promise<void>;
  /** What an earlier, interrupted run has stored, by path: it is not written again. */
  done?: ReadonlyMap<string, Digest>;
  /** Awaited after files were written, so that the caller can remember them. */
  onExtracted?: (rows: (CatalogueRow & Digest)[]) => Promise<void> | void;
}

/** Files up to this size, packed and unpacked, are held in memory, many of them at a time. */
const SMALL = 1024 * 1024;
/** Large files written at a time. Each holds a few blocks in memory, and the disk is busy with two. */
const LARGE_AT_ONCE = 2;

/**
 * Writes every file of a zip and answers the catalogue: folders first (those implied by paths too), then files in the
 * zip's order. Small files are written many at a time and large ones as streams, both side by side; each is hashed on
 * the way, and memory stays bounded however large the zip is. Entries must have passed `findFaults`. Throws a
 * `ZipFault` for a damaged entry, else what the store throws, once nothing is written any more; calling it again with
 * what was `done` goes on where it stopped.
 */
export async function extractModel(extraction: Extraction): Promise<CatalogueRow[]> {
  const { entries, done, onExtracted } = extraction;
  const own = entries.filter(({ path }) => !isJunk(path));
  const files = own.filter(({ isDirectory }) => !isDirectory);
  const digests = new Map<string, Digest>();
  const left: ZipEntry[] = [];
  for (const entry of files) {
    const known = done?.get(entry.path);
    if (known?.size === entry.size) digests.set(entry.path, known);
    else left.push(entry);
  }
  const note = async (written: (Digest & { path: string })[]) => {
    for (const { path, size, sha256 } of written) digests.set(path, { size, sha256 });
    await onExtracted?.(written.map(({ path, ...digest }) => fileRow(path, digest)));
  };
  const large = left.filter((entry) => !isSmall(entry));
  const lanes = Array.from({ length: Math.min(LARGE_AT_ONCE, large.length) }, () => large);
  await sideBySide([
    (stopping) => extractSmall(extraction, left.filter(isSmall), note, stopping),
    ...lanes.map((queue) => (stopping: AbortSignal) => extractLarge(extraction, queue, note, stopping)),
  ]);
  return [
    ...[...foldersOf(own)].map(folderRow),
    ...files.map(({ path }) => fileRow(path, digests.get(path)!)),
  ];
}

const isSmall = ({ size, compressedSize }: ZipEntry) => size <= SMALL && compressedSize <= SMALL;

const fileRow = (path: string, { size, sha256 }: Digest) => ({
  path,
  uploadType: "file" as const,
  mimeType: mimeTypeOf(path),
  size,
  sha256,
});

const folderRow = (path: string): CatalogueRow => ({
  path,
  uploadType: "directory",
  mimeType: "directory",
  size: 0,
  sha256: undefined,
});
