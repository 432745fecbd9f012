import { randomUUID, type Hash } from "node:crypto";
import { constants, copyFile, link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";

/** Makes the names in a folder survive a power cut. Windows has no such call and keeps them by itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder, with those above it, that survives a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Replaces a file's text as a whole: after a crash it holds either the old text or the new. */
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

/**
 * Takes a stream into a new file and onto the disk, and answers its size; one that breaks off, or a full disk, leaves no
 * file. Whoever wants to know the bytes' hash gives one that is to see them.
 */
export async function receiveFile(path: string, body: Readable, hash?: Hash): Promise<number> {
  const file = await open(path, "wx");
  let size = 0;
  try {
    // The stream is kept whole after a failure: a destroyed one would take the connection, and the answer, with it.
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer | string>) {
      // A text has fewer letters than bytes.
      const chunk = typeof piece === "string" ? Buffer.from(piece) : piece;
      hash?.update(chunk);
      await writeWhole(file, chunk);
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

/** A write may take less than it was given, on a disk that is getting full. */
async function writeWhole(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done);
    done += bytesWritten;
  }
}

const NO_HARD_LINKS = new Set(["EMLINK", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV"]);

/** A second name for the same bytes, without copying them where the file system can do that. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_HARD_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const copied = await open(to, "r+");
    await copied.datasync().finally(() => copied.close());
  }
}

/** The names in a folder; none when the folder is not there. */
export async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
