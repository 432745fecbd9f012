import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createModelZip } from "./createModelZip.ts";
import { processUploads, waitForAssertion, fetchStatus } from "./uploadCalls.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.stop());

/** Never resolves, as when the store does not respond. */
const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<void>((_, reject) => signal?.addEventListener("abort", () => reject(new Error("told"))));

it.each([20, 6_000_000])(
  "stops storing a file of %d bytes when the server stops and continues at the next start",
  async (size) => {
    const record = await server.aRecord();
    await server.upload(record, await createModelZip(record, { "GIS/large.tif": Buffer.alloc(size, "l") }));
    const { storage } = server.services;
    const hanging = vi.spyOn(storage, "write").mockImplementation((_, content, about) => {
      content.on("error", () => undefined);
      return untilAborted(about?.signal);
    });
    try {
      const processing = server.processing();
      const large = expect.objectContaining({ size });
      await waitForAssertion(() =>
        expect(hanging).toHaveBeenCalledWith(expect.anything(), expect.anything(), large),
      );
      await processing.stop();
    } finally {
      hanging.mockRestore();
    }
    await processUploads(server);
    expect(await fetchStatus(server, record)).toBe("pending");
  },
);
