import { randomUUID, type Hash } from "node:crypto";
import { mkdir, readFile, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import {
  linkOrCopy,
  createFolder,
  listNames,
  writeStreamDurably,
  syncFolder,
  writeDurably,
} from "./durableFiles.ts";
import { createKeyedMutex, mapInBatches, type KeyedMutex } from "./mutex.ts";
import { createNameIndex, type NameIndex } from "./nameIndex.ts";
import { hashName, type BlobPart, type BlobEntry } from "./storedEntry.ts";
import { createStagedBlocks, type StagedBlocks } from "./stagedBlocks.ts";

/** Entries and content are on disk, the names of all blobs in memory. */
export interface Container {
  name: string;
  info: ContainerInfo;
  nameIndex: NameIndex;
  /** Resolves once the files left by a crash are removed, or the store is closed. */
  orphansRemoved: Promise<void>;
  find(name: string): Promise<BlobEntry | undefined>;
  staged: StagedBlocks;
  /** Serializes changes to a blob, so that checked conditions stay true until the commit. */
  lock: KeyedMutex;
  /** Stores a body as one part (none if empty) that belongs to no blob yet. */
  receiveParts(name: string, body: Readable, hash?: Hash): Promise<BlobPart[]>;
  /** Hard-links files (absolute paths) as parts of this blob. */
  linkParts(name: string, sources: (Omit<BlobPart, "file"> & { path: string })[]): Promise<BlobPart[]>;
  partPath(part: BlobPart): string;
  /** Writes the entry to disk, then adds it to the index. The caller discards the replaced parts. */
  commit(entry: BlobEntry): Promise<void>;
  remove(entry: BlobEntry): Promise<void>;
  discard(parts: BlobPart[]): Promise<void>;
}

interface ContainerInfo {
  created: string;
  etag: string;
}

/**
 * Opening takes constant time. In the background, reads all entries to build the name index and to remove data files that
 * no entry references. If an entry cannot be read, nothing is listed or removed: its data could be lost.
 */
export async function openContainer(
  name: string,
  folder: string,
  stopSignal: AbortSignal,
): Promise<Container> {
  const info = JSON.parse(await readFile(join(folder, "container.json"), "utf8")) as ContainerInfo;
  await rm(join(folder, "incoming"), { recursive: true, force: true });
  for (const name of ["blobs", "data", "staged", "incoming"]) await createFolder(join(folder, name));
  for (const name of ["blobs", "data"]) await createShardDirs(join(folder, name));
  const openedAt = Date.now();
  const entriesRead = readEntries(join(folder, "blobs"), openedAt, stopSignal);
  const nameIndex = createNameIndex(entriesRead.then((entries) => entries.map((entry) => entry.name)));
  const orphansRemoved = entriesRead.then(
    (entries) => removeOrphans(join(folder, "data"), entries, openedAt, stopSignal),
    () => undefined,
  );
  const mutex = createKeyedMutex();
  return {
    name,
    info,
    nameIndex,
    orphansRemoved,
    staged: createStagedBlocks(join(folder, "staged"), join(folder, "incoming"), mutex),
    lock: (blob, work) => mutex(hashName(blob), work),
    ...createPartFiles(folder),
    ...createEntryFiles(folder, nameIndex),
  };
}

/** Creates all shard directories up front, to avoid a race between concurrent writers. */
async function createShardDirs(folder: string): Promise<void> {
  const shards = Array.from({ length: 256 }, (_, shard) => shard.toString(16).padStart(2, "0"));
  await mapInBatches(shards, (shard) => mkdir(join(folder, shard), { recursive: true }));
  await syncFolder(folder);
}

function createPartFiles(folder: string) {
  const data = join(folder, "data");
  const createPartName = (name: string) => `${hashName(name).slice(0, 2)}/${randomUUID()}`;
  const getShardDir = (name: string) => join(data, hashName(name).slice(0, 2));
  const discard = async (parts: BlobPart[]) => {
    await mapInBatches([...new Set(parts.map((part) => part.file))], (file) =>
      // Windows cannot remove a file that is being read; the next start removes it.
      unlink(join(data, file)).catch(() => undefined),
    );
  };
  return {
    discard,
    partPath: (part: BlobPart) => join(data, part.file),

    async receiveParts(name: string, body: Readable, hash?: Hash): Promise<BlobPart[]> {
      const part = { block: "", file: createPartName(name) };
      const size = await writeStreamDurably(join(data, part.file), body, hash);
      if (size === 0) await discard([{ ...part, size }]);
      else await syncFolder(getShardDir(name));
      return size === 0 ? [] : [{ ...part, size }];
    },

    async linkParts(
      name: string,
      sources: (Omit<BlobPart, "file"> & { path: string })[],
    ): Promise<BlobPart[]> {
      const planned = sources.map(({ path, ...part }) => ({
        path,
        part: { ...part, file: createPartName(name) },
      }));
      const parts = planned.map(({ part }) => part);
      try {
        await mapInBatches(planned, ({ path, part }) => linkOrCopy(path, join(data, part.file)));
        await syncFolder(getShardDir(name));
      } catch (error) {
        await discard(parts);
        throw error;
      }
      return parts;
    },
  };
}

function createEntryFiles(folder: string, nameIndex: NameIndex) {
  const getShardDir = (name: string) => join(folder, "blobs", hashName(name).slice(0, 2));
  const getPath = (name: string) => join(getShardDir(name), `${hashName(name)}.json`);
  return {
    find: (name: string) => readEntry(getPath(name)),
    async commit(entry: BlobEntry) {
      await writeDurably(getPath(entry.name), JSON.stringify(entry));
      nameIndex.add(entry.name);
    },
    async remove(entry: BlobEntry) {
      await unlink(getPath(entry.name));
      nameIndex.delete(entry.name);
      await syncFolder(getShardDir(entry.name));
    },
  };
}

type EntryFiles = Pick<BlobEntry, "name"> & { files: string[] };

async function readEntries(folder: string, openedAt: number, stopSignal: AbortSignal): Promise<EntryFiles[]> {
  const entries: EntryFiles[] = [];
  for (const shard of await listNames(folder)) {
    stopSignal.throwIfAborted();
    const names = await listNames(join(folder, shard));
    const temporaryFiles = names
      .filter((name) => name.endsWith(".tmp"))
      .map((name) => join(folder, shard, name));
    await mapInBatches(temporaryFiles, (path) => removeIfOlder(path, openedAt));
    const files = names.filter((name) => name.endsWith(".json")).map((name) => join(folder, shard, name));
    for (const entry of await mapInBatches(files, readEntry))
      if (entry) entries.push({ name: entry.name, files: entry.parts.map(({ file }) => file) });
  }
  return entries;
}

async function readEntry(path: string): Promise<BlobEntry | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as BlobEntry;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`The blob entry ${path} cannot be read.`, { cause });
  }
}

async function removeOrphans(
  data: string,
  entries: EntryFiles[],
  openedAt: number,
  stopSignal: AbortSignal,
): Promise<void> {
  const referenced = new Set(entries.flatMap(({ files }) => files));
  for (const shard of await listNames(data)) {
    if (stopSignal.aborted) return;
    const files = (await listNames(join(data, shard))).map((name) => `${shard}/${name}`);
    await mapInBatches(
      files.filter((file) => !referenced.has(file)),
      (file) => removeIfOlder(join(data, file), openedAt),
    );
  }
}

/** ctime also changes when a file is linked, so files used since the start are never removed. */
async function removeIfOlder(path: string, openedAt: number): Promise<void> {
  try {
    const { ctimeMs } = await stat(path);
    if (ctimeMs < openedAt - CLOCK_STEP_MS) await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** File systems have a time resolution of up to two seconds. */
const CLOCK_STEP_MS = 2000;
