import { BlobServiceClient } from "@azure/storage-blob";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildBlobUrl } from "../../../src/server/storage/grants.ts";
import { createBlobStorage, type BlobStorage } from "../../../src/server/storage/blobStorage.ts";
import { missingAzuriteReason, startAzurite } from "../../../scripts/dev/lib/azurite.ts";
import { readBytes, sha256, createBytes } from "./blobContent.ts";
import { startStore, createStorageOn } from "./embeddedStore.ts";

const MEGABYTE = 1024 * 1024;

interface Running {
  connectionString: string;
  stop(): Promise<unknown>;
  /** Set if the storage works on the files directly. */
  direct?: (container: string) => BlobStorage;
}

async function startEmbeddedStore(): Promise<Running> {
  const store = await startStore();
  return { ...store, direct: (container) => createStorageOn(store, container) };
}

const stores: {
  name: string;
  start: () => Promise<Running>;
  missing: string | undefined;
  grantsFolders: boolean;
}[] = [
  { name: "the embedded store", start: startEmbeddedStore, missing: undefined, grantsFolders: true },
  { name: "the embedded store over HTTP", start: startStore, missing: undefined, grantsFolders: true },
  { name: "Azurite", start: startAzurite, missing: missingAzuriteReason, grantsFolders: false },
];

