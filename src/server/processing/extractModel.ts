import { addAbortSignal, Readable } from "node:stream";
import { listFolders, isSystemFile } from "../../contract/model-folder/folderEntries.ts";
import { HashTap, type Digest } from "./digest.ts";
import { mimeTypeOf } from "./mimeTypes.ts";
import { BufferedAccess, type RandomAccess } from "./randomAccess.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import { createHash } from "node:crypto";
import { openZipEntry, readPacked, unpackEntry } from "./zipEntryStream.ts";
import { ZipFault } from "./zipFault.ts";

/** Stores one file. It resolves once the file is safely stored, and rejects, storing nothing, if `content` fails. */
type Sink = (path: string, content: Readable, about: { contentType: string; size: number }) => Promise<void>;

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
  /** Awaited after files were written, so that the caller can remember them. */
  onExtracted?: (rows: (CatalogueRow & Digest)[]) => Promise<void> | void;
}

/** Files up to this size, packed and unpacked, are held in memory as a whole. */
const SMALL = 4 * 1024 * 1024;
/** Large files written at a time. Each holds a few blocks in memory, and the disk is busy with two. */
const LARGE_AT_ONCE = 2;

/**
 * Writes every file of a zip and answers the catalogue: folders first (those implied by paths too), then files in the
 * zip's order. Small files are unpacked many at a time and large ones as streams, both side by side; each is hashed on
 * the way, and memory stays bounded however large the zip is. Entries must have passed `findFaults`. Throws a
 * `ZipFault` for a damaged entry, else what the store throws, once nothing is written any more; calling it again with
 * what was `done` goes on where it stopped.
 */
export async function extractModel(extraction: Extraction): Promise<CatalogueRow[]> {
  const { entries, done, onExtracted } = extraction;
  const own = entries.filter(({ path }) => !isSystemFile(path));
  const files = own.filter(({ isDirectory }) => !isDirectory);
  const digests = new Map<string, Digest>();
  const left: ZipEntry[] = [];
  for (const entry of files) {
    const known = done?.get(entry.path);
    if (known?.size === entry.size) digests.set(entry.path, known);
    else left.push(entry);
  }
  let untold: (CatalogueRow & Digest)[] = [];
  const note = async (path: string, digest: Digest) => {
    digests.set(path, digest);
    untold.push(fileRow(path, digest));
    if (untold.length >= TOLD_TOGETHER) await tell();
  };
  const tell = async () => {
    const rows = untold;
    untold = [];
    if (rows.length > 0) await onExtracted?.(rows);
  };
  const large = left.filter((entry) => !isSmall(entry));
  const lanes = Array.from({ length: Math.min(LARGE_AT_ONCE, large.length) }, () => large);
  await sideBySide([
    (stopping) => extractSmall(extraction, left.filter(isSmall), { note, tell }, stopping),
    ...lanes.map(
      (queue) => (stopping: AbortSignal) => extractLarge(extraction, queue, { note, tell }, stopping),
    ),
  ]);
  return [
    ...[...listFolders(own)].map(folderRow),
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

/** What was written is noted, and the caller told of what is noted: at once of a large file, of small ones together. */
interface Notes {
  note(path: string, digest: Digest): Promise<void>;
  tell(): Promise<void>;
}

/** Each telling is a step in the caller's database. */
const TOLD_TOGETHER = 100;

/** Small files that lie side by side in the zip come from one range request. */
const WINDOW = 1024 * 1024;
/** Small files are unpacked and written so many at a time, and no more than so many bytes of them are held. */
const SMALL_AT_ONCE = 128;
const MOST_BYTES = 32 * 1024 * 1024;

/** Reads small files in the zip's order, and unpacks and writes several at a time, until none is left or it is to stop. */
async function extractSmall(
  { access, write }: Pick<Extraction, "access" | "write">,
  entries: ZipEntry[],
  { note, tell }: Notes,
  stopping: AbortSignal,
): Promise<void> {
  const buffered = new BufferedAccess(access, WINDOW);
  const writing = createSlots(SMALL_AT_ONCE, MOST_BYTES);
  try {
    for (const entry of entries) {
      if (stopping.aborted) break;
      const packed = await readPacked(buffered, entry);
      await writing.start(packed.length + entry.size, async () => {
        const content = await unpackEntry(packed, entry);
        const { path, size } = entry;
        const about = { contentType: mimeTypeOf(path), size };
        await write(path, Readable.from(content, { objectMode: false }), about);
        await note(path, { size, sha256: createHash("sha256").update(content).digest("hex") });
      });
    }
  } finally {
    // After a failure too, nothing is written any more when this has ended, and what was written is told.
    await writing.ended().finally(tell);
  }
}

/** Lets so many works, that hold so many bytes, go on at a time. A failed one fails the next call; `ended` waits for all. */
function createSlots(most: number, mostBytes: number) {
  const running = new Set<Promise<void>>();
  let held = 0;
  let failure: { error: unknown } | undefined;
  const check = () => {
    if (failure) throw failure.error;
  };
  return {
    async start(bytes: number, work: () => Promise<void>): Promise<void> {
      while (running.size >= most || (running.size > 0 && held + bytes > mostBytes))
        await Promise.race(running);
      check();
      held += bytes;
      const run = work()
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => {
          running.delete(run);
          held -= bytes;
        });
      running.add(run);
    },
    async ended(): Promise<void> {
      await Promise.all(running);
      check();
    },
  };
}

/** Writes files as streams, one after the other, taking each off the queue, until it is empty or it is to stop. */
async function extractLarge(
  extraction: Pick<Extraction, "access" | "write">,
  queue: ZipEntry[],
  { note, tell }: Notes,
  stopping: AbortSignal,
): Promise<void> {
  for (let entry = queue.shift(); entry && !stopping.aborted; entry = queue.shift()) {
    await note(entry.path, await writeEntry(extraction, entry, stopping));
    await tell();
  }
}

async function writeEntry(
  { access, write }: Pick<Extraction, "access" | "write">,
  entry: ZipEntry,
  stopping: AbortSignal,
): Promise<Digest> {
  const content = addAbortSignal(stopping, await openZipEntry(access, entry));
  const tap = new HashTap();
  let failure: Error | undefined;
  content.on("error", (error) => {
    failure = error;
    tap.destroy(error);
  });
  // A sink that has already given up no longer listens, and an error nobody listens to ends the process.
  tap.on("error", () => undefined);
  try {
    await write(entry.path, content.pipe(tap), { contentType: mimeTypeOf(entry.path), size: entry.size });
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

/**
 * Does several works at once. The first failure asks the others to stop; it is thrown when all of them have ended, so
 * that nothing goes on behind the caller's back.
 */
async function sideBySide(works: ((stopping: AbortSignal) => Promise<void>)[]): Promise<void> {
  const stop = new AbortController();
  const failures: unknown[] = [];
  const run = (work: (stopping: AbortSignal) => Promise<void>) =>
    work(stop.signal).catch((error: unknown) => {
      failures.push(error);
      stop.abort();
    });
  await Promise.all(works.map(run));
  if (failures.length > 0) throw failures[0];
}
