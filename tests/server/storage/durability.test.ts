import type { BlockBlobClient } from "@azure/storage-blob";
import { mkdir, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBlobFolder } from "../../../src/server/storage/embedded/blobs/blobFolder.ts";
import { blockId, bytesOf, sha256, someBytes } from "./blobContent.ts";
import { startStore, temporaryFolder } from "./embeddedStore.ts";
import { spawnStore } from "./spawnStore.ts";

const KILLS = Number(process.env.STORE_KILLS ?? 5);
const BLOCK = 64 * 1024;
const BLOCKS = 240;
let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

interface Sending {
  /** Resolves once so many pieces are acknowledged, while others are being sent, or once all are. */
  untilAcknowledged(count: number): Promise<void>;
  /** Resolves with the acknowledged pieces once the store is gone or has all of them. */
  ended: Promise<number[]>;
}

/** Sends pieces to the store, three at a time, until it is gone. */
function sendUntilKilled(pieces: number[], send: (piece: number) => Promise<unknown>): Sending {
  const acknowledged: number[] = [];
  const listeners = new Set<() => void>();
  const left = [...pieces];
  const lane = async () => {
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
  const ended = Promise.all([lane(), lane(), lane()]).then(() => acknowledged);
  const enough = (count: number) =>
    new Promise<void>((resolve) => listeners.add(() => void (acknowledged.length >= count && resolve())));
  return { ended, untilAcknowledged: (count) => Promise.race([enough(count), ended.then(() => undefined)]) };
}

describe("a store killed in the midst of its work", () => {
  it("has every acknowledged block when it is back, and makes the right blob of them", async () => {
    const content = someBytes(BLOCK * BLOCKS);
    const piece = (place: number) => content.subarray(place * BLOCK, (place + 1) * BLOCK);
    const all = Array.from({ length: BLOCKS }, (_, place) => place);
    const stage = (blob: BlockBlobClient) => (place: number) =>
      blob.stageBlock(blockId(place), piece(place), BLOCK);
    const kept = new Set<number>();
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const store = await spawnStore(folder);
      const container = store.service.getContainerClient("ms2");
      await container.createIfNotExists();
      const blob = container.getBlockBlobClient("model.zip");
      const { uncommittedBlocks = [] } = kept.size > 0 ? await blob.getBlockList("uncommitted") : {};
      const found = new Map(uncommittedBlocks.map((block) => [block.name, block.size]));
      for (const place of kept) expect(found.get(blockId(place))).toBe(BLOCK);
      const sending = sendUntilKilled(
        all.filter((place) => !kept.has(place)),
        stage(blob),
      );
      if (kill < KILLS) {
        await sending.untilAcknowledged(1 + Math.floor(Math.random() * 20));
        await store.kill();
      }
      for (const place of await sending.ended) kept.add(place);
      if (kill < KILLS) continue;
      await blob.commitBlockList(all.map(blockId));
      await store.kill();
    }
    expect(kept.size).toBe(BLOCKS);
    const last = await spawnStore(folder);
    const blob = last.service.getContainerClient("ms2").getBlobClient("model.zip");
    const downloaded = await bytesOf((await blob.download()).readableStreamBody!);
    await last.kill();
    expect(sha256(downloaded)).toBe(sha256(content));
  });

  it("has every acknowledged blob when it is back, whole, and nothing of the others", async () => {
    const contents = Array.from({ length: 400 }, (_, place) => someBytes(3000 + place));
    const all = contents.map((_, place) => place);
    const store = await spawnStore(folder);
    const container = store.service.getContainerClient("ms2");
    await container.create();
    const put = (place: number) =>
      container.getBlockBlobClient(`f/${place % 250}`).upload(contents[place]!, contents[place]!.length);
    const sending = sendUntilKilled(all, put);
    await sending.untilAcknowledged(50);
    await store.kill();
    const acknowledged = await sending.ended;
    expect(acknowledged.length).toBeGreaterThan(0);

    // Files younger than the resolution of a file system's clock do not count as orphans.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2500 });
    const again = await startStore({ folder });
    const reopened = again.service.getContainerClient("ms2");
    try {
      for (const place of acknowledged) {
        const answer = await reopened.getBlobClient(`f/${place % 250}`).download();
        const bytes = await bytesOf(answer.readableStreamBody!);
        const expected = [place, place + 250]
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

  it("is not stopped by what a crash leaves behind", async () => {
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
  it("is said plainly, and costs nothing that is stored", async () => {
    const store = await spawnStore(folder, 1024);
    try {
      const container = store.service.getContainerClient("ms2");
      await container.create();
      const [small, large] = [someBytes(100_000), someBytes(5_000_000)];
      const blob = container.getBlockBlobClient("a");
      await blob.upload(small, small.length);
      const before = (await filesIn(folder)).length;
      const full = { statusCode: 507, code: "InsufficientStorage" };
      await expect(blob.upload(large, large.length)).rejects.toMatchObject(full);
      await expect(blob.stageBlock(blockId(0), large, large.length)).rejects.toMatchObject(full);
      expect((await filesIn(folder)).length).toBe(before);
      expect(await bytesOf((await blob.download()).readableStreamBody!)).toEqual(small);
      await container.getBlockBlobClient("b").upload(small, small.length);
    } finally {
      await store.kill();
    }
  });
});

describe("blocks that nobody commits", () => {
  it("are kept for a week after the last one, and removed then", async () => {
    const store = await startStore({ folder });
    const container = store.service.getContainerClient("ms2");
    await container.create();
    for (const name of ["old", "recent"])
      await container.getBlockBlobClient(name).stageBlock(blockId(0), "x", 1);
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
});
