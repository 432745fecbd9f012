import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { lockFolder, getProcessStartMark } from "../../../src/server/database/folderLock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "flood-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const lockPath = () => join(folder, "lock");

it("a folder locked by a running process is refused, and the error names the process", async () => {
  await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another server (process ${process.pid}).`,
  );
});

it("a folder is free again after its lock was released", async () => {
  const lock = await lockFolder(folder);
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
  await expect(lockFolder(folder)).resolves.toBeDefined();
});

it("the lock of a killed process is taken over", async () => {
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(other, "spawn");
  const held = JSON.stringify({ pid: other.pid, startMark: getProcessStartMark(other.pid!), id: "x" });
  await writeFile(join(folder, "lock"), held);
  await expect(lockFolder(folder)).rejects.toThrow(`process ${other.pid}`);
  other.kill("SIGKILL");
  await once(other, "exit");
  await expect(lockFolder(folder)).resolves.toBeDefined();
});

it("a lock of an ended process is taken over even if a new process has the same id", async () => {
  const lock = await lockFolder(folder);
  const file = join(folder, "lock");
  const content = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...content, startMark: "an earlier start" }));
  await expect(lockFolder(folder)).resolves.toBeDefined();
  await lock.release();
  expect(await readdir(folder)).toEqual(["lock"]);
});

it.each(["", "not JSON", "{}", '{"pid":-1}'])(
  "a lock file with the content %j is taken over",
  async (content) => {
    await writeFile(join(folder, "lock"), content);
    await expect(lockFolder(folder)).resolves.toBeDefined();
  },
);

it("a stale lock is taken over by only one of many processes", async () => {
  await writeFile(join(folder, "lock"), JSON.stringify({ pid: 1, startMark: "long ago", id: "x" }));
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it("the server touches its lock regularly, so that other machines see that the folder is in use", async () => {
  const lock = await lockFolder(folder, { touchIntervalMs: 10, staleAfterMs: 1000 });
  const { mtimeMs } = await stat(lockPath());
  await vi.waitFor(async () => expect((await stat(lockPath())).mtimeMs).toBeGreaterThan(mtimeMs), 10_000);
  await lock.release();
});

describe.each([
  ["another machine", { host: "web-2" }, "web-2"],
  ["another container of this machine", { pidNamespace: "pid:[1]" }, hostname()],
])("a lock of %s", (_, elsewhere, host) => {
  let told: MockInstance<typeof process.stderr.write>;
  beforeEach(async () => {
    told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const lock = await lockFolder(folder);
    const mine = JSON.parse(await readFile(lockPath(), "utf8")) as Record<string, unknown>;
    await lock.release();
    // The process with this id and start does not run here, or it does: neither says anything of the holder.
    await writeFile(lockPath(), JSON.stringify({ ...mine, pid: 1, startMark: "its start", ...elsewhere }));
  });
  afterEach(() => told.mockRestore());

  it("is not taken over while it is touched", async () => {
    const touching = setInterval(() => void utimes(lockPath(), new Date(), new Date()), 20);
    try {
      await expect(lockFolder(folder, { touchIntervalMs: 1000, staleAfterMs: 20_000 })).rejects.toThrow(
        `The data folder ${folder} is in use by another server (process 1 on ${host}).`,
      );
    } finally {
      clearInterval(touching);
    }
  });

  it("is taken over when it is no longer touched, after a message", async () => {
    await expect(lockFolder(folder, { touchIntervalMs: 1000, staleAfterMs: 200 })).resolves.toBeDefined();
    expect(told).toHaveBeenCalledWith(
      `The data folder ${folder} was held by process 1 on ${host}. ` +
        "Waiting 1 s to see whether it is still running.\n",
    );
  });

  it("is free as soon as it is released", async () => {
    const taking = lockFolder(folder, { touchIntervalMs: 1000, staleAfterMs: 60_000 });
    await vi.waitFor(() => expect(told).toHaveBeenCalled());
    await rm(lockPath());
    await expect(taking).resolves.toBeDefined();
  });

  it("is taken over by only one of many processes", async () => {
    const pace = { touchIntervalMs: 10, staleAfterMs: 500 };
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder, pace)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
