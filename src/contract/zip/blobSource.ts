import { WindowCache, type ZipSource } from "./zipSource.ts";

const WINDOW_BYTES = 1024 * 1024;

/** Reads of a local file are slow one by one, so small ones share a window. */
export const createBlobSource = (zip: Blob): ZipSource =>
  new WindowCache(
    zip.size,
    WINDOW_BYTES,
    async (offset, length) => new Uint8Array(await zip.slice(offset, offset + length).arrayBuffer()),
  );
