import {
  BlobSASPermissions,
  ContainerSASPermissions,
  type BlobItem,
  type ContainerClient,
  type RestError,
} from "@azure/storage-blob";
import helmet from "@fastify/helmet";
import Fastify from "fastify";
import { createHash, randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBlobFolder } from "../../../src/blob-store/blobs/blobFolder.ts";
import { embeddedBlobStore } from "../../../src/blob-store/embeddedBlobStore.ts";
import { createBlockId, readBytes, createBytes } from "./blobContent.ts";
import { ACCOUNT, startStore, createTemporaryFolder, type RunningStore } from "./embeddedStore.ts";

let store: RunningStore;
let container: ContainerClient;

beforeAll(async () => {
  store = await startStore({ allowedOrigins: ["https://portal.example.com"] });
});
afterAll(() => store.stop());
beforeEach(async () => {
  container = store.service.getContainerClient(`c-${randomUUID()}`);
  await container.create();
});

const readError = async (operation: Promise<unknown>) => {
  const error = (await operation.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as RestError | undefined;
  return (
    error && [
      error.statusCode,
      (error.details as { errorCode?: string } | undefined)?.errorCode ?? error.code,
    ]
  );
};

async function put(name: string, content: Buffer | string, options = {}) {
  const bytes = Buffer.from(content);
  await container.getBlockBlobClient(name).upload(bytes, bytes.length, options);
}

const download = async (name: string, offset?: number, count?: number) =>
  readBytes((await container.getBlobClient(name).download(offset, count)).readableStreamBody!);

async function listNames(list: AsyncIterable<BlobItem>): Promise<string[]> {
  const names: string[] = [];
  for await (const item of list) names.push(item.name);
  return names;
}

const inAMinute = () => new Date(Date.now() + 60_000);

const containerQuery = async (permissions: string) => {
  const options = { permissions: ContainerSASPermissions.parse(permissions), expiresOn: inAMinute() };
  return new URL(await container.generateSasUrl(options)).search.slice(1);
};

/** Sends the path unchanged; other clients resolve dots in it. */
function rawRequest(method: string, path: string, body = "") {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = { "x-ms-blob-type": "BlockBlob", "content-length": Buffer.byteLength(body) };
    const sent = request({ host: "127.0.0.1", port: store.port, method, path, headers }, async (answer) =>
      resolve({ status: answer.statusCode, body: (await readBytes(answer)).toString() }),
    );
    sent.on("error", reject).end(body);
  });
}

describe("containers", () => {
  it("can be created once and have properties", async () => {
    expect(await readError(container.create())).toEqual([409, "ContainerAlreadyExists"]);
    expect(await container.exists()).toBe(true);
    expect(await store.service.getContainerClient("missing").exists()).toBe(false);
  });

  it.each(["UPPER", "a", "-a-b", "a--b", "..", "a".repeat(64)])("reject the name %s", async (name) => {
    expect(await readError(store.service.createContainer(name))).toBeDefined();
  });

  it("are listed", async () => {
    const names: string[] = [];
    for await (const found of store.service.listContainers()) names.push(found.name);
    expect(names).toContain(container.containerName);
  });

  it("belong to an account that supports grants for folders", async () => {
    expect((await store.service.getAccountInfo()).isHierarchicalNamespaceEnabled).toBe(true);
  });
});

