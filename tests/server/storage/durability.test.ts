import type { BlockBlobClient } from "@azure/storage-blob";
import { mkdir, readdir, rm, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBlobFolder } from "../../../src/blob-store/blobs/blobFolder.ts";
import { createBlockId, readBytes, sha256, createBytes } from "./blobContent.ts";
import { startStore, createTemporaryFolder } from "./embeddedStore.ts";
import { spawnStore } from "./spawnStore.ts";

const KILLS = Number(process.env.STORE_KILLS ?? 5);
const BLOCK = 64 * 1024;
const BLOCKS = 240;
let folder: string;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

interface Sending {
  /** Resolves once `count` pieces are acknowledged, or all. */
  untilAcknowledged(count: number): Promise<void>;
  /** Resolves with the acknowledged pieces. */
  ended: Promise<number[]>;
}

/** Sends pieces to the store, three at a time, until the store is killed. */
function sendUntilKilled(pieces: number[], send: (piece: number) => Promise<unknown>): Sending {
  const acknowledged: number[] = [];
  const listeners = new Set<() => void>();
  const left = [...pieces];
  const worker = async () => {
    for (let piece = left.shift(); piece !== undefined; piece = left.shift()) {
      const sent = piece;
      const isStored = await send(sent).then(
        () => true,
        () => false,
      );
      if (!isStored) return;
      acknowledged.push(sent);
      for (const notify of listeners) notify();
    }
  };
  const ended = Promise.all([worker(), worker(), worker()]).then(() => acknowledged);
  const whenAcknowledged = (count: number) =>
    new Promise<void>((resolve) => listeners.add(() => void (acknowledged.length >= count && resolve())));
  return {
    ended,
    untilAcknowledged: (count) => Promise.race([whenAcknowledged(count), ended.then(() => undefined)]),
  };
}

describe("a killed store", () => {
  it("keeps every acknowledged block and commits the correct blob", async () => {
    const content = createBytes(BLOCK * BLOCKS);
    const getPiece = (index: number) => content.subarray(index * BLOCK, (index + 1) * BLOCK);
    const all = Array.from({ length: BLOCKS }, (_, index) => index);
    const stage = (blob: BlockBlobClient) => (index: number) =>
      blob.stageBlock(createBlockId(index), getPiece(index), BLOCK);
    const stored = new Set<number>();
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const store = await spawnStore(folder);
      const container = store.service.getContainerClient("ms2");
      await container.createIfNotExists();
      const blob = container.getBlockBlobClient("model.zip");
      const { uncommittedBlocks = [] } = stored.size > 0 ? await blob.getBlockList("uncommitted") : {};
      const found = new Map(uncommittedBlocks.map((block) => [block.name, block.size]));
      for (const index of stored) expect(found.get(createBlockId(index))).toBe(BLOCK);
      const sending = sendUntilKilled(
        all.filter((index) => !stored.has(index)),
        stage(blob),
      );
      if (kill < KILLS) {
        await sending.untilAcknowledged(1 + Math.floor(Math.random() * 20));
        await store.kill();
      }
      for (const index of await sending.ended) stored.add(index);
      if (kill < KILLS) continue;
      await blob.commitBlockList(all.map(createBlockId));
      await store.kill();
    }
    expect(stored.size).toBe(BLOCKS);
    const last = await spawnStore(folder);
    const blob = last.service.getContainerClient("ms2").getBlobClient("model.zip");
    const downloaded = await readBytes((await blob.download()).readableStreamBody!);
    await last.kill();
    expect(sha256(downloaded)).toBe(sha256(content));
  });

  it("keeps every acknowledged blob completely, and nothing of the others", async () => {
    const contents = Array.from({ length: 400 }, (_, index) => createBytes(3000 + index));
    const all = contents.map((_, index) => index);
    const store = await spawnStore(folder);
    const container = store.service.getContainerClient("ms2");
    await container.create();
    const put = (index: number) =>
      container.getBlockBlobClient(`f/${index % 250}`).upload(contents[index]!, contents[index]!.length);
    const sending = sendUntilKilled(all, put);
    await sending.untilAcknowledged(50);
    await store.kill();
    const acknowledged = await sending.ended;
    expect(acknowledged.length).toBeGreaterThan(0);

    // Files newer than the file system's time resolution are not removed as orphans.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2500 });
    const again = await startStore({ folder });
    const reopened = again.service.getContainerClient("ms2");
    try {
      for (const index of acknowledged) {
        const answer = await reopened.getBlobClient(`f/${index % 250}`).download();
        const bytes = await readBytes(answer.readableStreamBody!);
        const expected = [index, index + 250]
          .filter((one) => contents[one])
          .map((one) => sha256(contents[one]!));
        expect(expected).toContain(sha256(bytes));
      }
      let blobs = 0;
      for await (const item of reopened.listBlobsFlat()) blobs += item.properties.contentLength! > 0 ? 1 : 0;
      await vi.waitFor(async () =>
        expect(await filesIn(join(folder, "container-ms2", "data"))).toHaveLength(blobs),
      );
    } finally {
      await again.stop();
      vi.useRealTimers();
    }
  });

  it("starts with an incomplete container", async () => {
    const store = await startStore({ folder });
    await store.service.createContainer("ms2");
    await store.stop();
    await mkdir(join(folder, "container-half"));
    const again = await startStore({ folder });
    await again.service.createContainer("half");
    await again.stop();
  });
});

