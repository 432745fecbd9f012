import { fault, quoted, shortened, type Finding } from "../../contract/modelFolderFinding.ts";
import type { ZipEntry } from "./zipDirectory.ts";

const STORED = 0;
const DEFLATED = 8;
const DEFLATE64 = 9;
const METHOD_NAMES: Record<number, string> = {
  12: "BZIP2",
  14: "LZMA",
  93: "Zstandard",
  95: "XZ",
  98: "PPMd",
};

/** Faults of entries that cannot be unpacked: encrypted, compressed in a way not read here, or wrongly placed. */
export function entryFaults(entries: ZipEntry[], zipSize: number): Finding[] {
  return [
    ...shortened(entries.filter((entry) => entry.isEncrypted).map(encrypted)),
    ...shortened(entries.filter((entry) => !entry.isEncrypted && !isReadable(entry.method)).map(unsupported)),
    ...shortened(misplaced(entries, zipSize)),
  ];
}

const isReadable = (method: number) => method === STORED || method === DEFLATED;

const encrypted = ({ path }: ZipEntry) =>
  fault(`${quoted(path)} is protected by a password. Make a zip of the folder without a password.`, path);

function unsupported({ path, method }: ZipEntry): Finding {
  if (method === DEFLATE64)
    return fault(
      `${quoted(path)} is compressed with Deflate64, as Windows Explorer does with files over 2 GB; it cannot be read ` +
        "here. Zip the folder with 7-Zip (archive format zip, compression method Deflate) or with PowerShell 7.",
      path,
    );
  const name = METHOD_NAMES[method] ?? `method ${method}`;
  return fault(
    `${quoted(path)} is compressed with ${name}, which cannot be read here. Zip the folder again with the method Deflate.`,
    path,
  );
}

/** Entries share no bytes in a zip that was made by zipping files; in one made to fill disks they do. */
function misplaced(entries: ZipEntry[], zipSize: number): Finding[] {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  return inOrder.flatMap((entry, index) => {
    const end = entry.offset + entry.extent;
    const next = inOrder[index + 1];
    if (end > zipSize)
      return fault(
        `${quoted(entry.path)} would lie beyond the end of the zip: the zip is damaged or incomplete. ` +
          "Make the zip again and upload it again.",
        entry.path,
      );
    if (!next || end <= next.offset) return [];
    return fault(
      `${quoted(next.path)} and ${quoted(entry.path)} share the same bytes of the zip. ` +
        "Make a new zip of the folder with another program.",
      next.path,
    );
  });
}