describe("Put Blob", () => {
  it("stores content, type, hash and metadata", async () => {
    const bytes = createBytes(300_000);
    await put("a/b.bin", bytes, {
      blobHTTPHeaders: { blobContentType: "image/png" },
      metadata: { source: "x" },
    });
    const answer = await container.getBlobClient("a/b.bin").download();
    expect(await readBytes(answer.readableStreamBody!)).toEqual(bytes);
    expect(answer.contentType).toBe("image/png");
    expect(answer.metadata).toEqual({ source: "x" });
    expect(Buffer.from(answer.contentMD5!).toString("base64")).toBe(
      createHash("md5").update(bytes).digest("base64"),
    );
  });

  it("accepts empty content", async () => {
    await put("empty", "");
    expect(await download("empty")).toEqual(Buffer.alloc(0));
    expect((await container.getBlobClient("empty").getProperties()).contentLength).toBe(0);
  });

  it("rejects content with a wrong MD5 and stores nothing", async () => {
    const blobContentMD5 = createHash("md5").update("other").digest();
    expect(await readError(put("a", "mine", { blobHTTPHeaders: { blobContentMD5 } }))).toEqual([
      400,
      "Md5Mismatch",
    ]);
    expect(await container.getBlobClient("a").exists()).toBe(false);
  });

  it("replaces a blob and keeps its creation time", async () => {
    await put("a", "one");
    const before = await container.getBlobClient("a").getProperties();
    await put("a", "two!");
    const after = await container.getBlobClient("a").getProperties();
    expect((await download("a")).toString()).toBe("two!");
    expect(after.etag).not.toBe(before.etag);
    expect(after.createdOn).toEqual(before.createdOn);
  });

  it("leaves no files on disk after the blob is deleted", async () => {
    await put("a", createBytes(5000));
    await container.deleteBlob("a");
    const folder = join(store.folder, `container-${container.containerName}`);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((found) =>
      found.isFile(),
    );
    expect(files.map((found) => found.name)).toEqual(["container.json"]);
    expect(await readError(container.deleteBlob("a"))).toEqual([404, "BlobNotFound"]);
  });
});

describe("blob names", () => {
  const odd = [
    "CASE",
    "case",
    "trailing.",
    "trailing ",
    " leading",
    "con",
    "a//b",
    "a\\b",
    "ümläut/日本語/🌊.zip",
    "percent%2Fsign",
    "plus+and&<quote>\"'",
    "line\nbreak\tand\u0001control",
    "x".repeat(1024),
    "水".repeat(1000),
  ];

  it.each(odd)("are not changed: %j", async (name) => {
    const content = createBytes(10);
    await put(name, content);
    await put(`${name}.`.slice(-1024), "another");
    expect(await download(name)).toEqual(content);
    expect(await listNames(container.listBlobsFlat())).toContain(name);
  });

  it.each(["../../etc/passwd", "a/../b", ".", "/", "a/./b"])(
    "are not used as file paths: %j",
    async (name) => {
      const query = await containerQuery("rcw");
      const address = `/floodstore/${container.containerName}/${encodeURIComponent(name)}?${query}`;
      for (const path of [address, address.replaceAll("%2F", "/")]) {
        expect(await rawRequest("PUT", path, "text")).toMatchObject({ status: 201 });
        expect(await rawRequest("GET", path)).toEqual({ status: 200, body: "text" });
      }
      expect(await listNames(container.listBlobsFlat())).toEqual([name]);
    },
  );

  it("accept an encoded slash after the container, as AzCopy sends it", async () => {
    const address = `/floodstore/${container.containerName}%2Ffolder%2Fa.zip?${await containerQuery("rcw")}`;
    expect(await rawRequest("PUT", address, "text")).toMatchObject({ status: 201 });
    expect(await listNames(container.listBlobsFlat())).toEqual(["folder/a.zip"]);
  });

  it("have at most 1,024 characters", async () => {
    expect(await readError(put("x".repeat(1025), "a"))).toEqual([400, "InvalidResourceName"]);
  });
});

