import { randomUUID, type Hash } from "node:crypto";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { makeFolder, namesIn, receiveFile, syncFolder } from "./durableFiles.ts";
import { createKeyedLock, inBatches } from "./sideBySide.ts";
import { nameHash } from "./storedEntry.ts";

interface StagedBlock {
  block: string;
  size: number;
  path: string;
}

/** Blocks that were stored and are not part of any blob yet. */
export interface StagedBlocks {
  /** Takes a block's bytes onto the disk, under no blob yet; answers where they are. */
  receive(body: Readable, hash: Hash): Promise<string>;
  /** Puts received bytes in place as a block of a blob, replacing one of the same name. */
  place(blob: string, block: string, path: string): Promise<void>;
  list(blob: string): Promise<StagedBlock[]>;
  /** Forgets a blob's blocks. */
  clear(blob: string): Promise<void>;
  /** Forgets the blocks of all blobs that got none since the given time. */
  clearBefore(time: number): Promise<void>;
}

export function createStagedBlocks(folder: string, incoming: string): StagedBlocks {
  const shelfOf = (blob: string) => join(folder, nameHash(blob));
  const lock = createKeyedLock();

  return {
    async receive(body, hash) {
      const path = join(incoming, randomUUID());
      await receiveFile(path, body, hash);
      return path;
    },
    place: (blob, block, path) =>
      lock(nameHash(blob), async () => {
        await makeFolder(shelfOf(blob));
        await rename(path, join(shelfOf(blob), fileOf(block)));
        await syncFolder(shelfOf(blob));
      }),
    list: async (blob) => blocksIn(shelfOf(blob)),
    async clear(blob) {
      // One rename first: a crash in the midst of removing would leave half a list to be resumed.
      const doomed = join(incoming, randomUUID());
      if ((await namesIn(shelfOf(blob))).length === 0) return;
      await rename(shelfOf(blob), doomed);
      await rm(doomed, { recursive: true, force: true });
    },
    async clearBefore(time) {
      for (const shelf of await namesIn(folder))
        await lock(shelf, async () => {
          // A folder's own time is that of the last block put into it.
          const { mtimeMs } = await stat(join(folder, shelf));
          if (mtimeMs < time) await rm(join(folder, shelf), { recursive: true, force: true });
        });
    },
  };
}

const fileOf = (block: string) => Buffer.from(block, "base64").toString("hex") || "empty";
const blockOf = (file: string) => (file === "empty" ? "" : Buffer.from(file, "hex").toString("base64"));

async function blocksIn(shelf: string): Promise<StagedBlock[]> {
  const files = (await namesIn(shelf)).sort();
  return inBatches(files, async (file) => {
    const path = join(shelf, file);
    return { block: blockOf(file), size: (await stat(path)).size, path };
  });
}
