import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { PROJECT_FOLDER } from "../../src/server/projectFolder.ts";

export const COMPILED_FOLDER = join(PROJECT_FOLDER, "dist", "server");
const FOLDERS_WITH_DATA = ["src/server", "src/contract"];

/** Compiles what tsconfig.server.json names, and copies the files that this code reads, such as the demo model. */
export async function compileServer(): Promise<void> {
  await rm(COMPILED_FOLDER, { recursive: true, force: true });
  const compiler = createRequire(import.meta.url).resolve("typescript/lib/tsc.js");
  await promisify(execFile)(process.execPath, [compiler, "--project", "tsconfig.server.json"], {
    cwd: PROJECT_FOLDER,
  });
  for (const folder of FOLDERS_WITH_DATA)
    await cp(join(PROJECT_FOLDER, folder), join(COMPILED_FOLDER, folder), {
      recursive: true,
      filter: (path) => ![".ts", ".md"].includes(extname(path)),
    });
}
