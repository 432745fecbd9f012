import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export async function replaceFolder(folder: string, files: Map<string, string>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await writeFiles(folder, files);
}

/** @param files path within the folder -> content */
export async function writeFiles(folder: string, files: Map<string, string>): Promise<void> {
  for (const [name, content] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
