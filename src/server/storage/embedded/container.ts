import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { linkOrCopy, makeFolder, namesIn, receiveFile, syncFolder, writeDurably } from "./durableFiles.ts";
import { inBatches } from "./inBatches.ts";
import { createKeyedLock, type KeyedLock } from "./keyedLock.ts";
import { createNameIndex, type NameIndex } from "./nameIndex.ts";
import { nameHash, type Part, type StoredEntry } from "./storedEntry.ts";
import { createStagedBlocks, type StagedBlocks } from "./stagedBlocks.ts";

export interface ReceivedPart extends Part {
  md5: string;
}

/** One container: its entries in memory, its bytes and entries on disk, its blocks not yet committed. */
export interface Container {
  name: string;
  about: ContainerFacts;
  index: NameIndex;
  staged: StagedBlocks;
  /** Changes of one blob go through this, so that what was checked still holds when it is done. */
  lock: KeyedLock;
  /** Takes a body onto the disk as a part that belongs to no blob yet. */
  receivePart(name: string, body: Readable): Promise<ReceivedPart>;
  /** Gives files (by their absolute paths) second names as parts of this blob. */
  adoptParts(name: string, sources: (Omit<Part, "file"> & { path: string })[]): Promise<Part[]>;
  partPath(part: Part): string;
  /** From here on the blob is this: on disk before it is in memory. What it replaces is removed afterwards. */
  commit(entry: StoredEntry): Promise<void>;
  remove(entry: StoredEntry): Promise<void>;
  discard(parts: Part[]): Promise<void>;
}

export interface ContainerFacts {
  created: string;
  etag: string;
}

/**
 * Opens a container's folder: reads its entries and clears what a crash left behind. Bytes no entry speaks of were
 * never acknowledged as a blob. An entry that cannot be read stops the opening: guessing would lose its bytes.
 */
export async function openContainer(name: string, folder: string): Promise<Container> {
  const about = JSON.parse(await readFile(join(folder, "container.json"), "utf8")) as ContainerFacts;
  await rm(join(folder, "incoming"), { recursive: true, force: true });
  for (const part of ["blobs", "data", "staged", "incoming"]) await makeFolder(join(folder, part));
  for (const part of ["blobs", "data"]) await makeShelves(join(folder, part));
  const index = createNameIndex(await readEntries(join(folder, "blobs")));
  await clearUnreferenced(join(folder, "data"), index);
  const staged = createStagedBlocks(join(folder, "staged"), join(folder, "incoming"));
  return {
    name,
    about,
    index,
    staged,
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

    async receivePart(name: string, body: Readable): Promise<ReceivedPart> {
      const file = newFile(name);
      const received = await receiveFile(join(data, file), body);
      await syncFolder(shelfOf(name));
      return { block: "", file, ...received };
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
    async commit(entry: StoredEntry) {
      await writeDurably(pathOf(entry.name), JSON.stringify(entry));
      index.set(entry);
    },
    async remove(entry: StoredEntry) {
      await unlink(pathOf(entry.name));
      index.delete(entry.name);
      await syncFolder(shelfOf(entry.name));
    },
  };
}

async function readEntries(folder: string): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = [];
  for (const shelf of await namesIn(folder)) {
    const names = await namesIn(join(folder, shelf));
    for (const left of names.filter((name) => name.endsWith(".tmp"))) await unlink(join(folder, shelf, left));
    const files = names.filter((name) => name.endsWith(".json")).map((name) => join(folder, shelf, name));
    entries.push(...(await inBatches(files, readEntry)));
  }
  return entries;
}

async function readEntry(path: string): Promise<StoredEntry> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as StoredEntry;
  } catch (cause) {
    throw new Error(`The blob store cannot be opened: ${path} cannot be read.`, { cause });
  }
}

async function clearUnreferenced(data: string, index: NameIndex): Promise<void> {
  const referenced = new Set([...index.all()].flatMap((entry) => entry.parts.map((part) => part.file)));
  for (const shelf of await namesIn(data)) {
    const files = (await namesIn(join(data, shelf))).map((name) => `${shelf}/${name}`);
    await inBatches(
      files.filter((file) => !referenced.has(file)),
      (file) => unlink(join(data, file)),
    );
  }
}
