import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startServerProcess } from "../../../scripts/lib/serverProcess.ts";

vi.setConfig({ testTimeout: 240_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "flood-ending-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("answers a call that was under way when the server was told to end", async () => {
  const server = await startServerProcess({ DATA_DIR: folder });
  const body = JSON.stringify({ username: "vendor1", password: "FloodModel2026" });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const call = request(`${server.url}/api/auth/signin`, { method: "POST", headers });
  call.write(body.slice(0, 10));
  await pause(500);
  const ended = server.end("SIGTERM");
  await pause(1500);
  const answered = once(call, "response") as Promise<[IncomingMessage]>;
  call.end(body.slice(10));
  const [{ statusCode }] = await answered;
  expect([statusCode, await ended]).toEqual([200, 0]);
});

const SCRIPTS = {
  soak: ["scripts/soak.ts", "--no-large", "--model-mutations", "1", "--upload-kills", "0"],
  bench: ["scripts/bench.ts", "resume", "--runs", "1"],
};

it.each(Object.entries(SCRIPTS))(
  "leaves no server and no folder of a %s that is ended",
  async (_, script) => {
    const env = { ...process.env, TMPDIR: folder };
    const running = spawn(process.execPath, ["--import", "tsx", ...script], { env, stdio: "ignore" });
    const exit = once(running, "exit") as Promise<[number | null]>;
    const servers = await vi.waitFor(
      async () => {
        const found = await serversOn(folder);
        expect(found).not.toEqual([]);
        return found;
      },
      { timeout: 120_000, interval: 100 },
    );
    running.kill("SIGTERM");
    expect((await exit)[0]).toBe(143);
    await vi.waitFor(async () => expect(await serversOn(folder)).toEqual([]), 5000);
    expect(servers.length).toBeGreaterThan(0);
    // What the runtime keeps for itself there is no folder of ours.
    expect((await readdir(folder)).filter((name) => /^(flood|killed)-/.test(name))).toEqual([]);
  },
);

/** The processes of servers whose data lie below a folder, as Linux tells them. */
async function serversOn(root: string): Promise<string[]> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    processes.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      return environment.includes(`DATA_DIR=${root}`) ? [pid] : [];
    }),
  );
  return found.flat();
}
