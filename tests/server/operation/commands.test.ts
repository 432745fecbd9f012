import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { endpoints } from "../../../src/contract/wire/endpoints.ts";
import { anonymous } from "../../support/apiClient.ts";
import { startServer } from "../../support/startServer.ts";
import { startPostgres } from "../../../scripts/dev/lib/postgres.ts";
import { readMemory, readPeakMemory } from "../../../scripts/dev/lib/processMemory.ts";
import { startServerProcess, WASM_FLAGS } from "../../../scripts/dev/lib/startProduct.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "flood-commands-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(script: "account" | "audit", args: string[], input = "", settings: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: join(folder, "data"), ...settings };
  const command = [...WASM_FLAGS, "--import", "tsx", `scripts/${script}.ts`, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, input, encoding: "utf8" });
  return { status, stdout, stderr };
}

it("the server needs little memory at the first and at later starts", async (context) => {
  const measureMemory = async (read: (pid: number) => Promise<number>) => {
    const flagsOfProduction: string[] = [];
    const server = await startServerProcess({ DATA_DIR: join(folder, "data") }, flagsOfProduction);
    const bytes = await read(server.pid!);
    await server.end("SIGTERM");
    return bytes / 1024 ** 2;
  };
  const [peak, current] = [await measureMemory(readPeakMemory), await measureMemory(readMemory)];
  if (Number.isNaN(peak)) return context.skip("Needs /proc of Linux.");
  expect(peak).toBeLessThan(700);
  expect(current).toBeLessThan(400);
});

it("lists and disables accounts, resets passwords and writes to the audit log", async () => {
  expect(run("account", ["disable", "vendor2"])).toMatchObject({ status: 0 });
  expect(run("account", ["roles", "agency1", "--role", "ROLE_EDITOR"])).toMatchObject({ status: 0 });
  expect(run("account", ["reset-password", "vendor1"], "AnotherWord2026\n")).toMatchObject({ status: 0 });
  expect(run("account", ["roles", "vendor1", "--role", "ROLE_BOSS"])).toMatchObject({ status: 2 });
  expect(run("account", ["disable", "nobody"]).stderr).toContain("The user nobody does not exist.");
  const { stdout } = run("account", ["list"]);
  expect(stdout).toMatch(/^vendor2 .*disabled/m);
  expect(stdout).toMatch(/^agency1 +ROLE_EDITOR /m);
  expect(run("audit", []).stdout).toMatch(/account changed.*vendor2/);

  const server = await startServer({ dataDir: join(folder, "data") });
  try {
    const signIn = async (username: string, password: string) =>
      (await anonymous(server)(endpoints.signIn, { body: { username, password } })).status;
    expect(await signIn("vendor2", "FloodModel2026")).toBe(403);
    expect(await signIn("vendor1", "FloodModel2026")).toBe(401);
    expect(await signIn("vendor1", "AnotherWord2026")).toBe(200);
  } finally {
    await server.close();
  }
});

it("lists accounts and the audit log beside a running server on PostgreSQL", async (context) => {
  const database = await startPostgres();
  if (!database) return context.skip("Needs PostgreSQL.");
  const dataDir = join(folder, "shared");
  const server = await startServer({ dataDir, databaseUrl: database.url });
  try {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, TOKEN_SECRET: "x".repeat(40) };
    expect(run("account", ["list"], "", settings).stdout).toMatch(/^vendor1 /m);
    expect(run("audit", [], "", settings)).toMatchObject({ status: 0, stderr: "" });
  } finally {
    await server.close();
    await database.stop();
  }
});
