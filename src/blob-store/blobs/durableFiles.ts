import { randomUUID, type Hash } from "node:crypto";
import { constants, copyFile, link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";

/** Makes new file names durable. Not needed and not supported on Windows. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export async function createFolder(path: string): Promise<void> {
  const firstCreated = await mkdir(path, { recursive: true });
  if (firstCreated === undefined) return;
  for (let created = path; created.length >= firstCreated.length; created = dirname(created))
    await syncFolder(dirname(created));
}

/** Replaces a file atomically: after a crash it has either the old or the new text. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes a stream to a new file and returns its size. Removes the file on failure. Updates `hash` with the content. */
export async function writeStreamDurably(path: string, body: Readable, hash?: Hash): Promise<number> {
  const file = await open(path, "wx");
  let size = 0;
  try {
    // Destroying the request stream would close the connection before the error response is sent.
    for await (const item of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer | string>) {
      const chunk = typeof item === "string" ? Buffer.from(item) : item;
      hash?.update(chunk);
      await writeAll(file, chunk);
      size += chunk.length;
    }
    await file.datasync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
  return size;
}

type FileHandle = Awaited<ReturnType<typeof open>>;

/** A single write may be partial when the disk is nearly full. */
async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, written);
    written += bytesWritten;
  }
}

const NO_HARD_LINK_CODES = new Set(["EMLINK", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV"]);

/** Creates a hard link, or a copy if the file system does not support hard links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_HARD_LINK_CODES.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const copied = await open(to, "r+");
    await copied.datasync().finally(() => copied.close());
  }
}

/** Returns [] if the folder does not exist. */
export async function listNames(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
