import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openFromStore } from "../../../scripts/verify-upload/openStored.ts";
import { parseReceipt, verifyReceipt } from "../../../scripts/verify-upload/verifyReceipt.ts";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { signedIn } from "../../support/apiClient.ts";
import { startPostgres } from "../../../scripts/dev/lib/postgres.ts";
import { onEachDatabase } from "../../support/database.ts";
import { fillWith } from "../../support/fillWith.ts";
import { startServer } from "../../support/startServer.ts";

const run = promisify(execFile);

onEachDatabase("A backup", (database) => {
  // As the README says: the database first, then the folder.
  it("restores every record, and every file as its receipt says", { timeout: 240_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "flood-backup-"));
    const [kept, restored] = [join(folder, "data"), join(folder, "restored")];
    const { databaseUrl } = database();
    const other = databaseUrl ? await startPostgres() : undefined;
    try {
      if (!databaseUrl) fillWith("DEMO_DATA", kept);
      const first = await startServer({ dataDir: kept, ...database() });
      const dump = join(folder, "portal.dump");
      if (databaseUrl) await run("pg_dump", ["--format=custom", `--file=${dump}`, databaseUrl]);
      await first.close();
      await cp(kept, restored, { recursive: true });
      await rm(kept, { recursive: true });

      if (other) await run("pg_restore", [`--dbname=${other.url}`, dump]);
      const second = await startServer({
        dataDir: restored,
        ...(other && { databaseUrl: other.url }),
      });
      try {
        expect(await differencesIn(second, restored)).toEqual({ members: expect.any(Number), wrong: [] });
      } finally {
        await second.close();
      }
    } finally {
      await other?.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Verifies the receipt of every upload that was taken in. */
async function differencesIn(server: Awaited<ReturnType<typeof startServer>>, dataDir: string) {
  const agency = await signedIn(server, "agency1");
  const batches = await server.services.db
    .selectFrom("uploads")
    .select(["id", "record_id"])
    .where("cataloged_at", "is not", null)
    .execute();
  expect(batches.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  let members = 0;
  for (const { id, record_id } of batches) {
    const params = { recordId: String(record_id), uploadBatchId: id };
    const { body } = await agency(endpoints.uploadReceipt, { params });
    const open = openFromStore({ dataDir, storageContainer: "ms2" }, String(record_id));
    await verifyReceipt(parseReceipt(JSON.stringify(body)), open, ({ path, difference }) => {
      members += 1;
      if (difference) wrong.push(`${path} ${difference}`);
    });
  }
  return { members, wrong };
}
