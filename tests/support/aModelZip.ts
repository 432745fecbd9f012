import { createWriteStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ModelZipOptions {
  /** The path of the zip; by default, the path of the folder plus ".zip". */
  to?: string;
  /** Which folders get an entry: only empty ones, all, or none. */
  folders?: "empty" | "all" | "none";
  /** Whether files are compressed. */
  compress?: boolean;
}

/** Zips a folder, with its name as the root of all paths, and returns the path of the zip. */
export async function aModelZip(folder: string, options: ModelZipOptions = {}): Promise<string> {
  const { to = `${folder}.zip`, folders = "empty", compress = true } = options;
  const zip = new ZipFile();
  await addFolder(zip, folder, basename(folder), { folders, compress });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(to));
  return to;
}

async function addFolder(
  zip: ZipFile,
  folder: string,
  pathInZip: string,
  options: Required<Pick<ModelZipOptions, "folders" | "compress">>,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (options.folders === "all" || (options.folders === "empty" && entries.length === 0)) {
    zip.addEmptyDirectory(pathInZip);
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const name = `${pathInZip}/${entry.name}`;
    if (entry.isDirectory()) await addFolder(zip, path, name, options);
    else zip.addFile(path, name, { compress: options.compress });
  }
}