describe.each(stores)("blob storage on $name", ({ start, missing, grantsFolders }) => {
  let running: Running | undefined;
  let storage: BlobStorage;
  const container = `c-${randomUUID()}`;

  beforeAll(async () => {
    if (missing) return;
    running = await start();
    const { connectionString, direct } = running;
    storage = direct?.(container) ?? createBlobStorage({ connectionString, container });
    await storage.prepare();
  });
  afterAll(() => running?.stop());

  /** A test that is skipped if the store is not installed. */
  const test = (name: string, run: () => Promise<void>) =>
    it(name, async ({ skip }) => {
      if (missing) skip(missing);
      await run();
    });

  const write = (path: string, content: Buffer | string, contentType?: string) =>
    storage.write(path, Readable.from([Buffer.from(content)]), contentType ? { contentType } : {});
  const read = async (path: string, range?: { offset: number; length?: number }) =>
    readBytes(await storage.read(path, range));
  const inAnHour = () => new Date(Date.now() + 3_600_000);

  async function pathsOf(folder: string): Promise<string[]> {
    const paths: string[] = [];
    for await (const blob of storage.list(folder)) paths.push(blob.path);
    return paths;
  }

  test("counts uncommitted blocks", async () => {
    expect(await storage.getUncommittedBytes("waiting/a.zip")).toBe(0);
    const service = BlobServiceClient.fromConnectionString(running!.connectionString);
    const blob = service.getContainerClient(container).getBlockBlobClient("waiting/a.zip");
    const [first, second] = ["first", "other"].map((name) => Buffer.from(name).toString("base64"));
    await blob.stageBlock(first!, "12345", 5);
    expect(await storage.getUncommittedBytes("waiting/a.zip")).toBe(5);
    await blob.stageBlock(second!, "678", 3);
    expect(await storage.getUncommittedBytes("waiting/a.zip")).toBe(8);
    await blob.commitBlockList([first!, second!]);
    expect(await storage.getUncommittedBytes("waiting/a.zip")).toBe(0);
    await blob.stageBlock(first!, "another", 7);
    expect(await storage.getUncommittedBytes("waiting/a.zip")).toBe(7);
  });

  test("prepares an existing container", async () => {
    await storage.prepare();
  });

  test("finds a blob, and returns undefined for a missing one", async () => {
    const before = Date.now();
    await write("find/ä b.txt", "hello", "text/plain");
    const found = await storage.find("find/ä b.txt");
    expect(found).toMatchObject({ path: "find/ä b.txt", size: 5, contentType: "text/plain" });
    expect(Math.abs(found!.modified.getTime() - before)).toBeLessThan(5000);
    expect(found!.etag).toMatch(/^[^"]+$/);
    for await (const listed of storage.list("find")) expect(listed).toEqual(found);
    expect(await storage.find("find")).toBeUndefined();
    expect(await storage.find("find/ä b.tx")).toBeUndefined();
  });

  test("stores a text once, and keeps it when others store one at the same path", async () => {
    const texts = Array.from({ length: 5 }, (_, index) => `text ${index}`);
    await Promise.all(texts.map((text) => storage.writeIfAbsent("once", text)));
    const kept = (await read("once")).toString();
    expect(texts).toContain(kept);
    await storage.writeIfAbsent("once", "later");
    expect((await read("once")).toString()).toBe(kept);
  });

  test("stores text with any characters", async () => {
    const text = "…\\Gelände.hdf, خطة النهر";
    await storage.write("text/a.json", Readable.from([text]));
    expect((await storage.find("text/a.json"))?.size).toBe(Buffer.byteLength(text));
    expect((await read("text/a.json")).toString()).toBe(text);
  });

  test("writes a long stream in blocks and reads it completely and in ranges", async () => {
    const bytes = createBytes(19 * MEGABYTE + 123);
    const pieces = Array.from({ length: 20 }, (_, place) =>
      bytes.subarray(place * MEGABYTE, (place + 1) * MEGABYTE),
    );
    await storage.write("long/a.zip", Readable.from(pieces), { contentType: "application/zip" });
    expect((await storage.find("long/a.zip"))?.size).toBe(bytes.length);
    expect(sha256(await read("long/a.zip"))).toBe(sha256(bytes));
    const middle = 8 * MEGABYTE;
    expect(await read("long/a.zip", { offset: middle - 5, length: 10 })).toEqual(
      bytes.subarray(middle - 5, middle + 5),
    );
    expect(await read("long/a.zip", { offset: bytes.length - 7 })).toEqual(bytes.subarray(-7));
    expect(await read("long/a.zip", { offset: 3, length: 0 })).toEqual(Buffer.alloc(0));
  });

  test("stores nothing of an aborted write", async () => {
    const stopping = new AbortController();
    async function* endless() {
      for (let sent = 0; ; sent += 1) {
        if (sent === 5) stopping.abort();
        yield createBytes(MEGABYTE);
      }
    }
    const { signal } = stopping;
    await expect(storage.write("stopped", Readable.from(endless()), { signal })).rejects.toThrow();
    await expect(storage.write("stopped", Readable.from(["x"]), { signal })).rejects.toThrow();
    expect(await storage.find("stopped")).toBeUndefined();
  });

  for (const size of [1000, 12 * MEGABYTE])
    test(`stores nothing of ${size} bytes when aborted after the last byte`, async () => {
      const stopping = new AbortController();
      const content = Readable.from([createBytes(size)]).once("end", () => stopping.abort());
      await write(`ended/${size}`, "before");
      const writing = storage.write(`ended/${size}`, content, { signal: stopping.signal });
      await expect(writing).rejects.toThrow();
      expect((await read(`ended/${size}`)).toString()).toBe("before");
    });

  test("writes an empty stream as an empty blob", async () => {
    await storage.write("empty", Readable.from([]));
    expect(await read("empty")).toEqual(Buffer.alloc(0));
  });

  for (const size of [1000, 12 * MEGABYTE])
    test(`does not change the blob when a stream fails after ${size} bytes`, async () => {
      const path = `failing/${size}`;
      async function* failing() {
        yield createBytes(size);
        throw new Error("the source failed");
      }
      await expect(storage.write(path, Readable.from(failing()))).rejects.toThrow("the source failed");
      expect(await storage.find(path)).toBeUndefined();
      await write(path, "before");
      await expect(storage.write(path, Readable.from(failing()))).rejects.toThrow("the source failed");
      expect((await read(path)).toString()).toBe("before");
    });

  test("stores no blob of an interrupted stream", async () => {
    let sent = 0;
    const cut = new Readable({
      read() {
        sent += 1;
        if (sent > 12) this.destroy();
        else this.push(createBytes(MEGABYTE));
      },
    });
    await expect(storage.write("cut", cut)).rejects.toThrow();
    expect(await storage.find("cut")).toBeUndefined();
  });

  test("lists only the blobs of a folder, in order", async () => {
    for (const path of ["l/b", "l/a/2", "l/a/1", "la", "k/1"]) await write(path, "x");
    expect(await pathsOf("l")).toEqual(["l/a/1", "l/a/2", "l/b"]);
    expect(await pathsOf("l/a/")).toEqual(["l/a/1", "l/a/2"]);
    expect(await pathsOf("none")).toEqual([]);
    expect(await pathsOf("")).toEqual(expect.arrayContaining(["la", "k/1", "l/b"]));
  });

  test("copies and removes a blob", async () => {
    await write("from/a & ü.txt", "copied", "text/plain");
    await storage.copy("from/a & ü.txt", "to/b.txt", "text/plain");
    await storage.remove("from/a & ü.txt");
    await storage.remove("from/a & ü.txt");
    expect(await storage.find("from/a & ü.txt")).toBeUndefined();
    expect((await read("to/b.txt")).toString()).toBe("copied");
    expect((await storage.find("to/b.txt"))?.contentType).toBe("text/plain");
    await expect(storage.copy("missing", "to/c", "text/plain")).rejects.toThrow();
  });

  test("removes only the given version", async () => {
    await write("version/a", "first");
    const first = await storage.find("version/a");
    await write("version/a", "second");
    await storage.remove("version/a", first);
    expect((await read("version/a")).toString()).toBe("second");
    await storage.remove("version/a", await storage.find("version/a"));
    expect(await storage.find("version/a")).toBeUndefined();
    await storage.remove("version/a", first);
  });

  test("overwrites only the given version when copying", async () => {
    await write("copy/from", "copied");
    await storage.copy("copy/from", "copy/to", "text/plain", { target: { replaced: undefined } });
    await expect(
      storage.copy("copy/from", "copy/to", "text/plain", { target: { replaced: undefined } }),
    ).rejects.toThrow();
    const found = await storage.find("copy/to");
    await write("copy/to", "stored since");
    await expect(
      storage.copy("copy/from", "copy/to", "text/plain", { target: { replaced: found } }),
    ).rejects.toThrow();
    expect((await read("copy/to")).toString()).toBe("stored since");
    await storage.copy("copy/from", "copy/to", "text/plain", {
      target: { replaced: await storage.find("copy/to") },
    });
    expect((await read("copy/to")).toString()).toBe("copied");
  });

  test("reports a missing blob when reading", async () => {
    await expect(storage.read("missing")).rejects.toMatchObject({ statusCode: 404 });
  });

  for (const path of ["a/../b", "./a", "a//b", "", "/a", "a/"])
    test(`rejects the path "${path}"`, async () => {
      await expect(write(path, "x")).rejects.toThrow("Not a valid storage path");
      await expect(storage.copy("to/b.txt", path, "text/plain")).rejects.toThrow("Not a valid storage path");
      await expect(storage.grantUpload(path || "/", "..", inAnHour())).rejects.toThrow(
        "Not a valid storage path",
      );
    });

  const send = (address: string, body: string) =>
    fetch(address, { method: "PUT", body, headers: { "x-ms-blob-type": "BlockBlob" } });

  test("grants access for an upload", async () => {
    const grant = await storage.grantUpload("region-01/ü 1", "model.zip", inAnHour());
    expect(grant.scope).toBe(grantsFolders ? "folder" : "file");
    expect(grant.prefix).toMatch(/\/region-01\/%C3%BC%201\/$/);
    expect((await send(buildBlobUrl(grant, "model.zip"), "zip")).status).toBe(201);
    expect((await read("region-01/ü 1/model.zip")).toString()).toBe("zip");
    expect((await fetch(buildBlobUrl(grant, "model.zip"))).status).toBe(200);
    expect((await send(buildBlobUrl(grant, "other.zip"), "zip")).status).toBe(grantsFolders ? 201 : 403);
    expect((await send(buildBlobUrl(grant, "../2/model.zip"), "zip")).status).toBe(403);
    expect((await fetch(buildBlobUrl(grant, "model.zip"), { method: "DELETE" })).status).toBe(403);
  });

  test("grants read access without write and list", async () => {
    await write("granted/deep/a b.txt", "mine", "text/plain");
    await write("other/a.txt", "another's", "text/plain");
    const grant = await storage.grantRead("granted", inAnHour());
    expect(grant.scope).toBe(grantsFolders ? "folder" : "container");
    expect(await (await fetch(buildBlobUrl(grant, "deep/a b.txt"))).text()).toBe("mine");
    expect((await send(buildBlobUrl(grant, "deep/a b.txt"), "x")).status).toBe(403);
    expect((await fetch(buildBlobUrl(grant, "deep/a b.txt"), { method: "DELETE" })).status).toBe(403);
    const list = `${grant.prefix.replace("granted/", "")}?restype=container&comp=list&prefix=granted/&${grant.query}`;
    expect((await fetch(list)).status).toBe(403);
    if (grantsFolders) expect((await fetch(buildBlobUrl(grant, "../other/a.txt"))).status).toBe(403);
  });

  test("returns the expiry time of a grant", async () => {
    const expires = new Date(Date.now() + 3_600_000);
    const grant = await storage.grantRead("granted", expires);
    expect(Math.abs(Date.parse(grant.expires) - expires.getTime())).toBeLessThan(1000);
    expect(new URLSearchParams(grant.query).get("se")).toBe(grant.expires.replace(".000Z", "Z"));
    const ended = await storage.grantRead("granted", new Date(Date.now() - 1000));
    expect((await fetch(buildBlobUrl(ended, "deep/a b.txt"))).status).toBe(403);
  });

  test("rejects an expired grant", async () => {
    await write("brief/a.txt", "brief", "text/plain");
    const useGrants = async (expires: Date) => {
      const reading = await storage.grantRead("brief", expires);
      const writing = await storage.grantUpload("brief", "model.zip", expires);
      return [
        (await fetch(buildBlobUrl(reading, "a.txt"))).status,
        (await send(buildBlobUrl(writing, "model.zip"), "zip")).status,
      ];
    };
    expect(await useGrants(inAnHour())).toEqual([200, 201]);
    expect(await useGrants(new Date(Date.now() - 1000))).toEqual([403, 403]);
  });

  test("uses the public address in grants", async () => {
    const publicAddress = "https://portal.example.com/store/";
    const shown = createBlobStorage({
      connectionString: running!.connectionString,
      container,
      publicAddress,
    });
    const { prefix } = await shown.grantRead("granted", inAnHour());
    expect(prefix).toBe(`https://portal.example.com/store/${container}/granted/`);
  });

  test("ignores the folders of a hierarchical store", async () => {
    const service = BlobServiceClient.fromConnectionString(running!.connectionString);
    const marker = service.getContainerClient(container).getBlockBlobClient("marked/folder");
    await marker.upload("", 0, { metadata: { hdi_isfolder: "true" } });
    await write("marked/folder/file", "x");
    expect(await pathsOf("marked")).toEqual(["marked/folder/file"]);
    expect(await storage.find("marked/folder")).toBeUndefined();
  });
});

it("rejects a connection string without a key", () => {
  const connectionString =
    "BlobEndpoint=https://a.blob.core.windows.net;SharedAccessSignature=sv=2021-12-02&sig=x";
  expect(() => createBlobStorage({ connectionString, container: "ms2" })).toThrow(
    /AccountName and AccountKey/,
  );
});
