import { coverageName } from "./modelFolder.ts";
import { folded, type FolderEntry } from "./modelFolderEntry.ts";
import { modelFolderTexts, said } from "./modelFolderTexts.ts";
import { quoted, shortened, warning, type Finding } from "./modelFolderFinding.ts";

/** Endings of compressed files. */
export const COMPRESSED_ENDINGS = "zip zipx 7z rar gz tgz bz2 tbz tbz2 xz txz zst lz4 lzma z cab".split(" ");

const COMPRESSED = new RegExp(`\\.(${COMPRESSED_ENDINGS.join("|")})$`, "i");

/** Warnings about compressed files in the model's folder; the coverage geodatabase may be zipped. */
export function archiveWarnings(entries: FolderEntry[], base: string, identifier: string): Finding[] {
  const coverage = folded(base + coverageName(identifier));
  const isCoverage = (path: string) => [coverage, `${coverage}.zip`].includes(folded(path));
  const found = entries.filter(
    ({ path, isDirectory }) => !isDirectory && COMPRESSED.test(path) && !isCoverage(path),
  );
  const text = (path: string) => said(modelFolderTexts.compressed, { entry: quoted(path) });
  return shortened(found.map(({ path }) => warning(text(path), path)));
}
