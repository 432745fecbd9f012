import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, expect, it } from "vitest";
import { startPostgres } from "../../../scripts/dev/lib/postgres.ts";
import { createModelZip } from "./createModelZip.ts";
import { expireLeases, waitUntilProcessed, fetchStatus, fetchZips } from "./uploadCalls.ts";
import { startUploadServer } from "./uploadServer.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const LEASE = 600_000;

/** Starts a process that claims an upload. */
async function claimInOtherProcess(databaseUrl: string) {
  const args = ["--import", "tsx", "tests/server/uploads/claimAndHang.ts", databaseUrl, String(LEASE)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [claimed] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    claimed,
    async kill() {
      const ended = once(child, "exit");
      if (child.kill("SIGKILL")) await ended;
    },
  };
}

it.skipIf(!postgres)(
  "takes an upload over only after the process that claimed it was killed (skipped without PostgreSQL)",
  async () => {
    const server = await startUploadServer({ databaseUrl: postgres!.url });
    try {
      const record = await server.aRecord();
      const { uploadBatchId } = await server.upload(record, await createModelZip(record));
      const other = await claimInOtherProcess(postgres!.url);
      const reached: string[] = [];
      const processing = server.processing({ onStageReached: (stage) => void reached.push(stage) });
      try {
        expect(other.claimed).toBe(uploadBatchId);
        await other.kill();
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(reached).toEqual([]);
        await expireLeases(server);
        await waitUntilProcessed(server);
      } finally {
        await processing.stop();
        await other.kill();
      }
      expect(reached).toEqual(["claimed", "snapshotted", "checked", "extracted", "cataloged"]);
      expect(await fetchStatus(server, record)).toBe("pending");
      expect(await fetchZips(server, record)).toHaveLength(1);
    } finally {
      await server.stop();
    }
  },
);
