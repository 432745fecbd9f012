import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(js|css|html|json|svg|sh|ps1|txt)$/;
/** Smaller files fit into the first packets anyway. */
const LEAST = 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Puts a brotli and a gzip form beside every text file of a folder, for the server to send instead. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < LEAST) return;
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, BROTLI));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
