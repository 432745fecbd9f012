import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { startInstallation, type Installation } from "../../scripts/dev/lib/installation.ts";
import { startPostgres } from "../../scripts/dev/lib/postgres.ts";
import { startProduct, type Product } from "../../scripts/dev/lib/startProduct.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { sendModel } from "../support/sendModel.ts";
import { signInProvider } from "../support/signInProvider.ts";

const postgres = await startPostgres();
const PASSWORD = "FloodModel2026";
const START_TIMEOUT = 280_000;

describe.skipIf(!postgres)(
  `one process per role (${postgres ? "PostgreSQL is here" : "no PostgreSQL"})`,
  () => {
    let installation: Installation;
    let [web, otherWeb, worker]: (Product | undefined)[] = [];

    beforeAll(async () => {
      installation = await startInstallation({
        postgres: postgres!,
        start: startProduct,
        async prepare(environment) {
          const migration = spawnSync(process.execPath, ["--import", "tsx", "scripts/start.ts", "migrate"], {
            env: { ...process.env, ...environment },
            encoding: "utf8",
          });
          expect(migration).toMatchObject({ status: 0, stdout: "The database is migrated.\n" });
        },
      });
      [web, otherWeb] = [await installation.start("web"), await installation.start("web")];
      const options = ["--role", "ROLE_EDITOR", "--email", "ann@example.com", "--first-name", "Ann"];
      options.push("--last-name", "Lee", "--phone-number", "512-555-0100", "--agency", "1");
      const added = spawnSync("npm", ["run", "--silent", "account", "--", "add", "ann", ...options], {
        env: { ...process.env, ...installation.environment },
        input: `${PASSWORD}\n`,
        encoding: "utf8",
      });
      expect(added.status, added.stderr).toBe(0);
    }, 2 * START_TIMEOUT);

    afterAll(() => installation?.remove());

    it(
      "delivers a model through one web process, a worker that is killed, and another worker",
      { timeout: 2 * START_TIMEOUT },
      async () => {
        const { provider, uploadExtent } = await signInProvider(web!.url, "ann");
        const other = await signInProvider(otherWeb!.url, "ann");
        const extent = await uploadExtent(
          new File([readFileSync("tests/fixtures/coverage.gdb.zip")], "c.gdb.zip"),
        );
        const contacts = [{ contactId: "1", roleId: "1" }];
        const metadata = aMetadata({ spatialExtentShapefile: extent, contacts }) as unknown as JsonObject;
        const { data } = await provider.create("records", { data: { currentMetadata: metadata } });
        const recordId = String(data.id);
        await sendModel(provider, recordId, metadata);
        const status = async () =>
          (await other.provider.getOne<RecordRow>("records", { id: recordId })).data.statusInfo.status;
        // Web processes do not process uploads.
        expect(await status()).toBe("in progress");
        const killed = await installation.start("worker");
        await killed.stop("SIGKILL");
        worker = await installation.start("worker");
        await vi.waitFor(async () => expect(await status()).toBe("pending"), START_TIMEOUT);
        const paths = (await other.provider.listFiles(recordId)).files.map(({ path }) => path);
        expect(paths.some((path) => path.includes("/Model_Files/"))).toBe(true);
      },
    );

    it("serves only health checks from a worker, and only files from the store", async () => {
      const statusOf = async (product: Product, path: string) => (await fetch(product.url + path)).status;
      for (const product of [worker!, installation.store]) {
        expect(await statusOf(product, "/api/health/ready")).toBe(200);
        expect(await statusOf(product, "/api/metadata/list-records")).toBe(404);
        expect(await statusOf(product, "/metadata_app/")).toBe(404);
      }
      expect(await statusOf(web!, "/modelstore/ms2")).toBe(404);
    });
  },
);
