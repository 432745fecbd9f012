import { randomUUID, type Hash } from "node:crypto";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createFolder, listNames, writeStreamDurably, syncFolder } from "./durableFiles.ts";
import { mapInBatches, type KeyedMutex } from "./mutex.ts";
import { hashName } from "./storedEntry.ts";

interface StagedBlock {
  block: string;
  size: number;
  path: string;
}

export interface StagedBlocks {
  receive(body: Readable, hash: Hash): Promise<string>;
  /** Adds a stored file as a block of a blob. Replaces a block with the same id. Hold the blob's lock. */
  add(blob: string, block: string, path: string): Promise<void>;
  list(blob: string): Promise<StagedBlock[]>;
  clear(blob: string): Promise<void>;
  /** Removes the blocks of all blobs that received none since this time. */
  removeOlderThan(time: number): Promise<void>;
}

/** @param lock the container's lock, keyed by the hash of the blob's name */
export function createStagedBlocks(folder: string, incoming: string, lock: KeyedMutex): StagedBlocks {
  const getBlobFolder = (blob: string) => join(folder, hashName(blob));

  return {
    async receive(body, hash) {
      const path = join(incoming, randomUUID());
      await writeStreamDurably(path, body, hash);
      return path;
    },
    async add(blob, block, path) {
      await createFolder(getBlobFolder(blob));
      await rename(path, join(getBlobFolder(blob), getBlockFileName(block)));
      await syncFolder(getBlobFolder(blob));
    },
    list: async (blob) => listBlocks(getBlobFolder(blob)),
    async clear(blob) {
      // Renamed first: a crash while removing would leave an incomplete list of blocks.
      const removedFolder = join(incoming, randomUUID());
      if ((await listNames(getBlobFolder(blob))).length === 0) return;
      await rename(getBlobFolder(blob), removedFolder);
      await rm(removedFolder, { recursive: true, force: true });
    },
    async removeOlderThan(time) {
      for (const name of await listNames(folder))
        await lock(name, async () => {
          const changedAt = await findModificationTime(join(folder, name));
          if (changedAt !== undefined && changedAt < time)
            await rm(join(folder, name), { recursive: true, force: true });
        });
    },
  };
}

/** Changes when a block is added. Undefined if a commit has removed the folder. */
async function findModificationTime(blobFolder: string): Promise<number | undefined> {
  try {
    return (await stat(blobFolder)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const getBlockFileName = (block: string) => Buffer.from(block, "base64").toString("hex") || "empty";
const getBlockId = (file: string) => (file === "empty" ? "" : Buffer.from(file, "hex").toString("base64"));

async function listBlocks(blobFolder: string): Promise<StagedBlock[]> {
  const files = (await listNames(blobFolder)).sort();
  return mapInBatches(files, async (file) => {
    const path = join(blobFolder, file);
    return { block: getBlockId(file), size: (await stat(path)).size, path };
  });
}
