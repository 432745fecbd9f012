import { coverageName } from "./modelFolder.ts";
import { folded, type FolderEntry } from "./modelFolderEntry.ts";
import { quoted, shortened, warning, type Finding } from "./modelFolderFinding.ts";

const COMPRESSED = /\.(zip|zipx|7z|rar|gz|tgz|bz2|tbz2?|xz|txz|zst|lz4|lzma|z|cab)$/i;

/** Warnings about compressed files in the model's folder; the coverage geodatabase may be zipped. */
export function archiveWarnings(entries: FolderEntry[], base: string, identifier: string): Finding[] {
  const coverage = folded(base + coverageName(identifier));
  const isCoverage = (path: string) => [coverage, `${coverage}.zip`].includes(folded(path));
  const found = entries.filter(
    ({ path, isDirectory }) => !isDirectory && COMPRESSED.test(path) && !isCoverage(path),
  );
  const text = (name: string) =>
    `${name} is a compressed file inside the model's folder; its content cannot be listed or previewed. ` +
    "Next time, unpack it and leave the compressed file out.";
  return shortened(found.map(({ path }) => warning(text(quoted(path)), path)));
}
