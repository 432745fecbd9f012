import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createBlobStorage, type BlobStorage } from "../../../src/server/storage/blobStorage.ts";
import { createBytes } from "./blobContent.ts";

let server: Server;
let storage: BlobStorage;
let requests = 0;
let closedRequests = 0;

/** A store that never responds. */
beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    request.resume();
    response.on("close", () => (closedRequests += 1));
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
])("stops writing a %s stream when aborted, without retrying", async (_, size) => {
  requests = 0;
  closedRequests = 0;
  const controller = new AbortController();
  const { signal } = controller;
  const writing = storage.write("a", Readable.from([createBytes(size)]), { signal }).then(
    () => "written",
    () => "aborted",
  );
  await vi.waitFor(() => expect(requests).toBeGreaterThan(0), 120_000);
  controller.abort();
  expect(await writing).toBe("aborted");
  const sentRequests = requests;
  await vi.waitFor(() => expect(closedRequests).toBe(sentRequests), 120_000);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(requests).toBe(sentRequests);
});
