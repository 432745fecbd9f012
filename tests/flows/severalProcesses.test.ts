import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
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
    const products: Product[] = [];
    let shared: Record<string, string>;
    let [store, web, otherWeb, worker]: (Product | undefined)[] = [];

    const start = async (role: string, environment: Record<string, string>): Promise<Product> => {
      const product = await startProduct({ ...environment, ROLE: role });
      products.push(product);
      return product;
    };
    const runMigration = () =>
      spawnSync(process.execPath, ["--import", "tsx", "scripts/start.ts", "migrate"], {
        env: { ...process.env, ...shared },
        encoding: "utf8",
      });

    beforeAll(async () => {
      const secret = {
        DATABASE_URL: postgres!.url,
        TOKEN_SECRET: "a secret of this test, long enough for a token",
      };
      shared = secret;
      expect(runMigration()).toMatchObject({ status: 0, stdout: "The database is migrated.\n" });
      store = await start("store", secret);
      shared = { ...secret, STORE_URL: store.url, STORE_ORIGIN: store.url };
      [web, otherWeb] = [await start("web", shared), await start("web", shared)];
      const options = ["--role", "ROLE_EDITOR", "--email", "ann@example.com", "--first-name", "Ann"];
      options.push("--last-name", "Lee", "--phone-number", "512-555-0100", "--agency", "1");
      const added = spawnSync("npm", ["run", "--silent", "account", "--", "add", "ann", ...options], {
        env: { ...process.env, ...shared },
        input: `${PASSWORD}\n`,
        encoding: "utf8",
      });
      expect(added.status, added.stderr).toBe(0);
    }, 2 * START_TIMEOUT);

    afterAll(async () => {
      for (const product of products.reverse()) await product.remove();
      await postgres?.stop();
    });

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
        const killed = await start("worker", shared);
        await killed.stop("SIGKILL");
        worker = await start("worker", shared);
        await vi.waitFor(async () => expect(await status()).toBe("pending"), START_TIMEOUT);
        const paths = (await other.provider.listFiles(recordId)).files.map(({ path }) => path);
        expect(paths.some((path) => path.includes("/Model_Files/"))).toBe(true);
      },
    );

    it("serves only health checks from a worker, and only files from the store", async () => {
      const statusOf = async (product: Product, path: string) => (await fetch(product.url + path)).status;
      for (const product of [worker!, store!]) {
        expect(await statusOf(product, "/api/health/ready")).toBe(200);
        expect(await statusOf(product, "/api/metadata/list-records")).toBe(404);
        expect(await statusOf(product, "/metadata_app/")).toBe(404);
      }
      expect(await statusOf(web!, "/modelstore/ms2")).toBe(404);
    });
  },
);
