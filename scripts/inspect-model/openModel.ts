import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { ModelFile } from "../../src/contract/models/fileFacts.ts";
import type { ModelSource } from "../../src/contract/models/readModelFiles.ts";
import { createZipModelSource } from "../../src/server/models/zipModelSource.ts";
import { readZipDirectory } from "../../src/server/processing/zipDirectory.ts";

/** @param path a folder or a zip */
export async function openModel(path: string): Promise<ModelSource> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new Error(`File or folder not found: ${path}`);
  return stats.isDirectory() ? openFolder(path) : openZip(path, stats.size);
}

async function openFolder(folder: string): Promise<ModelSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path): Promise<ModelFile> => {
      const { size, mtimeMs } = await stat(path);
      return { path: relative(folder, path).split(sep).join("/"), size, modified: mtimeMs };
    }),
  );
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files, read: (path, length, offset) => readRange(join(folder, path), length, offset) };
}

async function readRange(path: string, length: number, offset = 0): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(length), position: offset });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function openZip(path: string, size: number): Promise<ModelSource> {
  const access = {
    size,
    read: async (offset: number, length: number) =>
      createReadStream(path, { start: offset, end: offset + length - 1 }),
  };
  const { entries, errors } = await readZipDirectory(access);
  if (errors.length > 0) throw new Error(errors.map(({ text }) => text).join("\n"));
  return createZipModelSource(access, entries);
}
