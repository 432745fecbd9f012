import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { chmod, link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A lock on a folder that is held; `release` gives it back. */
interface FolderLock {
  release(): Promise<void>;
}

/** In milliseconds: how often a holder touches its lock, and how long one stands still before it counts as left behind. */
interface LockPace {
  touchEvery: number;
  stillFor: number;
}

const PACE: LockPace = { touchEvery: 5000, stillFor: 30_000 };

/**
 * Takes the data folder for this process: the embedded database and store lose writes when two processes share it.
 * A lock whose process has ended, however it ended, is taken over. Whether a process of another container or machine
 * has ended cannot be seen from here, so its lock is taken over once nobody has touched it for a while.
 *
 * @throws Error saying which process holds the folder
 */
export async function lockFolder(folder: string, { touchEvery, stillFor } = PACE): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // One made by an earlier release, or by hand, holds secrets too.
  await chmod(folder, 0o700);
  const lock = join(folder, "lock");
  const self = { pid: process.pid, mark: processMark(process.pid), ...processPlace(), id: nonce() };
  const mine = JSON.stringify(self);
  const holder = await acquire(lock, mine, stillFor);
  if (holder !== undefined) throw inUse(folder, holder);
  const touching = setInterval(() => void touch(lock, mine), touchEvery).unref();
  return {
    async release() {
      clearInterval(touching);
      if ((await contentOf(lock)) === mine) await rm(lock, { force: true });
    },
  };
}

const nonce = () => randomBytes(6).toString("hex");

/** Answers nothing when the lock is ours now, else what its holder, a running process, wrote into it. */
async function acquire(lock: string, mine: string, stillFor: number): Promise<string | undefined> {
  for (;;) {
    if (await placed(lock, mine)) return undefined;
    const holder = await contentOf(lock);
    if (holder === undefined) continue;
    if (isElsewhere(holder) ? await isTouched(lock, holder, stillFor) : isHeld(holder)) return holder;
    if (await replaced(lock, holder, mine, stillFor)) return undefined;
  }
}

/** Puts the lock where there is none; the file is there only once it is whole. */
async function placed(lock: string, mine: string): Promise<boolean> {
  const draft = await drafted(lock, mine);
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Only who holds the gate of a stale lock may replace it, or two that found it together would both have it. */
async function replaced(lock: string, stale: string, mine: string, stillFor: number): Promise<boolean> {
  const gate = `${lock}.${createHash("sha256").update(stale).digest("hex").slice(0, 12)}`;
  if ((await acquire(gate, mine, stillFor)) !== undefined) {
    await pause(20);
    return false;
  }
  try {
    if ((await contentOf(lock)) !== stale) return false;
    await rename(await drafted(lock, mine), lock);
    return true;
  } finally {
    await rm(gate, { force: true });
  }
}

async function drafted(lock: string, content: string): Promise<string> {
  const draft = `${lock}.${nonce()}`;
  await writeFile(draft, content, { flush: true });
  return draft;
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Tells those elsewhere that this process still runs. One touch that fails is as good as a late one. */
async function touch(lock: string, mine: string): Promise<void> {
  const now = new Date();
  try {
    if ((await contentOf(lock)) === mine) await utimes(lock, now, now);
  } catch {
    return;
  }
}

const touchedAt = (file: string) =>
  stat(file, { bigint: true }).then(
    ({ mtimeNs }) => mtimeNs,
    () => undefined,
  );

/**
 * Whether a holder elsewhere is seen to touch its lock. It is watched for the whole time, since the clock of another
 * machine may be wrong.
 */
async function isTouched(lock: string, content: string, stillFor: number): Promise<boolean> {
  process.stderr.write(
    `The data folder ${dirname(lock)} was held by ${nameOf(content)}. ` +
      `Waiting ${Math.ceil(stillFor / 1000)} s to see whether that one still runs.\n`,
  );
  const before = await touchedAt(lock);
  for (const end = performance.now() + stillFor; performance.now() < end;) {
    await pause(Math.min(1000, stillFor / 10));
    const now = await touchedAt(lock);
    if (now !== before) return now !== undefined;
  }
  return false;
}

interface Holder extends ProcessPlace {
  pid: number;
  mark: string;
}

function holderOf(content: string): Partial<Holder> {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    return {};
  }
}

/** Whether the holder's process id says nothing here. A lock that names no place is of this one. */
function isElsewhere(content: string): boolean {
  const here = processPlace();
  const { host = here.host, space = here.space } = holderOf(content);
  return host !== here.host || space !== here.space;
}

/** Process ids are used again, so the holder must also be the very process that took the lock. */
function isHeld(content: string): boolean {
  const { pid, mark } = holderOf(content);
  return typeof pid === "number" && pid > 0 && mark !== undefined && processMark(pid) === mark;
}

function nameOf(content: string): string {
  const { pid, host } = holderOf(content);
  return `process ${pid}${isElsewhere(content) ? ` on ${host}` : ""}`;
}

const inUse = (folder: string, holder: string) =>
  new Error(
    `The data folder ${folder} is in use by another server (${nameOf(holder)}). ` +
      "Stop that one first, or set DATA_DIR to another folder.",
  );

/** Where a process runs. Its id means something to the processes of the same place, and to no other. */
interface ProcessPlace {
  host: string;
  /** The space of process ids, which a container has for itself; empty where the system has only one. */
  space: string;
}

/** Where this process runs. */
const processPlace = (): ProcessPlace => ({ host: hostname(), space: idSpace() });

function idSpace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/**
 * Text that tells one process from any other that has had its id, before or after: when it started. Nothing when no
 * process of that id runs. Where the system does not say, the mark is empty and the id alone must do.
 */
export function processMark(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  try {
    return process.platform === "linux" ? linuxMark(pid) : startedAt(pid);
  } catch {
    return isRunning(pid) ? "" : undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ticks since the machine was started, and which start of the machine it was. A dead but unreaped process is gone. */
function linuxMark(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return undefined;
  return `${fields[18]} ${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
}

function startedAt(pid: number): string {
  if (process.platform === "win32") return "";
  return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
}
