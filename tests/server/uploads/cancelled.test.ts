import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { aModelUpload } from "./aModelUpload.ts";
import { process, soon, statusOf } from "./uploadCalls.ts";
import { startUploadServer, type UploadServer } from "./uploadServer.ts";

let server: UploadServer;
beforeAll(async () => {
  server = await startUploadServer();
});
afterAll(() => server.stop());

/** Never ends by itself, as when the store does not answer. */
const untilTold = (signal: AbortSignal | undefined) =>
  new Promise<void>((_, reject) => signal?.addEventListener("abort", () => reject(new Error("told"))));

it.each([20, 6_000_000])(
  "stops storing a file of %d bytes when the server stops and continues at the next start",
  async (size) => {
    const record = await server.aRecord();
    await server.upload(record, await aModelUpload(record, { "GIS/large.tif": Buffer.alloc(size, "l") }));
    const { storage } = server.services;
    const hanging = vi.spyOn(storage, "write").mockImplementation((_, content, about) => {
      content.on("error", () => undefined);
      return untilTold(about?.signal);
    });
    try {
      const processing = server.processing();
      const large = expect.objectContaining({ size });
      await soon(() => expect(hanging).toHaveBeenCalledWith(expect.anything(), expect.anything(), large));
      await processing.stop();
    } finally {
      hanging.mockRestore();
    }
    await process(server);
    expect(await statusOf(server, record)).toBe("pending");
  },
);