describe("staged blocks", () => {
  it("become a blob, in the order of the list", async () => {
    const blob = container.getBlockBlobClient("staged");
    const pieces = [createBytes(70_000), createBytes(10), createBytes(123_456)];
    await Promise.all(
      pieces.map((piece, place) => blob.stageBlock(createBlockId(place), piece, piece.length)),
    );
    expect(await blob.exists()).toBe(false);
    const waiting = (await blob.getBlockList("uncommitted")).uncommittedBlocks!;
    expect(waiting.map((block) => [block.name, block.size])).toEqual(
      pieces.map((piece, place) => [createBlockId(place), piece.length]),
    );
    await blob.commitBlockList([2, 0, 1].map(createBlockId), {
      blobHTTPHeaders: { blobContentType: "application/zip" },
    });
    expect(await download("staged")).toEqual(Buffer.concat([pieces[2]!, pieces[0]!, pieces[1]!]));
    const lists = await blob.getBlockList("all");
    expect(lists.committedBlocks!.map((block) => block.name)).toEqual([2, 0, 1].map(createBlockId));
    expect(lists.uncommittedBlocks ?? []).toEqual([]);
    expect((await blob.getProperties()).contentType).toBe("application/zip");
  });

  it("can be combined with committed ones; the latest of an id is used", async () => {
    const blob = container.getBlockBlobClient("joined");
    await blob.stageBlock(createBlockId(0), "old0", 4);
    await blob.stageBlock(createBlockId(1), "old1", 4);
    await blob.commitBlockList([createBlockId(0), createBlockId(1)]);
    await blob.stageBlock(createBlockId(1), "NEW1", 4);
    await blob.commitBlockList([createBlockId(1), createBlockId(0), createBlockId(0)]);
    expect((await download("joined")).toString()).toBe("NEW1old0old0");
  });

  it("are used as the list specifies: committed, uncommitted or latest", async () => {
    const blob = container.getBlockBlobClient("where");
    await blob.stageBlock(createBlockId(0), "old", 3);
    await blob.commitBlockList([createBlockId(0)]);
    await blob.stageBlock(createBlockId(0), "new", 3);
    const sas = await blob.generateSasUrl({
      permissions: BlobSASPermissions.parse("rw"),
      expiresOn: inAMinute(),
    });
    const commit = (where: string) =>
      fetch(`${sas}&comp=blocklist`, {
        method: "PUT",
        body: `<BlockList><${where}>${createBlockId(0)}</${where}></BlockList>`,
      });
    expect((await commit("Committed")).status).toBe(201);
    expect((await download("where")).toString()).toBe("old");
    expect((await commit("Uncommitted")).status).toBe(400);
  });

  it("reject a list with a missing block and change nothing", async () => {
    const blob = container.getBlockBlobClient("missing");
    await blob.stageBlock(createBlockId(0), "here", 4);
    expect(await readError(blob.commitBlockList([createBlockId(0), createBlockId(1)]))).toEqual([
      400,
      "InvalidBlockList",
    ]);
    expect(await blob.exists()).toBe(false);
    expect((await blob.getBlockList("uncommitted")).uncommittedBlocks).toHaveLength(1);
  });

  it("are listed as they are after a running commit", async () => {
    const blob = container.getBlockBlobClient("committing");
    await blob.stageBlock(createBlockId(0), "x", 1);
    const { lock, staged } = store.store.getContainer(container.containerName);
    let listed: Promise<unknown> | undefined;
    await lock("committing", async () => {
      listed = readError(blob.getBlockList("uncommitted"));
      // An answer that does not wait for the commit would arrive before this one.
      await put("another", "content");
      await download("another");
      await staged.clear("committing");
    });
    expect(await listed).toEqual([404, "BlobNotFound"]);
  });

  it("are rejected with a wrong MD5", async () => {
    const blob = container.getBlockBlobClient("md5");
    const transactionalContentMD5 = createHash("md5").update("other").digest();
    const staged = blob.stageBlock(createBlockId(0), "mine", 4, { transactionalContentMD5 });
    expect(await readError(staged)).toEqual([400, "Md5Mismatch"]);
    expect(await readError(blob.getBlockList("uncommitted"))).toEqual([404, "BlobNotFound"]);
  });

  it.each(["not base64!", Buffer.alloc(65).toString("base64")])(
    "are rejected with the id %j",
    async (name) => {
      expect(await readError(container.getBlockBlobClient("n").stageBlock(name, "a", 1))).toEqual([
        400,
        "InvalidBlobOrBlock",
      ]);
    },
  );
});

