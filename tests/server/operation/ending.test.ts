import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 240_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "flood-ending-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SCRIPTS = {
  soak: ["scripts/dev/soak.ts", "--no-large", "--model-mutations", "1", "--upload-kills", "0"],
  bench: ["scripts/dev/bench.ts", "resume", "--runs", "1"],
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
