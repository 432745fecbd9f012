import { readZipDirectory } from "../../contract/zip/zipDirectory.ts";
import { BufferedAccess, type RandomAccess } from "./randomAccess.ts";

const READ_WINDOW_BYTES = 1024 * 1024;

/** Reads the directory of a stored zip with a few large range requests. Throws only when the store fails. */
export const readBufferedZipDirectory = (
  access: RandomAccess,
  { window = READ_WINDOW_BYTES, ...options }: { maxEntries?: number; window?: number } = {},
) => readZipDirectory(new BufferedAccess(access, window), options);
