import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 300_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "flood-ending-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SCRIPTS = {
  soak: ["scripts/dev/soak.ts", "processing"],
  bench: ["scripts/dev/bench.ts", "resume", "--runs", "1"],
};

it.each(Object.entries(SCRIPTS))(
  "a terminated %s script stops all its servers and removes all its folders",
  async (_, script) => {
    const env = { ...process.env, TMPDIR: folder };
    const running = spawn(process.execPath, ["--import", "tsx", ...script], { env, stdio: "ignore" });
    const exit = once(running, "exit") as Promise<[number | null]>;
    const servers = await vi.waitFor(
      async () => {
        const found = await findServers(folder);
        expect(found).not.toEqual([]);
        return found;
      },
      { timeout: 300_000, interval: 100 },
    );
    running.kill("SIGTERM");
    expect((await exit)[0]).toBe(143);
    await vi.waitFor(async () => expect(await findServers(folder)).toEqual([]), 120_000);
    expect(servers.length).toBeGreaterThan(0);
    // The runtime also creates folders there.
    expect((await readdir(folder)).filter((name) => /^(flood|killed)-/.test(name))).toEqual([]);
  },
);

/** Process ids of servers with a data folder below `root`. Only on Linux. */
async function findServers(root: string): Promise<string[]> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    processes.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      return environment.includes(`DATA_DIR=${root}`) ? [pid] : [];
    }),
  );
  return found.flat();
}
