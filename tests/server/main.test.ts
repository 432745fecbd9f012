import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encode } from "../../src/contract/wire.ts";
import { schemaOf, type Bag } from "../../src/contract/fields.ts";
import { aMetadata } from "../support/aMetadata.ts";
import { VENDOR1_EXTENT } from "../support/apiClient.ts";
import { someReferences } from "../support/references.ts";
import { startServerProcess, type ServerProcess } from "../support/serverProcess.ts";

const PASSWORD = "FloodModel2026";
let DATA_DIR: string;
let running: ServerProcess[] = [];
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), "flood-main-"));
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

async function tokenOf({ url }: ServerProcess): Promise<string> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "vendor1", password: PASSWORD }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

const aBody = (modelName: string): Bag =>
  encode(
    schemaOf("metadata"),
    aMetadata({ modelName, spatialExtentShapefile: VENDOR1_EXTENT }) as unknown as Bag,
    "write",
    someReferences(),
  );

const add = ({ url }: ServerProcess, token: string, name: string) =>
  fetch(`${url}/api/vendors/add-record`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-access-token": token,
      "idempotency-key": createHash("sha256").update(name).digest("hex"),
    },
    body: JSON.stringify(aBody(name)),
  });

async function titles({ url }: ServerProcess, token: string): Promise<string[]> {
  const response = await fetch(`${url}/api/vendors/list-records/vendor1`, {
    headers: { "x-access-token": token },
  });
  const { features } = (await response.json()) as { features: { properties: { model_title: string } }[] };
  return features.map(({ properties }) => properties.model_title);
}

it("says where it is and how to sign in, and nothing else", async () => {
  const server = await start();
  await add(server, await tokenOf(server), "Silent");
  await fetch(`${server.url}/modelstore/ms2/records/1/x?sig=forged`);
  expect(server.output()).toBe(
    `Ready: ${server.url}/metadata_app/\n` +
      `Demo sign-ins: vendor1, vendor2, agency1, viewer1; password ${PASSWORD}\n`,
  );
});

it.each(["SIGINT", "SIGTERM"] as const)(
  "ends cleanly and soon on %s, and finds its data again",
  async (signal) => {
    const first = await start();
    const token = await tokenOf(first);
    expect((await add(first, token, "Kept")).status).toBe(200);
    const before = Date.now();
    expect(await first.end(signal)).toBe(0);
    expect(Date.now() - before).toBeLessThan(4000);
    const second = await start();
    // The secret was kept too: the same token is still good.
    expect(await titles(second, token)).toHaveLength(11);
  },
);

it("refuses to start beside another server on the same data folder", async () => {
  await start();
  await expect(start()).rejects.toThrow(/The data folder .* is in use by another server \(process \d+\)/);
});

it("says everything that is wrong with its configuration, and leaves with 1", async () => {
  const env = { PORT: "none", DATABASE_URL: "mysql://x" };
  await expect(start(env)).rejects.toThrow(
    /not valid:\n {2}- PORT .*\n {2}- DATABASE_URL .*\n {2}- TOKEN_SECRET/,
  );
});

it("says when its port is taken", async () => {
  const first = await start();
  const other = await mkdtemp(join(tmpdir(), "flood-main-"));
  const taken = start({ PORT: new URL(first.url).port, DATA_DIR: other });
  await expect(taken).rejects.toThrow(/uses this port; set PORT/);
  await rm(other, { recursive: true, force: true });
});

describe("killed while it writes", () => {
  it("loses nothing that it answered with success, and a retry makes no second record", async () => {
    const acknowledged = new Set<string>();
    const sent = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const server = await start();
      const token = await tokenOf(server);
      let isKilled = false;
      const writer = async (lane: number) => {
        for (let n = 0; !isKilled; n++) {
          const name = `Round ${round}, lane ${lane}, number ${n}`;
          sent.add(name);
          const response = await add(server, token, name).catch(() => undefined);
          if (response?.ok) acknowledged.add(name);
        }
      };
      const writers = [1, 2, 3].map(writer);
      await new Promise((resolve) => setTimeout(resolve, 700 + 300 * round));
      isKilled = true;
      await server.end("SIGKILL");
      await Promise.all(writers);
    }
    expect(acknowledged.size).toBeGreaterThan(5);
    const server = await start();
    const token = await tokenOf(server);
    const kept = await titles(server, token);
    expect([...acknowledged].filter((name) => !kept.includes(name))).toEqual([]);
    for (const name of sent) expect((await add(server, token, name)).status).toBe(200);
    const all = (await titles(server, token)).filter((name) => name.startsWith("Round"));
    expect(all.toSorted()).toEqual([...sent].toSorted());
  });
});
