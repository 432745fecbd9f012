import type { Readable } from "node:stream";
import { isJunk } from "../../contract/modelFolderEntry.ts";
import { foldersOf } from "../../contract/modelFolderTree.ts";
import { BufferedAccess } from "./bufferedAccess.ts";
import { HashTap, type Digest } from "./hashTap.ts";
import { mimeTypeOf } from "./mimeTypes.ts";
import type { RandomAccess } from "./randomAccess.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import { openZipEntry } from "./zipEntryStream.ts";
import { ZipFault } from "./zipFault.ts";

/** Stores one file. It resolves once the file is safely stored, and rejects, storing nothing, if `content` fails. */
export type Sink = (path: string, content: Readable, about: { contentType: string }) => Promise<void>;

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
  write: Sink;
  /** What an earlier, interrupted run has stored, by path: it is not written again. */
  done?: ReadonlyMap<string, Digest>;
  /** Awaited after each file that was written, so that the caller can remember it before the next begins. */
  onExtracted?: (row: CatalogueRow & Digest, progress: Progress) => Promise<void> | void;
}

/** How far the extraction has come, files of earlier runs included. */
export interface Progress {
  files: number;
  ofFiles: number;
  bytes: number;
  ofBytes: number;
}

/** Small files that lie side by side in the zip come from one range request. */
const WINDOW = 256 * 1024;

/**
 * Writes every file of a zip to the sink, one after the other in the zip's order, and answers the catalogue: folders
 * first (those implied by paths too), then files. Each file is streamed and hashed on the way. Entries must have
 * passed `findFaults`. Throws a `ZipFault` for a damaged entry, else what the store or the sink throws; calling it
 * again with what was `done` goes on where it stopped.
 */
export async function extractModel(extraction: Extraction): Promise<CatalogueRow[]> {
  const own = extraction.entries.filter(({ path }) => !isJunk(path));
  const files = own.filter(({ isDirectory }) => !isDirectory);
  const access = new BufferedAccess(extraction.access, WINDOW);
  const progress: Progress = { files: 0, ofFiles: files.length, bytes: 0, ofBytes: sizeOf(files) };
  const rows: CatalogueRow[] = [...foldersOf(own)].map(folderRow);
  for (const entry of files) {
    const known = extraction.done?.get(entry.path);
    const isDone = known?.size === entry.size;
    const row = fileRow(entry.path, isDone ? known : await writeEntry(access, entry, extraction.write));
    progress.files += 1;
    progress.bytes += entry.size;
    if (!isDone) await extraction.onExtracted?.(row, { ...progress });
    rows.push(row);
  }
  return rows;
}

async function writeEntry(access: RandomAccess, entry: ZipEntry, write: Sink): Promise<Digest> {
  const content = await openZipEntry(access, entry);
  const tap = new HashTap();
  let failure: Error | undefined;
  content.on("error", (error) => {
    failure = error;
    tap.destroy(error);
  });
  // A sink that has already given up no longer listens, and an error nobody listens to ends the process.
  tap.on("error", () => undefined);
  try {
    await write(entry.path, content.pipe(tap), { contentType: mimeTypeOf(entry.path) });
  } catch (error) {
    // A client library may wrap the error of the stream it was given; the fault itself is what the vendor is told.
    throw failure instanceof ZipFault ? failure : error;
  } finally {
    content.destroy();
  }
  if (failure) throw failure;
  if (!tap.digest) throw new Error(`Not all of ${entry.path} was stored`);
  return tap.digest;
}

const sizeOf = (entries: ZipEntry[]) => entries.reduce((sum, { size }) => sum + size, 0);

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
