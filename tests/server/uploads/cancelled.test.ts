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

it.each(["write", "writeMany"] as const)(
  "gives up what it stores with %s when it stops, and goes on with it at the next start",
  async (kind) => {
    const record = await server.aRecord();
    await server.upload(
      record,
      await aModelUpload(record, { "GIS/large.tif": Buffer.alloc(2_000_000, "l") }),
    );
    const { storage } = server.services;
    const hanging =
      kind === "write"
        ? vi.spyOn(storage, "write").mockImplementation((_, content, about) => {
            content.on("error", () => undefined);
            return untilTold(about?.signal);
          })
        : vi.spyOn(storage, "writeMany").mockImplementation((_, signal) => untilTold(signal));
    try {
      const processing = server.processing();
      await soon(() => expect(hanging).toHaveBeenCalled());
      if (kind === "write") expect(hanging.mock.calls[0]![2]).toMatchObject({ size: 2_000_000 });
      await processing.stop();
    } finally {
      hanging.mockRestore();
    }
    await process(server);
    expect(await statusOf(server, record)).toBe("pending");
  },
);
