import { randomBytes } from "node:crypto";
import { mkdir, open, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ModelSize } from "./modelZip.ts";
import type { ModelRecord } from "./vendorUploads.ts";

const PARTS = 50;
/** Whole seconds: browsers and Node round fractions differently. */
const MODIFIED = new Date("2026-01-02T12:00:00Z");

/** Writes a model folder of random bytes, or of holes that take no disk space. Returns its path. */
export async function writeModelFolder(
  parent: string,
  { rootFolder, requiredFiles }: Pick<ModelRecord, "rootFolder" | "requiredFiles">,
  { files, bytes, isSparse = false }: Omit<ModelSize, "isCompressed">,
): Promise<string> {
  const folder = join(parent, rootFolder);
  for (const [name, content] of Object.entries(requiredFiles)) {
    const path = join(folder, name);
    await mkdir(content ? dirname(path) : path, { recursive: true });
    if (content) await writeFile(path, content);
  }
  const fileBytes = Math.floor(bytes / files);
  const content = isSparse ? undefined : randomBytes(fileBytes);
  for (let index = 0; index < files; index += 1) {
    const path = join(folder, "Model_Files", `part-${index % PARTS}`, `run-${index}.dat`);
    if (index < PARTS) await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "w");
    const { bytesWritten } = await file.write(`file ${index}\n`);
    if (content) await file.write(content);
    else await file.truncate(bytesWritten + fileBytes);
    await file.utimes(MODIFIED, MODIFIED);
    await file.close();
  }
  return folder;
}
