import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { missingAzuriteReason, startAzurite } from "../../scripts/dev/lib/azurite.ts";
import { sendModel } from "../support/sendModel.ts";
import { startPostgres } from "../../scripts/dev/lib/postgres.ts";
import { signInProvider } from "../support/signInProvider.ts";
import { startProduct, type Product } from "../../scripts/dev/lib/startProduct.ts";

const postgres = missingAzuriteReason ? undefined : await startPostgres();
const missing = missingAzuriteReason ?? (postgres ? undefined : "no PostgreSQL");

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
    });

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

    it("has no demo data and adds accounts from the command line", async () => {
      expect(product.output()).not.toContain(PASSWORD);
      await expect(signInProvider(product.url, "vendor1")).rejects.toThrow("Could not log in");
      expect(addAccount("ann", "ROLE_EDITOR")).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("Added ann"),
      });
      const refused = addAccount("bob", "ROLE_BOSS", "short");
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain("ROLE_BOSS is unknown");
      expect(refused.stderr).toContain("Invalid password, must be 10 characters or more");
      await expect(signInProvider(product.url, "ann")).resolves.toBeDefined();
    });

    it("accepts a model and keeps it after a restart", async () => {
      const { provider, uploadExtent } = await signInProvider(product.url, "ann");
      const extent = await uploadExtent(
        new File([readFileSync("tests/fixtures/coverage.gdb.zip")], "c.gdb.zip"),
      );
      const contacts = [{ contactId: "1", roleId: "1" }];
      const metadata = aMetadata({ spatialExtentShapefile: extent, contacts }) as unknown as JsonObject;
      const { data } = await provider.create("records", { data: { currentMetadata: metadata } });
      const recordId = String(data.id);
      await sendModel(provider, recordId, metadata);
      const status = async () =>
        (await provider.getOne<RecordRow>("records", { id: recordId })).data.statusInfo.status;
      await vi.waitFor(async () => expect(await status()).toBe("pending"), 280_000);
      expect(await product.stop()).toBe(0);
      await product.restart();
      expect(await status()).toBe("pending");
      const paths = (await provider.listFiles(recordId)).files.map(({ path }) => path);
      expect(paths.some((path) => path.includes("/Model_Files/"))).toBe(true);
    });
  },
);
