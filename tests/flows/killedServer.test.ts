import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/schema/fields.ts";
import type { RecordRow } from "../../src/portal/providers/resources/recordRow.ts";
import { deliverModel } from "../support/deliverModel.ts";
import { fillWith } from "../support/fillWith.ts";
import { signedIn } from "../support/signedIn.ts";
import { startProduct, type Product } from "../../scripts/lib/startProduct.ts";

let product: Product;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "flood-killed-"));
  fillWith("DEMO_DATA", dataDir);
  product = await startProduct({ DATA_DIR: dataDir });
}, 180_000);
afterAll(() => product.remove());

const provider = async () => (await signedIn(product.url, "vendor1")).provider;

const everyRecord = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

it("goes on with an upload after kill -9 at any moment of its processing", async () => {
  const { data } = await (await provider()).getList<RecordRow>("records", everyRecord);
  const pause = [0, 60, 150, 400];
  const editable = data.filter(({ statusInfo }) => statusInfo.status === "in progress");
  expect(editable.length).toBeGreaterThanOrEqual(3);
  for (const [index, { id, currentMetadata }] of editable.entries()) {
    await deliverModel(await provider(), id, currentMetadata as JsonObject);
    await delay(pause[index] ?? 0);
    await product.stop("SIGKILL");
    await product.restart();
    const vendor = await provider();
    const status = async () => (await vendor.getOne<RecordRow>("records", { id })).data.statusInfo.status;
    for (let tries = 0; tries < 400 && (await status()) !== "pending"; tries += 1) await delay(250);
    expect(await status()).toBe("pending");
    const [zip, ...others] = await vendor.recordUploads(id);
    expect(zip).toMatchObject({ username: "vendor1", archived: false });
    expect(others).toEqual([]);
  }
}, 300_000);

it("keeps what was answered before the kill, and refuses a second process on its data", async () => {
  const before = await (await provider()).getList<RecordRow>("records", everyRecord);
  const copy = await (await provider()).duplicateRecord(before.data[0]!.id, crypto.randomUUID());
  await product.stop("SIGKILL");
  await product.restart();
  const after = await (await provider()).getList<RecordRow>("records", everyRecord);
  expect(after.data.map(({ id }) => id)).toContain(copy);
  await expect(startProduct({ DATA_DIR: product.dataDir })).rejects.toThrow(/ended with 1/);
}, 120_000);

it("ends cleanly on Ctrl+C", async () => {
  expect(await product.stop("SIGINT")).toBe(0);
});

it("stops with one list of everything that is wrong with its configuration", async () => {
  const starting = startProduct({ TOKEN_LIFETIME: "soon", AZURE_STORAGE_CONNECTION_STRING: "nonsense" });
  await expect(starting).rejects.toThrow(/TOKEN_LIFETIME[^]*AZURE_STORAGE|AZURE_STORAGE[^]*TOKEN_LIFETIME/);
});