describe("a full disk", () => {
  it("is reported with 507 and does not affect stored data", async () => {
    const store = await spawnStore(folder, 1024);
    try {
      const container = store.service.getContainerClient("ms2");
      await container.create();
      const [small, large] = [createBytes(100_000), createBytes(5_000_000)];
      const blob = container.getBlockBlobClient("a");
      await blob.upload(small, small.length);
      const before = (await filesIn(folder)).length;
      const full = { statusCode: 507, code: "InsufficientStorage" };
      await expect(blob.upload(large, large.length)).rejects.toMatchObject(full);
      await expect(blob.stageBlock(createBlockId(0), large, large.length)).rejects.toMatchObject(full);
      expect((await filesIn(folder)).length).toBe(before);
      expect(await readBytes((await blob.download()).readableStreamBody!)).toEqual(small);
      await container.getBlockBlobClient("b").upload(small, small.length);
    } finally {
      await store.kill();
    }
  });
});

describe("uncommitted blocks", () => {
  it("are removed a week after the last one", async () => {
    const store = await startStore({ folder });
    const container = store.service.getContainerClient("ms2");
    await container.create();
    for (const name of ["old", "recent"])
      await container.getBlockBlobClient(name).stageBlock(createBlockId(0), "x", 1);
    await store.stop();
    const opened = await openBlobFolder(folder);
    const { path } = (await opened.getContainer("ms2").staged.list("old"))[0]!;
    const dayAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    await utimes(join(path, ".."), dayAgo(6.9), dayAgo(6.9));
    await opened.removeStaleBlocks();
    expect(await opened.getContainer("ms2").staged.list("old")).toHaveLength(1);
    await utimes(join(path, ".."), dayAgo(7.1), dayAgo(7.1));
    await opened.removeStaleBlocks();
    expect(await opened.getContainer("ms2").staged.list("old")).toHaveLength(0);
    expect(await opened.getContainer("ms2").staged.list("recent")).toHaveLength(1);
  });

  it("are removed even if the blocks of another blob vanish at the same time", async () => {
    const store = await startStore({ folder });
    const container = store.service.getContainerClient("ms2");
    await container.create();
    await container.getBlockBlobClient("old").stageBlock(createBlockId(0), "x", 1);
    const { staged } = store.store.getContainer("ms2");
    const oldFolder = join((await staged.list("old"))[0]!.path, "..");
    await utimes(oldFolder, new Date(0), new Date(0));
    // Listed, but not found: like a folder that a commit removes after it was listed.
    await symlink("nowhere", join(oldFolder, "..", "0".repeat(64)));
    await store.store.removeStaleBlocks();
    expect(await staged.list("old")).toHaveLength(0);
    await store.stop();
  });
});
