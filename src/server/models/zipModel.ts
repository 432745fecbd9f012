import { isJunk } from "../../contract/modelFolderEntry.ts";
import type { ModelSource } from "../../contract/models/readModel.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import type { ZipEntry } from "../processing/zipDirectory.ts";
import { openZipEntry } from "../processing/zipEntryStream.ts";

/** The files of a zip as a model is read from them: unpacked only as far as is asked for. */
export function zipModel(access: RandomAccess, entries: ZipEntry[]): ModelSource {
  const files = new Map(
    entries
      .filter(({ path, isDirectory }) => !isDirectory && !isJunk(path))
      .map((entry) => [entry.path, entry]),
  );
  return {
    files: [...files.values()].map(({ path, size }) => ({ path, size })),
    async read(path, length) {
      const entry = files.get(path);
      if (!entry) throw new Error(`The zip holds no ${path}`);
      const chunks: Buffer[] = [];
      let left = length;
      for await (const chunk of (await openZipEntry(access, entry)) as AsyncIterable<Buffer>) {
        chunks.push(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) break;
      }
      return Buffer.concat(chunks);
    },
  };
}
