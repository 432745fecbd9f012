import { randomUUID, type Hash } from "node:crypto";
import { mkdir, readFile, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { linkOrCopy, makeFolder, namesIn, receiveFile, syncFolder, writeDurably } from "./durableFiles.ts";
import { createKeyedLock, inBatches, type KeyedLock } from "./sideBySide.ts";
import { createNameIndex, type NameIndex } from "./nameIndex.ts";
import { nameHash, type Part, type StoredEntry } from "./storedEntry.ts";
import { createStagedBlocks, type StagedBlocks } from "./stagedBlocks.ts";

/** One container: its entries and bytes on disk, the names of its blobs in memory, its blocks not yet committed. */
export interface Container {
  name: string;
  about: ContainerFacts;
  index: NameIndex;
  /** Resolves once what a crash left behind is cleared, or it was told to stop. */
  tidied: Promise<void>;
  /** What is kept of a blob; nothing when there is none of that name. */
  find(name: string): Promise<StoredEntry | undefined>;
  staged: StagedBlocks;
  /** Changes of one blob go through this, so that what was checked still holds when it is done. */
  lock: KeyedLock;
  /** Takes a body onto the disk as parts that belong to no blob yet: one, or none where it is empty. */
  receiveParts(name: string, body: Readable, hash?: Hash): Promise<Part[]>;
  /** Gives files (by their absolute paths) second names as parts of this blob. */
  adoptParts(name: string, sources: (Omit<Part, "file"> & { path: string })[]): Promise<Part[]>;
  partPath(part: Part): string;
  /** From here on the blob is this: on disk before it is in memory. What it replaces is removed afterwards. */
  commit(entry: StoredEntry): Promise<void>;
  remove(entry: StoredEntry): Promise<void>;
  discard(parts: Part[]): Promise<void>;
}

interface ContainerFacts {
  created: string;
  etag: string;
}

/**
 * Opens a container's folder, which takes as long for one blob as for a million: entries are read when they are asked
 * for. Behind that, the names are collected for lists, and bytes that no entry speaks of, which were never acknowledged
 * as a blob, are removed. While an entry cannot be read, nothing is removed, and nothing listed: guessing would lose bytes.
 */
export async function openContainer(name: string, folder: string, stopping: AbortSignal): Promise<Container> {
  const about = JSON.parse(await readFile(join(folder, "container.json"), "utf8")) as ContainerFacts;
  await rm(join(folder, "incoming"), { recursive: true, force: true });
  for (const part of ["blobs", "data", "staged", "incoming"]) await makeFolder(join(folder, part));
  for (const part of ["blobs", "data"]) await makeShelves(join(folder, part));
  const opened = Date.now();
  const reading = readEntries(join(folder, "blobs"), opened, stopping);
  const index = createNameIndex(reading.then((entries) => entries.map((entry) => entry.name)));
  const tidied = reading.then(
    (entries) => clearUnreferenced(join(folder, "data"), entries, opened, stopping),
    () => undefined,
  );
  return {
    name,
    about,
    index,
    tidied,
    staged: createStagedBlocks(join(folder, "staged"), join(folder, "incoming")),
    lock: createKeyedLock(),
    ...partsOf(folder),
    ...entriesOf(folder, index),
  };
}

/** All shelves at once and beforehand: made when first needed, two writers could each think the other made it last. */
async function makeShelves(folder: string): Promise<void> {
  const shelves = Array.from({ length: 256 }, (_, shelf) => shelf.toString(16).padStart(2, "0"));
  await inBatches(shelves, (shelf) => mkdir(join(folder, shelf), { recursive: true }));
  await syncFolder(folder);
}

function partsOf(folder: string) {
  const data = join(folder, "data");
  const newFile = (name: string) => `${nameHash(name).slice(0, 2)}/${randomUUID()}`;
  const shelfOf = (name: string) => join(data, nameHash(name).slice(0, 2));
  const discard = async (parts: Part[]) => {
    await inBatches([...new Set(parts.map((part) => part.file))], (file) =>
      // What cannot be removed now (Windows holds files that are being read) goes at the next start.
      unlink(join(data, file)).catch(() => undefined),
    );
  };
  return {
    discard,
    partPath: (part: Part) => join(data, part.file),

    async receiveParts(name: string, body: Readable, hash?: Hash): Promise<Part[]> {
      const part = { block: "", file: newFile(name) };
      const size = await receiveFile(join(data, part.file), body, hash);
      if (size === 0) await discard([{ ...part, size }]);
      else await syncFolder(shelfOf(name));
      return size === 0 ? [] : [{ ...part, size }];
    },

    async adoptParts(name: string, sources: (Omit<Part, "file"> & { path: string })[]): Promise<Part[]> {
      const planned = sources.map(({ path, ...part }) => ({ path, part: { ...part, file: newFile(name) } }));
      const parts = planned.map(({ part }) => part);
      try {
        await inBatches(planned, ({ path, part }) => linkOrCopy(path, join(data, part.file)));
        await syncFolder(shelfOf(name));
      } catch (error) {
        await discard(parts);
        throw error;
      }
      return parts;
    },
  };
}

function entriesOf(folder: string, index: NameIndex) {
  const shelfOf = (name: string) => join(folder, "blobs", nameHash(name).slice(0, 2));
  const pathOf = (name: string) => join(shelfOf(name), `${nameHash(name)}.json`);
  return {
    find: (name: string) => readEntry(pathOf(name)),
    async commit(entry: StoredEntry) {
      await writeDurably(pathOf(entry.name), JSON.stringify(entry));
      index.add(entry.name);
    },
    async remove(entry: StoredEntry) {
      await unlink(pathOf(entry.name));
      index.delete(entry.name);
      await syncFolder(shelfOf(entry.name));
    },
  };
}

/** What of an entry is needed to list it and to keep its bytes. */
type Referenced = Pick<StoredEntry, "name"> & { files: string[] };

async function readEntries(folder: string, opened: number, stopping: AbortSignal): Promise<Referenced[]> {
  const entries: Referenced[] = [];
  for (const shelf of await namesIn(folder)) {
    stopping.throwIfAborted();
    const names = await namesIn(join(folder, shelf));
    const left = names.filter((name) => name.endsWith(".tmp")).map((name) => join(folder, shelf, name));
    await inBatches(left, (path) => removeOlder(path, opened));
    const files = names.filter((name) => name.endsWith(".json")).map((name) => join(folder, shelf, name));
    for (const entry of await inBatches(files, readEntry))
      if (entry) entries.push({ name: entry.name, files: entry.parts.map(({ file }) => file) });
  }
  return entries;
}

async function readEntry(path: string): Promise<StoredEntry | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as StoredEntry;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`An entry of the blob store cannot be read: ${path}.`, { cause });
  }
}

async function clearUnreferenced(
  data: string,
  entries: Referenced[],
  opened: number,
  stopping: AbortSignal,
): Promise<void> {
  const referenced = new Set(entries.flatMap(({ files }) => files));
  for (const shelf of await namesIn(data)) {
    if (stopping.aborted) return;
    const files = (await namesIn(join(data, shelf))).map((name) => `${shelf}/${name}`);
    await inBatches(
      files.filter((file) => !referenced.has(file)),
      (file) => removeOlder(join(data, file), opened),
    );
  }
}

/**
 * Removes a file that was there before the container was opened. Being made, written and given a second name all count
 * as changes of its status, so that what belongs to a blob of this run is never taken for a remainder.
 */
async function removeOlder(path: string, opened: number): Promise<void> {
  try {
    const { ctimeMs } = await stat(path);
    if (ctimeMs < opened - CLOCK_STEP) await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** File systems tell time in steps of up to two seconds. */
const CLOCK_STEP = 2000;
