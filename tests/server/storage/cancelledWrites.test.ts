import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createBlobStorage, type BlobStorage } from "../../../src/server/storage/blobStorage.ts";
import { createBytes } from "./blobContent.ts";

let server: Server;
let storage: BlobStorage;
const requestedUrls: string[] = [];
let closedRequests = 0;

/** A store that never responds. */
beforeAll(async () => {
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? "");
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
  requestedUrls.length = 0;
  closedRequests = 0;
  const controller = new AbortController();
  const { signal } = controller;
  const writing = storage.write("a", Readable.from([createBytes(size)]), { signal }).then(
    () => "written",
    () => "aborted",
  );
  await vi.waitFor(() => expect(requestedUrls).not.toEqual([]), 120_000);
  controller.abort();
  expect(await writing).toBe("aborted");
  // Blocks of a long stream are sent in parallel: those on their way may still arrive. A retry has the same URL.
  await vi.waitFor(() => expect(closedRequests).toBe(requestedUrls.length), 120_000);
  expect(new Set(requestedUrls).size).toBe(requestedUrls.length);
});
