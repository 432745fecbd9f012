import { addAbortSignal, Readable } from "node:stream";
import { listFolders, isSystemFile } from "../../contract/model-folder/folderEntries.ts";
import type { ZipEntry } from "../../contract/zip/zipDirectory.ts";
import { InvalidZipError } from "../../contract/zip/zipMember.ts";
import { HashTap, type Digest } from "./digest.ts";
import { getMimeType } from "./mimeTypes.ts";
import { BufferedAccess, type RandomAccess } from "./randomAccess.ts";
import { createHash } from "node:crypto";
import { openZipEntry, readCompressed, decompressEntry } from "./zipEntryStream.ts";

/** Resolves once the file is stored; rejects, storing nothing, if `content` fails. */
type WriteFile = (
  path: string,
  content: Readable,
  about: { contentType: string; size: number },
) => Promise<void>;

export interface ExtractedEntry {
  path: string;
  uploadType: "file" | "directory";
  mimeType: string;
  size: number;
  sha256: string | undefined;
}

export interface Extraction {
  access: RandomAccess;
  entries: ZipEntry[];
  write: WriteFile;
  storedFiles?: ReadonlyMap<string, Digest>;
  onExtracted?: (rows: (ExtractedEntry & Digest)[]) => Promise<void> | void;
}

/** Files up to this size, compressed and uncompressed, are read into memory. */
const MAX_SMALL_FILE_BYTES = 4 * 1024 * 1024;
/** Each large file needs a few blocks in memory; two keep the disk busy. */
const MAX_PARALLEL_LARGE_FILES = 2;

/**
 * Writes every file of a zip and returns its entries: folders first (including implied ones), then files in the zip's
 * order. Small files are extracted many at a time, large ones as streams, so memory stays bounded. Entries must have
 * passed `readZipDirectory`. Call it again with `storedFiles` to continue after a failure. Rejects only after all
 * writes have ended.
 * @throws InvalidZipError for a damaged entry
 */
export async function extractModel(extraction: Extraction): Promise<ExtractedEntry[]> {
  const { entries, storedFiles, onExtracted } = extraction;
  const own = entries.filter(({ path }) => !isSystemFile(path));
  const files = own.filter(({ isDirectory }) => !isDirectory);
  const digests = new Map<string, Digest>();
  const remaining: ZipEntry[] = [];
  for (const entry of files) {
    const stored = storedFiles?.get(entry.path);
    if (stored?.size === entry.size) digests.set(entry.path, stored);
    else remaining.push(entry);
  }
  let unreported: (ExtractedEntry & Digest)[] = [];
  const addDigest = async (path: string, digest: Digest) => {
    digests.set(path, digest);
    unreported.push(fileRow(path, digest));
    if (unreported.length >= REPORT_BATCH_SIZE) await reportExtracted();
  };
  const reportExtracted = async () => {
    const rows = unreported;
    unreported = [];
    if (rows.length > 0) await onExtracted?.(rows);
  };
  const largeFiles = remaining.filter((entry) => !isSmall(entry));
  const largeFileQueues = Array.from(
    { length: Math.min(MAX_PARALLEL_LARGE_FILES, largeFiles.length) },
    () => largeFiles,
  );
  await runInParallel([
    (stopping) =>
      extractSmall(extraction, remaining.filter(isSmall), { addDigest, reportExtracted }, stopping),
    ...largeFileQueues.map(
      (queue) => (stopping: AbortSignal) =>
        extractLarge(extraction, queue, { addDigest, reportExtracted }, stopping),
    ),
  ]);
  return [
    ...[...listFolders(own)].map(folderRow),
    ...files.map(({ path }) => fileRow(path, digests.get(path)!)),
  ];
}

const isSmall = ({ size, compressedSize }: ZipEntry) =>
  size <= MAX_SMALL_FILE_BYTES && compressedSize <= MAX_SMALL_FILE_BYTES;

const fileRow = (path: string, { size, sha256 }: Digest) => ({
  path,
  uploadType: "file" as const,
  mimeType: getMimeType(path),
  size,
  sha256,
});

