import type { ModelFolder } from "../model-folder/checkModel.ts";
import { getParentPath } from "../model-folder/folderEntries.ts";
import { toSlashes } from "../model-folder/folderFacts.ts";
import { crc32 } from "../zip/crc32.ts";
import { encodeDosTime } from "../zip/dosTime.ts";
import { buildZipLayout } from "../zip/zipLayout.ts";
import {
  GEODATABASE_TOO_LARGE,
  MAX_GEODATABASE_BYTES,
  UNZIPPED_GEODATABASE_TOO_LARGE,
} from "./geodatabaseZip.ts";
import { isJunk } from "./planModelZip.ts";

/**
 * The zip to upload, in parts: the model's own zip of its coverage geodatabase, or a new zip of its folder.
 *
 * @throws InvalidZipError or UnreadableFileError because of a file
 */
export async function zipCoverage(
  { entries, readEntry }: Pick<ModelFolder, "entries" | "readEntry">,
  coveragePath: string,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const files = entries
    .map((entry) => ({ entry, path: toSlashes(entry.path) }))
    .filter(({ entry, path }) => !entry.isDirectory && `${path}/`.startsWith(`${coveragePath}/`))
    .filter(({ path }) => !isJunk(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const bytes = files.reduce((sum, { entry }) => sum + entry.size, 0);
  if (bytes > MAX_GEODATABASE_BYTES) {
    const isZip = files.some(({ path }) => path === coveragePath);
    throw new Error(isZip ? GEODATABASE_TOO_LARGE : UNZIPPED_GEODATABASE_TOO_LARGE);
  }
  const parent = getParentPath(coveragePath);
  const members = [];
  for (const { entry, path } of files) {
    const content = (await readEntry(entry)) as Uint8Array<ArrayBuffer>;
    if (path === coveragePath) return [content];
    const name = path.slice(parent === "" ? 0 : parent.length + 1);
    members.push({ path: name, content, size: content.length, crc32: crc32(content), dosTime: NO_TIME });
  }
  return buildZipLayout(members).pieces.map((piece) =>
    "bytes" in piece ? piece.bytes : piece.member.content,
  );
}

const NO_TIME = encodeDosTime(0);
