import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/schema/fields.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { azuriteMissing, startAzurite } from "../../scripts/lib/azurite.ts";
import { deliverModel } from "../support/deliverModel.ts";
import { startPostgres } from "../../scripts/lib/postgres.ts";
import { signedIn } from "../support/signedIn.ts";
import { startProduct, type Product } from "../../scripts/lib/startProduct.ts";

const postgres = azuriteMissing ? undefined : await startPostgres();
const missing = azuriteMissing ?? (postgres ? undefined : "no PostgreSQL");

const PASSWORD = "FloodModel2026";

describe.skipIf(missing !== undefined)(
  `the product on PostgreSQL and Azurite (${missing ?? "both are here"})`,
  () => {
    let azurite: Awaited<ReturnType<typeof startAzurite>>;
    let product: Product;
    let environment: Record<string, string>;

    beforeAll(async () => {
      azurite = await startAzurite();
      environment = {
        DATABASE_URL: postgres!.url,
        AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString,
        TOKEN_SECRET: "a secret of this test, long enough for a token",
      };
      product = await startProduct(environment);
    }, 180_000);

    afterAll(async () => {
      await product?.remove();
      await azurite?.stop();
      await postgres?.stop();
    });

    const addAccount = (username: string, role: string, password = PASSWORD) =>
      spawnSync(
        "npm",
        [
          "run",
          "--silent",
          "account",
          "--",
          "add",
          username,
          "--role",
          role,
          "--email",
          `${username}@example.com`,
          "--first-name",
          "Ann",
          "--last-name",
          "Lee",
          "--phone-number",
          "512-555-0100",
          "--agency",
          "1",
        ],
        { env: { ...process.env, ...environment }, input: `${password}\n`, encoding: "utf8" },
      );

    it("holds no demo data, and takes accounts from the command line", async () => {
      expect(product.output()).not.toContain(PASSWORD);
      await expect(signedIn(product.url, "vendor1")).rejects.toThrow("Could not log in");
      expect(addAccount("ann", "ROLE_EDITOR")).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("Added ann"),
      });
      const refused = addAccount("bob", "ROLE_BOSS", "short");
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain("ROLE_BOSS is not a role");
      expect(refused.stderr).toContain("Invalid password, must be 10 characters or more");
      await expect(signedIn(product.url, "ann")).resolves.toBeDefined();
    });

    it("takes a model to pending, and keeps it over a restart", async () => {
      const { provider, uploadExtent } = await signedIn(product.url, "ann");
      const extent = await uploadExtent(
        new File([readFileSync("tests/fixtures/coverage.gdb.zip")], "c.gdb.zip"),
      );
      const contacts = [{ contactId: "1", roleId: "1" }];
      const metadata = aMetadata({ spatialExtentShapefile: extent, contacts }) as unknown as JsonObject;
      const { data } = await provider.create("records", { data: { currentMetadata: metadata } });
      const recordId = String(data.id);
      await deliverModel(provider, recordId, metadata);
      const status = async () =>
        (await provider.getOne<RecordRow>("records", { id: recordId })).data.statusInfo.status;
      for (let tries = 0; tries < 100 && (await status()) !== "pending"; tries += 1) await delay(200);
      expect(await status()).toBe("pending");
      expect(await product.stop()).toBe(0);
      await product.restart();
      expect(await status()).toBe("pending");
      const paths = (await provider.recordFiles(recordId)).files.map(({ path }) => path);
      expect(paths.some((path) => path.includes("/Model_Files/"))).toBe(true);
    }, 120_000);
  },
);
