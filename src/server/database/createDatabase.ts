import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CREATE = `import { PGlite } from "@electric-sql/pglite";
await (await PGlite.create(process.argv[1])).close();`;

/**
 * Makes the folder of the embedded database where it is missing, as a whole or not at all. In a process of its own,
 * whose memory is given back: making one takes three times what the server needs.
 *
 * @throws Error naming the folder
 */
export async function createDatabase(folder: string): Promise<void> {
  if (existsSync(join(folder, "PG_VERSION"))) return;
  const unfinished = `${folder}.new`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", CREATE, "--", unfinished], {
      cwd: ROOT,
    });
    if (existsSync(folder)) await rmdir(folder);
    await rename(unfinished, folder);
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(`The database could not be made in ${folder}: ${lastLineOf(stderr ?? "") || message}`, {
      cause,
    });
  }
}

/** The sentence of a failure, which the lines around it only place. */
const lastLineOf = (text: string) => /^(?:\w*Error|.*ENOSPC).*$/m.exec(text)?.[0] ?? "";
