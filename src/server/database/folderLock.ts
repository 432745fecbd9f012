import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { chmod, link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

interface FolderLock {
  release(): Promise<void>;
}

interface LockTiming {
  touchIntervalMs: number;
  staleAfterMs: number;
}

const DEFAULT_TIMING: LockTiming = { touchIntervalMs: 5000, staleAfterMs: 30_000 };

/**
 * Locks the data folder for this process: the embedded database and store lose writes when two processes share it. The
 * lock of a process that has ended is taken over. Processes of another container or machine are invisible here, so
 * their lock is taken over once it is no longer touched.
 * @throws Error naming the process that holds the folder
 */
export async function lockFolder(
  folder: string,
  { touchIntervalMs, staleAfterMs } = DEFAULT_TIMING,
): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folder holds secrets, also if an earlier release or a person created it.
  await chmod(folder, 0o700);
  const lock = join(folder, "lock");
  const self = {
    pid: process.pid,
    startMark: getProcessStartMark(process.pid),
    ...getProcessNamespace(),
    id: createNonce(),
  };
  const ownContent = JSON.stringify(self);
  const holder = await acquireLock(lock, ownContent, staleAfterMs);
  if (holder !== undefined) throw createInUseError(folder, holder);
  const touchTimer = setInterval(() => void touchLock(lock, ownContent), touchIntervalMs).unref();
  return {
    async release() {
      clearInterval(touchTimer);
      if ((await readContent(lock)) === ownContent) await rm(lock, { force: true });
    },
  };
}

const createNonce = () => randomBytes(6).toString("hex");

/** Returns undefined once this process holds the lock, otherwise the content of the running holder's lock. */
async function acquireLock(
  lock: string,
  ownContent: string,
  staleAfterMs: number,
): Promise<string | undefined> {
  for (;;) {
    if (await tryCreateLock(lock, ownContent)) return undefined;
    const holder = await readContent(lock);
    if (holder === undefined) continue;
    if (
      isInOtherNamespace(holder) ? await isStillTouched(lock, holder, staleAfterMs) : isHolderRunning(holder)
    )
      return holder;
    if (await tryReplaceLock(lock, holder, ownContent, staleAfterMs)) return undefined;
  }
}

async function tryCreateLock(lock: string, ownContent: string): Promise<boolean> {
  const temporaryFile = await writeTemporaryFile(lock, ownContent);
  try {
    await link(temporaryFile, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

/** Replacing a stale lock needs a second lock (the gate); otherwise two processes could both replace it. */
async function tryReplaceLock(
  lock: string,
  staleContent: string,
  ownContent: string,
  staleAfterMs: number,
): Promise<boolean> {
  const gate = `${lock}.${createHash("sha256").update(staleContent).digest("hex").slice(0, 12)}`;
  if ((await acquireLock(gate, ownContent, staleAfterMs)) !== undefined) {
    await pause(20);
    return false;
  }
  try {
    if ((await readContent(lock)) !== staleContent) return false;
    await rename(await writeTemporaryFile(lock, ownContent), lock);
    return true;
  } finally {
    await rm(gate, { force: true });
  }
}

async function writeTemporaryFile(lock: string, content: string): Promise<string> {
  const temporaryFile = `${lock}.${createNonce()}`;
  await writeFile(temporaryFile, content, { flush: true });
  return temporaryFile;
}

async function readContent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function touchLock(lock: string, ownContent: string): Promise<void> {
  const now = new Date();
  try {
    if ((await readContent(lock)) === ownContent) await utimes(lock, now, now);
  } catch {
    return;
  }
}

const getTouchedTime = (file: string) =>
  stat(file, { bigint: true }).then(
    ({ mtimeNs }) => mtimeNs,
    () => undefined,
  );

/** Watches the lock for the whole time, because the clock of another machine may be wrong. */
async function isStillTouched(lock: string, content: string, staleAfterMs: number): Promise<boolean> {
  process.stderr.write(
    `The data folder ${dirname(lock)} was held by ${describeHolder(content)}. ` +
      `Waiting ${Math.ceil(staleAfterMs / 1000)} s to see whether it is still running.\n`,
  );
  const before = await getTouchedTime(lock);
  for (const end = performance.now() + staleAfterMs; performance.now() < end;) {
    await pause(Math.min(1000, staleAfterMs / 10));
    const now = await getTouchedTime(lock);
    if (now !== before) return now !== undefined;
  }
  return false;
}

interface LockContent extends ProcessNamespace {
  pid: number;
  startMark: string;
}

function parseLockContent(content: string): Partial<LockContent> {
  try {
    return JSON.parse(content) as LockContent;
  } catch {
    return {};
  }
}

/** Whether the holder's process id belongs to another machine or container. A lock without host counts as local. */
function isInOtherNamespace(content: string): boolean {
  const here = getProcessNamespace();
  const { host = here.host, pidNamespace = here.pidNamespace } = parseLockContent(content);
  return host !== here.host || pidNamespace !== here.pidNamespace;
}

/** Process ids are reused, so the start mark must match as well. */
function isHolderRunning(content: string): boolean {
  const { pid, startMark } = parseLockContent(content);
  return (
    typeof pid === "number" && pid > 0 && startMark !== undefined && getProcessStartMark(pid) === startMark
  );
}

function describeHolder(content: string): string {
  const { pid, host } = parseLockContent(content);
  return `process ${pid}${isInOtherNamespace(content) ? ` on ${host}` : ""}`;
}

const createInUseError = (folder: string, holder: string) =>
  new Error(
    `The data folder ${folder} is in use by another server (${describeHolder(holder)}). ` +
      "Stop it first, or set DATA_DIR to another folder.",
  );

/** Process ids are only comparable within the same host and PID namespace. */
interface ProcessNamespace {
  host: string;
  pidNamespace: string;
}

const getProcessNamespace = (): ProcessNamespace => ({ host: hostname(), pidNamespace: readPidNamespace() });

function readPidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

export function getProcessStartMark(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  try {
    return process.platform === "linux" ? readLinuxStartMark(pid) : readStartTime(pid);
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

/** Start time in ticks since boot, and the boot id. A zombie process counts as gone. */
function readLinuxStartMark(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return undefined;
  return `${fields[18]} ${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
}

function readStartTime(pid: number): string {
  if (process.platform === "win32") return "";
  return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
}
