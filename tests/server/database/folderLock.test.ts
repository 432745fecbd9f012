import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockFolder } from "../../../src/server/database/folderLock.ts";
import { processMark } from "../../../src/server/database/processMark.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "flood-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("refuses a folder that a running process holds, and says which", async () => {
  await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another server (process ${process.pid}).`,
  );
});

it("gives a folder back", async () => {
  const lock = await lockFolder(folder);
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
  await expect(lockFolder(folder)).resolves.toBeDefined();
});

it("takes over the lock of a process that was killed", async () => {
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(other, "spawn");
  const held = JSON.stringify({ pid: other.pid, mark: processMark(other.pid!), id: "x" });
  await writeFile(join(folder, "lock"), held);
  await expect(lockFolder(folder)).rejects.toThrow(`process ${other.pid}`);
  other.kill("SIGKILL");
  await once(other, "exit");
  await expect(lockFolder(folder)).resolves.toBeDefined();
});

it("is not fooled by another process that got the same id", async () => {
  const lock = await lockFolder(folder);
  const file = join(folder, "lock");
  const content = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...content, mark: "an earlier start" }));
  await expect(lockFolder(folder)).resolves.toBeDefined();
  await lock.release();
  expect(await readdir(folder)).toEqual(["lock"]);
});

it.each(["", "not JSON", "{}", '{"pid":-1}'])("takes over a lock file that says %j", async (content) => {
  await writeFile(join(folder, "lock"), content);
  await expect(lockFolder(folder)).resolves.toBeDefined();
});

it("lets one of many that find a stale lock have it", async () => {
  await writeFile(join(folder, "lock"), JSON.stringify({ pid: 1, mark: "long ago", id: "x" }));
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