describe("ranges", () => {
  it.each([
    [0, 1],
    [0, 10],
    [9, 2],
    [5, 20],
    [10, 10],
    [29, 1],
    [12, undefined],
    [12, 500],
  ])("can span several blocks: %s, %s", async (offset, count) => {
    const bytes = createBytes(30);
    const blob = container.getBlockBlobClient("ranges");
    for (const place of [0, 1, 2])
      await blob.stageBlock(createBlockId(place), bytes.subarray(place * 10, place * 10 + 10), 10);
    await blob.commitBlockList([0, 1, 2].map(createBlockId));
    expect(await download("ranges", offset, count)).toEqual(bytes.subarray(offset, count && offset + count));
  });

  it("are rejected outside the blob", async () => {
    await put("short", "12345");
    expect(await readError(download("short", 5, 1))).toEqual([416, "InvalidRange"]);
  });
});

describe("conditional requests", () => {
  it("return 304 for the same ETag, and 412 for a different one", async () => {
    await put("a", "text");
    const blob = container.getBlobClient("a");
    const { etag } = await blob.getProperties();
    expect(await readError(blob.download(0, undefined, { conditions: { ifNoneMatch: etag! } }))).toEqual([
      304,
      expect.anything(),
    ]);
    expect(await readError(blob.download(0, undefined, { conditions: { ifMatch: '"0x0"' } }))).toEqual([
      412,
      "ConditionNotMet",
    ]);
    await blob.download(0, undefined, { conditions: { ifMatch: etag! } });
  });

  it("prevent overwriting a changed blob", async () => {
    await put("a", "first");
    expect(await readError(put("a", "second", { conditions: { ifNoneMatch: "*" } }))).toEqual([
      409,
      "BlobAlreadyExists",
    ]);
    expect(await readError(put("a", "second", { conditions: { ifMatch: '"0x0"' } }))).toEqual([
      412,
      "ConditionNotMet",
    ]);
    expect((await download("a")).toString()).toBe("first");
    await put("b", "new", { conditions: { ifNoneMatch: "*" } });
  });

  it("allow only one of two concurrent creates", async () => {
    const created = await Promise.allSettled(
      ["one", "two", "six"].map((text) => put("race", text, { conditions: { ifNoneMatch: "*" } })),
    );
    expect(created.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });
});

describe("lists of blobs", () => {
  it("have pages without missing or repeated blobs", async () => {
    const names = Array.from({ length: 23 }, (_, place) => `f/${String(place).padStart(2, "0")}`);
    await Promise.all([...names, "e", "g/1"].map((name) => put(name, "x")));
    const pages: number[] = [];
    const found: string[] = [];
    for await (const page of container.listBlobsFlat({ prefix: "f/" }).byPage({ maxPageSize: 5 })) {
      pages.push(page.segment.blobItems.length);
      found.push(...page.segment.blobItems.map((item) => item.name));
    }
    expect(found).toEqual(names);
    expect(pages).toEqual([5, 5, 5, 5, 3]);
  });

  it("can be limited to one folder level, also in pages", async () => {
    for (const name of ["a.txt", "a/1", "a/2", "a/b/3", "b", "c/1"]) await put(name, "x");
    const seen: string[] = [];
    for await (const page of container.listBlobsByHierarchy("/").byPage({ maxPageSize: 2 })) {
      seen.push(...(page.segment.blobPrefixes ?? []).map((folder) => folder.name));
      seen.push(...page.segment.blobItems.map((item) => item.name));
    }
    expect(seen.sort()).toEqual(["a.txt", "a/", "b", "c/"]);
    const below: string[] = [];
    for await (const item of container.listBlobsByHierarchy("/", { prefix: "a/" })) below.push(item.name);
    expect(below.sort()).toEqual(["a/1", "a/2", "a/b/"]);
  });

  it("contain size, type and metadata", async () => {
    await put("a", "12345", {
      blobHTTPHeaders: { blobContentType: "text/plain" },
      metadata: { note: "<&>" },
    });
    for await (const item of container.listBlobsFlat({ includeMetadata: true })) {
      expect(item.properties).toMatchObject({
        contentLength: 5,
        contentType: "text/plain",
        blobType: "BlockBlob",
      });
      expect(item.metadata).toEqual({ note: "<&>" });
    }
  });
});

describe("changes and copies", () => {
  it("change headers and metadata, not the content", async () => {
    await put("a", "text");
    const blob = container.getBlobClient("a");
    await blob.setHTTPHeaders({ blobContentType: "text/plain", blobCacheControl: "no-cache" });
    await blob.setMetadata({ one: "1" });
    const found = await blob.getProperties();
    expect(found).toMatchObject({
      contentType: "text/plain",
      cacheControl: "no-cache",
      metadata: { one: "1" },
    });
    expect((await download("a")).toString()).toBe("text");
  });

  it("copy inside the store with hard links", async () => {
    const bytes = createBytes(100_000);
    const source = container.getBlockBlobClient("from here/ü.bin");
    await source.stageBlock(createBlockId(0), bytes.subarray(0, 60_000), 60_000);
    await source.stageBlock(createBlockId(1), bytes.subarray(60_000), 40_000);
    await source.commitBlockList([createBlockId(0), createBlockId(1)], { metadata: { kept: "yes" } });
    const poller = await container.getBlobClient("to/1").beginCopyFromURL(source.url);
    expect((await poller.pollUntilDone()).copyStatus).toBe("success");
    await container.getBlobClient("to/2").syncCopyFromURL(source.url);
    await container.deleteBlob(source.name);
    for (const name of ["to/1", "to/2"]) {
      expect(await download(name)).toEqual(bytes);
      expect((await container.getBlobClient(name).getProperties()).metadata).toEqual({ kept: "yes" });
    }
    const files = await readdir(join(store.folder, `container-${container.containerName}`, "data"), {
      recursive: true,
    });
    const links = await Promise.all(
      files
        .filter((name) => /[\\/]/.test(name))
        .map(
          async (name) =>
            (await stat(join(store.folder, `container-${container.containerName}`, "data", name))).nlink,
        ),
    );
    expect(links).toEqual([2, 2, 2, 2]);
  });

  it("copy a blob onto itself without losing it", async () => {
    await put("self", "text");
    await container.getBlobClient("self").syncCopyFromURL(container.getBlobClient("self").url);
    expect((await download("self")).toString()).toBe("text");
  });

  it("reject a copy from another store", async () => {
    const copy = container.getBlobClient("x").syncCopyFromURL("http://elsewhere.example.com/floodstore/c/b");
    expect(await readError(copy)).toEqual([403, "CannotVerifyCopySource"]);
    const missing = container.getBlobClient("x").syncCopyFromURL(container.getBlobClient("none").url);
    expect(await readError(missing)).toEqual([404, "BlobNotFound"]);
  });
});

describe("requests of browsers", () => {
  const preflight = (origin: string) =>
    fetch(`${store.endpoint}/c/b`, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "x-ms-blob-type",
      },
    });

  it("are allowed only from configured origins", async () => {
    const allowed = await preflight("https://portal.example.com");
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://portal.example.com");
    expect(allowed.headers.get("access-control-allow-headers")).toBe("x-ms-blob-type");
    const other = await preflight("https://evil.example.com");
    expect(other.status).toBe(403);
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("can send blocks and read their list and errors from another origin", async () => {
    const [url, unknown] = await Promise.all(
      ["zip", "unknown"].map((name) =>
        container.getBlobClient(name).generateSasUrl({
          permissions: BlobSASPermissions.parse("rcw"),
          expiresOn: inAMinute(),
        }),
      ),
    );
    const id = Buffer.from("block-1").toString("base64");
    const send = (address: string, method: string, headers = {}, body?: string) =>
      fetch(address, {
        method,
        headers: { Origin: "https://portal.example.com", "x-ms-version": "2021-12-02", ...headers },
        ...(body !== undefined && { body }),
      });
    const md5 = createHash("md5").update("content").digest("base64");
    const asked = await send(`${url}&comp=block&blockid=${encodeURIComponent(id)}`, "OPTIONS", {
      "Access-Control-Request-Method": "PUT",
      "Access-Control-Request-Headers": "content-md5,content-type,x-ms-version",
    });
    expect(asked.headers.get("access-control-allow-methods")).toContain("PUT");
    expect(asked.headers.get("access-control-allow-headers")).toBe("content-md5,content-type,x-ms-version");
    const list = `<BlockList><Latest>${id}</Latest></BlockList>`;
    const answers = [
      await send(
        `${url}&comp=block&blockid=${encodeURIComponent(id)}`,
        "PUT",
        { "content-md5": md5 },
        "content",
      ),
      await send(`${url}&comp=blocklist&blocklisttype=all`, "GET"),
      await send(`${url}&comp=blocklist`, "PUT", { "x-ms-blob-content-type": "application/zip" }, list),
      await send(`${unknown}&comp=blocklist&blocklisttype=all`, "GET"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 404]);
    for (const { headers } of answers) {
      expect(headers.get("access-control-allow-origin")).toBe("https://portal.example.com");
      expect(headers.get("access-control-expose-headers")).toContain("x-ms-error-code");
    }
  });

  it("get stored files with headers that forbid scripts", async () => {
    await put("page.html", "<script>1</script>", { blobHTTPHeaders: { blobContentType: "text/html" } });
    const url = await container.getBlobClient("page.html").generateSasUrl({
      permissions: BlobSASPermissions.parse("r"),
      expiresOn: inAMinute(),
      contentType: "text/plain",
      contentDisposition: 'attachment; filename="page.txt"',
    });
    const { headers } = await fetch(url);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    expect(headers.get("content-type")).toBe("text/plain");
    expect(headers.get("content-disposition")).toBe('attachment; filename="page.txt"');
  });
});

it("replaces the server's security headers in responses of the blob store", async () => {
  const folder = await createTemporaryFolder();
  const app = Fastify();
  await app.register(helmet);
  const opened = await openBlobFolder(folder);
  await app.register(embeddedBlobStore, { ...ACCOUNT, store: opened, prefix: "/floodstore" });
  const { headers } = await app.inject("/floodstore/c/b");
  await app.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
  expect(headers["x-frame-options"]).toBeUndefined();
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*frame-ancestors 'self'; sandbox$/);
});

it("stores nothing of an interrupted body", async () => {
  const path = `/floodstore/${container.containerName}/cut?${await containerQuery("rcw")}`;
  const headers = { "x-ms-blob-type": "BlockBlob", "content-length": 1000 };
  const sent = request({ host: "127.0.0.1", port: store.port, method: "PUT", path, headers });
  const ended = new Promise((resolve) => sent.on("error", resolve));
  sent.write("only a part", () => setTimeout(() => sent.destroy(), 100));
  await ended;
  expect(await container.getBlobClient("cut").exists()).toBe(false);
  const data = join(store.folder, `container-${container.containerName}`, "data");
  const files = async () => (await readdir(data, { recursive: true })).filter((name) => /[\\/]/.test(name));
  await expect.poll(files).toEqual([]);
});

it("returns errors as XML with a code and a request id", async () => {
  const answer = await fetch(`${store.endpoint}/c/b`);
  expect(answer.status).toBe(401);
  expect(answer.headers.get("x-ms-error-code")).toBe("NoAuthenticationInformation");
  expect(answer.headers.get("x-ms-request-id")).toBeTruthy();
  expect(await answer.text()).toMatch(/^<\?xml .*<Error><Code>NoAuthenticationInformation<\/Code><Message>/);
});
