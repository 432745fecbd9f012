import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createBlobStorage, type BlobStorage } from "../../../src/server/storage/blobStorage.ts";
import { someBytes } from "./blobContent.ts";

let server: Server;
let storage: BlobStorage;
/** What has been asked, and how often the one who asked went away. */
let asked = 0;
let left = 0;

/** A store that takes what it is sent and never answers. */
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    request.resume();
    response.on("close", () => (left += 1));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  storage = createBlobStorage({
    connectionString:
      `DefaultEndpointsProtocol=http;AccountName=azure;AccountKey=${btoa("key")};` +
      `BlobEndpoint=http://127.0.0.1:${port}/azure;`,
    container: "ms2",
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each([
  ["short", 1000],
  ["long", 20_000_000],
])(
  "ends the write of a %s stream that is under way when it is told to, and sends nothing again",
  async (_, size) => {
    asked = 0;
    left = 0;
    const stopping = new AbortController();
    const { signal } = stopping;
    const writing = storage.write("a", Readable.from([someBytes(size)]), { signal }).then(
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
