import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createBlobStorage, type BlobStorage } from "../../../src/server/storage/blobStorage.ts";
import { BUNDLE_HEADER } from "../../../src/server/storage/blobBundle.ts";
import { someBytes } from "./blobContent.ts";

let server: Server;
let storages: { own: BlobStorage; azure: BlobStorage };
/** What has been asked, and how often the one who asked went away. */
let asked = 0;
let left = 0;

/** A store that takes what it is sent and never answers, except what it is. */
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url!.includes("restype=account")) {
      if (request.url!.startsWith("/own")) response.setHeader(BUNDLE_HEADER, "true");
      return void response.end();
    }
    asked += 1;
    request.resume();
    response.on("close", () => (left += 1));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const storageOf = (account: string) =>
    createBlobStorage({
      connectionString:
        `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${btoa("key")};` +
        `BlobEndpoint=http://127.0.0.1:${port}/${account};`,
      container: "ms2",
    });
  storages = { own: storageOf("own"), azure: storageOf("azure") };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const small = [{ path: "a", content: Buffer.from("a"), contentType: "text/plain" }];

const writes: [string, (signal: AbortSignal) => Promise<void>][] = [
  ["of a short stream", (signal) => storages.azure.write("a", Readable.from([someBytes(1000)]), { signal })],
  [
    "of a long stream",
    (signal) => storages.azure.write("a", Readable.from([someBytes(20_000_000)]), { signal }),
  ],
  ["of many small files to our own store", (signal) => storages.own.writeMany(small, signal)],
  ["of many small files to another store", (signal) => storages.azure.writeMany(small, signal)],
];

it.each(writes)(
  "ends a write %s that is under way when it is told to, and sends nothing again",
  async (_, write) => {
    asked = 0;
    left = 0;
    const stopping = new AbortController();
    const writing = write(stopping.signal).then(
      () => "written",
      () => "ended",
    );
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), 20_000);
    stopping.abort();
    expect(await writing).toBe("ended");
    const sent = asked;
    await vi.waitFor(() => expect(left).toBe(sent), 20_000);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(asked).toBe(sent);
  },
);
