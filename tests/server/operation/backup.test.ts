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
import { copyPreparedData } from "../../support/copyPreparedData.ts";
import { startServer } from "../../support/startServer.ts";

const run = promisify(execFile);

onEachDatabase("A backup", (database) => {
  // In the order of docs/operate.md: the database first, then the folder.
  it("restores every record and every file", { timeout: 300_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "flood-backup-"));
    const [original, restored] = [join(folder, "data"), join(folder, "restored")];
    const { databaseUrl } = database();
    const other = databaseUrl ? await startPostgres() : undefined;
    try {
      if (!databaseUrl) copyPreparedData("DEMO_DATA", original);
      const first = await startServer({ dataDir: original, ...database() });
      const dump = join(folder, "portal.dump");
      if (databaseUrl) await run("pg_dump", ["--format=custom", `--file=${dump}`, databaseUrl]);
      await first.close();
      await cp(original, restored, { recursive: true });
      await rm(original, { recursive: true });

      if (other) await run("pg_restore", [`--dbname=${other.url}`, dump]);
      const second = await startServer({
        dataDir: restored,
        ...(other && { databaseUrl: other.url }),
      });
      try {
        expect(await verifyReceipts(second, restored)).toEqual({
          members: expect.any(Number),
          differences: [],
        });
      } finally {
        await second.close();
      }
    } finally {
      await other?.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Verifies the receipts of all accepted uploads. */
async function verifyReceipts(server: Awaited<ReturnType<typeof startServer>>, dataDir: string) {
  const agency = await signedIn(server, "agency1");
  const uploads = await server.services.db
    .selectFrom("uploads")
    .select(["id", "record_id"])
    .where("cataloged_at", "is not", null)
    .execute();
  expect(uploads.length).toBeGreaterThan(0);
  const differences: string[] = [];
  let members = 0;
  for (const { id, record_id } of uploads) {
    const params = { recordId: String(record_id), uploadBatchId: id };
    const { body } = await agency(endpoints.uploadReceipt, { params });
    const open = openFromStore({ dataDir, storageContainer: "ms2" }, String(record_id));
    await verifyReceipt(parseReceipt(JSON.stringify(body)), open, ({ path, difference }) => {
      members += 1;
      if (difference) differences.push(`${path} ${difference}`);
    });
  }
  return { members, differences };
}
