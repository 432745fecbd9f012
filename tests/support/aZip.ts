import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export interface ZipEntry {
  /** The exact name in the zip; invalid names are allowed. */
  path: string;
  /** The content of the file; null for a folder. */
  content: string | Uint8Array | null;
  /** Unix permission and type bits, such as 0o120777 for a symbolic link. */
  mode?: number;
}

/** Fixed, so that equal entries give equal bytes. */
const mtime = new Date(Date.UTC(2026, 0, 2, 12));

/**
 * Creates a zip with these entries in this order; names may repeat. yazl refuses absolute names, `..` and backslashes, so
 * such entries get a placeholder name of the same length that is overwritten afterwards. `zip64` uses the size and offset
 * fields of zips over 4 GB.
 */
export async function aZip(entries: ZipEntry[], { zip64 = false } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const standIns = new Map<string, string>();
  entries.forEach(({ path, content, mode }, index) => {
    const name = isRefused(path) ? standInFor(path, index) : path;
    if (name !== path) standIns.set(name, path);
    const options = {
      mtime,
      ...(mode === undefined ? {} : { mode }),
      ...(zip64 && { forceZip64Format: true }),
    };
    if (content === null) zip.addEmptyDirectory(name, options);
    else zip.addBuffer(Buffer.from(content), name, options);
  });
  zip.end({ forceZip64Format: zip64, comment: "" });
  const bytes = await buffer(zip.outputStream);
  for (const [name, path] of standIns) overwrite(bytes, name, path);
  return bytes;
}

const isRefused = (path: string) => /^\/|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)/.test(path);

/** Has as many bytes as the path, and does not occur in the content of tests. */
function standInFor(path: string, index: number): string {
  const length = Buffer.byteLength(path);
  const isFolder = path.endsWith("/");
  const stem = `~${index}~`.padEnd(length - (isFolder ? 1 : 0), "~");
  if (stem.length + (isFolder ? 1 : 0) !== length) throw new Error(`too short a name to write over: ${path}`);
  return isFolder ? `${stem}/` : stem;
}

function overwrite(bytes: Buffer, name: string, path: string): void {
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + name.length)) {
    bytes.write(path, at);
  }
}
