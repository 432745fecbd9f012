import { openH5File } from "hdf5-indexed-reader/dist/hdf5-indexed-reader.esm.js";
import { File } from "jsfive";
import { MOST_HDF, Unreadable } from "./fileFacts.ts";

/** What HDF files are made of, read at once or by and by. What is not there is thrown, or null; forged files throw anything. */
export interface HdfGroup {
  get(path: string): HdfGroup | HdfDataset | null | Promise<HdfGroup | HdfDataset | null>;
  readonly keys: string[];
  readonly attrs: Attributes | Promise<Attributes>;
}

export interface HdfDataset {
  readonly attrs: Attributes | Promise<Attributes>;
  readonly shape: number[] | null | Promise<number[] | null>;
  /** Rejects for a forged type: to be asked before the value, which would reject once more where nobody waits. */
  readonly dtype: unknown;
  readonly value: unknown;
}

export type Attributes = Record<string, unknown>;

/** So many bytes of a file from a place on. */
export type RangeReader = (length: number, offset?: number) => Promise<Uint8Array>;

const PAGE = 64 * 1024;

/**
 * Opens an HDF file: a small one is read whole. Of a large one, which may hold gigabytes of results, only the parts that
 * are asked for are read, page by page; the reader that can do so knows the format HEC-RAS writes, and no newer one.
 *
 * @throws Unreadable when it is no HDF file
 */
export async function openHdf(size: number, isWhole: boolean, read: RangeReader): Promise<HdfGroup> {
  try {
    if (isWhole) return new File(new Uint8Array(await read(size)).buffer, "");
    return await openH5File({ reader: pagedReader(size, read), file: { name: "" } });
  } catch {
    throw new Unreadable(`it is no HDF file${isWhole ? "" : " that can be read in parts"}, or a damaged one`);
  }
}

function pagedReader(size: number, read: RangeReader) {
  const pages = new Map<number, Promise<Uint8Array>>();
  const pageAt = (start: number): Promise<Uint8Array> => {
    const page = pages.get(start) ?? read(Math.min(PAGE, size - start), start);
    pages.set(start, page);
    if (pages.size * PAGE > MOST_HDF) throw new Error("More is asked for than is read");
    return page;
  };
  return {
    async read(position: number, length: number): Promise<ArrayBuffer> {
      const end = Math.min(position + length, size);
      if (!(position >= 0 && end - position <= MOST_HDF)) throw new Error("More is asked for than is read");
      const bytes = new Uint8Array(Math.max(0, end - position));
      for (let start = position - (position % PAGE); start < end; start += PAGE) {
        const page = await pageAt(start);
        const skipped = Math.max(0, position - start);
        bytes.set(page.subarray(skipped, end - start), start + skipped - position);
      }
      return bytes.buffer;
    },
  };
}
