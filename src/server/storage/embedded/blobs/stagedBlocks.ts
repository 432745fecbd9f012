import { randomUUID, type Hash } from "node:crypto";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createFolder, listNames, writeStreamDurably, syncFolder } from "./durableFiles.ts";
import { createKeyedMutex, mapInBatches } from "./mutex.ts";
import { hashName } from "./storedEntry.ts";

interface StagedBlock {
  block: string;
  size: number;
  path: string;
}

export interface StagedBlocks {
  receive(body: Readable, hash: Hash): Promise<string>;
  /** Adds a stored file as a block of a blob. Replaces a block with the same id. */
  add(blob: string, block: string, path: string): Promise<void>;
  list(blob: string): Promise<StagedBlock[]>;
  clear(blob: string): Promise<void>;
  /** Removes the blocks of all blobs that received none since this time. */
  removeOlderThan(time: number): Promise<void>;
}

export function createStagedBlocks(folder: string, incoming: string): StagedBlocks {
  const getBlobFolder = (blob: string) => join(folder, hashName(blob));
  const lock = createKeyedMutex();

  return {
    async receive(body, hash) {
      const path = join(incoming, randomUUID());
      await writeStreamDurably(path, body, hash);
      return path;
    },
    add: (blob, block, path) =>
      lock(hashName(blob), async () => {
        await createFolder(getBlobFolder(blob));
        await rename(path, join(getBlobFolder(blob), getBlockFileName(block)));
        await syncFolder(getBlobFolder(blob));
      }),
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
          // The mtime of a folder changes when a block is added.
          const { mtimeMs } = await stat(join(folder, name));
          if (mtimeMs < time) await rm(join(folder, name), { recursive: true, force: true });
        });
    },
  };
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
