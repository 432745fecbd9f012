import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processMark } from "./processMark.ts";

/** A lock on a folder that is held; `release` gives it back. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process: the embedded database and store lose writes when two processes share it.
 * A lock whose process has ended, however it ended, is taken over.
 *
 * @throws Error saying which process holds the folder
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true });
  const lock = join(folder, "lock");
  const mine = JSON.stringify({ pid: process.pid, mark: processMark(process.pid), id: nonce() });
  const holder = await acquire(lock, mine);
  if (holder !== undefined) throw inUse(folder, holder);
  return {
    async release() {
      if ((await contentOf(lock)) === mine) await rm(lock, { force: true });
    },
  };
}

const nonce = () => randomBytes(6).toString("hex");

/** Answers nothing when the lock is ours now, else what its holder, a running process, wrote into it. */
async function acquire(lock: string, mine: string): Promise<string | undefined> {
  for (;;) {
    if (await placed(lock, mine)) return undefined;
    const holder = await contentOf(lock);
    if (holder === undefined) continue;
    if (isHeld(holder)) return holder;
    if (await replaced(lock, holder, mine)) return undefined;
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
async function replaced(lock: string, stale: string, mine: string): Promise<boolean> {
  const gate = `${lock}.${createHash("sha256").update(stale).digest("hex").slice(0, 12)}`;
  if ((await acquire(gate, mine)) !== undefined) {
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

interface Holder {
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

/** Process ids are used again, so the holder must also be the very process that took the lock. */
function isHeld(content: string): boolean {
  const { pid, mark } = holderOf(content);
  return typeof pid === "number" && pid > 0 && mark !== undefined && processMark(pid) === mark;
}

const inUse = (folder: string, holder: string) =>
  new Error(
    `The data folder ${folder} is in use by another server (process ${holderOf(holder).pid}). ` +
      "Stop that one first, or set DATA_DIR to another folder.",
  );
