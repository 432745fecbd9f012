import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT_FILE = /\.(js|css|html|json|svg|sh|ps1|txt)$/;
/** Smaller files fit into the first packets anyway. */
const MIN_BYTES = 1024;
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes .br and .gz files next to every text file of a folder. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < MIN_BYTES) return;
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, BROTLI_OPTIONS));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
