import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Puts files, by their names within a folder, in place of all that was there. */
export async function replaceFolder(folder: string, files: Map<string, string>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await writeFiles(folder, files);
}

/** Writes files, by their names within a folder. */
export async function writeFiles(folder: string, files: Map<string, string>): Promise<void> {
  for (const [name, content] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