const folderRow = (path: string): ExtractedEntry => ({
  path,
  uploadType: "directory",
  mimeType: "directory",
  size: 0,
  sha256: undefined,
});

interface ExtractionProgress {
  addDigest(path: string, digest: Digest): Promise<void>;
  reportExtracted(): Promise<void>;
}

const REPORT_BATCH_SIZE = 100;

const READ_WINDOW_BYTES = 1024 * 1024;
const MAX_PARALLEL_SMALL_FILES = 128;
const MAX_SMALL_FILE_BYTES_HELD = 32 * 1024 * 1024;

/** Reads in the zip's order, because adjacent files share a range request. */
async function extractSmall(
  { access, write }: Pick<Extraction, "access" | "write">,
  entries: ZipEntry[],
  { addDigest, reportExtracted }: ExtractionProgress,
  stopping: AbortSignal,
): Promise<void> {
  const buffered = new BufferedAccess(access, READ_WINDOW_BYTES);
  const slots = createSlots(MAX_PARALLEL_SMALL_FILES, MAX_SMALL_FILE_BYTES_HELD);
  try {
    for (const entry of entries) {
      if (stopping.aborted) break;
      const packed = await readCompressed(buffered, entry);
      await slots.start(packed.length + entry.size, async () => {
        const content = await decompressEntry(packed, entry);
        const { path, size } = entry;
        const about = { contentType: getMimeType(path), size };
        await write(path, Readable.from(content, { objectMode: false }), about);
        await addDigest(path, { size, sha256: createHash("sha256").update(content).digest("hex") });
      });
    }
  } finally {
    // Also after a failure, wait for all writes and report them.
    await slots.ended().finally(reportExtracted);
  }
}

/** Limits concurrent work by count and bytes. A failure rejects the next `start`; `ended` waits for all. */
function createSlots(maxCount: number, maxBytes: number) {
  const running = new Set<Promise<void>>();
  let heldBytes = 0;
  let failure: { error: unknown } | undefined;
  const throwFailure = () => {
    if (failure) throw failure.error;
  };
  return {
    async start(bytes: number, work: () => Promise<void>): Promise<void> {
      while (running.size >= maxCount || (running.size > 0 && heldBytes + bytes > maxBytes))
        await Promise.race(running);
      throwFailure();
      heldBytes += bytes;
      const run = work()
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => {
          running.delete(run);
          heldBytes -= bytes;
        });
      running.add(run);
    },
    async ended(): Promise<void> {
      await Promise.all(running);
      throwFailure();
    },
  };
}

async function extractLarge(
  extraction: Pick<Extraction, "access" | "write">,
  queue: ZipEntry[],
  { addDigest, reportExtracted }: ExtractionProgress,
  stopping: AbortSignal,
): Promise<void> {
  for (let entry = queue.shift(); entry && !stopping.aborted; entry = queue.shift()) {
    await addDigest(entry.path, await writeEntry(extraction, entry, stopping));
    await reportExtracted();
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
  // Without a listener, an error after the write has failed would end the process.
  tap.on("error", () => undefined);
  try {
    await write(entry.path, content.pipe(tap), { contentType: getMimeType(entry.path), size: entry.size });
  } catch (error) {
    // A storage client may wrap the error of its source stream; the vendor needs the original.
    throw failure instanceof InvalidZipError ? failure : error;
  } finally {
    content.destroy();
  }
  if (failure) throw failure;
  if (!tap.digest) throw new Error(`Not all of ${entry.path} was stored`);
  return tap.digest;
}

/** The first failure aborts the others; it is thrown when all have ended. */
async function runInParallel(tasks: ((stopping: AbortSignal) => Promise<void>)[]): Promise<void> {
  const stop = new AbortController();
  const failures: unknown[] = [];
  const run = (work: (stopping: AbortSignal) => Promise<void>) =>
    work(stop.signal).catch((error: unknown) => {
      failures.push(error);
      stop.abort();
    });
  await Promise.all(tasks.map(run));
  if (failures.length > 0) throw failures[0];
}
