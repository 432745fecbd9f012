import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import { encode } from "../../src/contract/wire/wire.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { VENDOR1_EXTENT } from "../support/apiClient.ts";
import { copyPreparedData } from "../support/copyPreparedData.ts";
import { someReferences } from "../support/references.ts";
import { startServerProcess, type ServerProcess } from "../../scripts/dev/lib/startProduct.ts";

const PASSWORD = "FloodModel2026";

let DATA_DIR: string;
let running: ServerProcess[] = [];

beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), "flood-main-"));
  copyPreparedData("DEMO_DATA", DATA_DIR);
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.end("SIGKILL")));
  running = [];
  await rm(DATA_DIR, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ DATA_DIR, ...env });
  running.push(server);
  return server;
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "vendor1", password: PASSWORD }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

const aBody = (modelName: string): JsonObject =>
  encode(
    getSchema("metadata"),
    aMetadata({ modelName, spatialExtentShapefile: VENDOR1_EXTENT }) as unknown as JsonObject,
    "write",
    someReferences(),
  );

/** Adds a record with an idempotency key derived from its name. */
const addRecord = ({ url }: ServerProcess, token: string, name: string) =>
  fetch(`${url}/api/vendors/add-record`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-access-token": token,
      "idempotency-key": createHash("sha256").update(name).digest("hex"),
    },
    body: JSON.stringify(aBody(name)),
  });

async function listTitles({ url }: ServerProcess, token: string): Promise<string[]> {
  const response = await fetch(`${url}/api/vendors/list-records/vendor1`, {
    headers: { "x-access-token": token },
  });
  const { features } = (await response.json()) as { features: { properties: { model_title: string } }[] };
  return features.map(({ properties }) => properties.model_title);
}

it("the server prints its address and the demo accounts, locks its folder, and keeps data across restarts", async () => {
  const first = await start();
  const token = await signIn(first);
  expect((await addRecord(first, token, "Kept")).status).toBe(200);
  await fetch(`${first.url}/modelstore/ms2/records/1/x?sig=forged`);
  expect(first.output().replaceAll(first.url, "<address>")).toBe(
    "Ready: <address>/metadata_app/\n" +
      `Demo accounts: vendor1, vendor2, agency1, viewer1 (password: ${PASSWORD})\n`,
  );
  await expect(start()).rejects.toThrow(/The data folder .* is in use by another server \(process \d+\)/);
  expect(await first.end("SIGTERM")).toBe(0);

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  await expect(start({ PORT: String(port) })).rejects.toThrow(/uses this port\. Set PORT/);
  await new Promise((resolve) => other.close(resolve));

  // The failed start has unlocked the folder.
  const second = await start();
  expect(await listTitles(second, token)).toContain("Kept");
  expect(await listTitles(second, token)).toHaveLength(11);
  expect(await second.end("SIGINT")).toBe(0);
});

it("reports all configuration errors and exits with 1", async () => {
  const env = { PORT: "none", DATABASE_URL: "mysql://x" };
  await expect(start(env)).rejects.toThrow(
    /not valid:\n {2}- PORT .*\n {2}- DATABASE_URL .*\n {2}- Set TOKEN_SECRET/,
  );
});

it("a killed server keeps every acknowledged record, and a retry creates no second record", async () => {
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const server = await start();
    const token = await signIn(server);
    let isKilled = false;
    const addRecords = async (worker: number) => {
      for (let n = 0; !isKilled && n < 15; n++) {
        const name = `Round ${round}, worker ${worker}, number ${n}`;
        sent.add(name);
        const response = await addRecord(server, token, name).catch(() => undefined);
        if (response?.ok) acknowledged.add(name);
      }
    };
    const writing = [1, 2, 3].map(addRecords);
    while (acknowledged.size < 8 * (round + 1)) await pause(5);
    isKilled = true;
    await server.end("SIGKILL");
    await Promise.all(writing);
  }
  const server = await start();
  const token = await signIn(server);
  const stored = await listTitles(server, token);
  expect([...acknowledged].filter((name) => !stored.includes(name))).toEqual([]);
  for (const name of sent) expect((await addRecord(server, token, name)).status).toBe(200);
  const all = (await listTitles(server, token)).filter((name) => name.startsWith("Round"));
  expect(all.toSorted()).toEqual([...sent].toSorted());
});
