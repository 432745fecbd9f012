import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bashScript, powershellScript, type ShellUnderTest } from "../server/scripts/shells.ts";
import { spawnStore } from "../server/storage/spawnStore.ts";
import { findFreePort } from "../../scripts/dev/lib/freePort.ts";
import { startServer } from "../support/startServer.ts";
import { prepareUpload } from "./prepareUpload.ts";

/** The largest file that the store can write: smaller than a block of 1 MiB, so the store reports a full disk. */
const MAX_FILE_KIB = 900;

async function uploadAfterFullDisk(shell: ShellUnderTest): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "flood-full-"));
  const port = await findFreePort();
  let store = await spawnStore(folder, undefined, port);
  const server = await startServer({ storageConnectionString: store.connectionString });
  try {
    const { run, waitUntil } = await prepareUpload(server.url, shell, { isLarge: true });
    await store.kill();
    store = await spawnStore(folder, MAX_FILE_KIB, port);
    const outcome = await run();
    expect(outcome.code).toBe(12);
    expect(outcome.errors).toContain("The storage is full (507 InsufficientStorage).");
    expect(outcome.errors).toContain("Run the same command again later");
    await store.kill();
    store = await spawnStore(folder, undefined, port);
    expect(await run()).toMatchObject({ code: 0, errors: "" });
    expect(await waitUntil((status) => status === "pending")).toBe(true);
  } finally {
    await server.close();
    await store.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

for (const shell of [bashScript, powershellScript]) {
  const why = shell.absent ? ` (skipped: ${shell.absent})` : "";
  describe.skipIf(shell.absent)(`${shell.fileName} and a store whose disk is full${why}`, () => {
    it("reports the full disk with the remedy, and uploads the model once there is room", () =>
      uploadAfterFullDisk(shell));
  });
}
