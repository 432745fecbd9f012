import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32, createInflateRaw, inflateRaw } from "node:zlib";
import { quoteName } from "../../contract/model-folder/diagnostic.ts";
import { exactly, readBytes, type RandomAccess } from "./randomAccess.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import { ZipFault } from "./zipFault.ts";

const HEADER_LENGTH = 30;
const HEADER_START = 0x04034b50;
const STORED = 0;
const CHUNK = 256 * 1024;
/** zlib takes no less. */
const LEAST_CHUNK = 64;

/**
 * Opens an entry's unpacked content as a stream. Before it ends, its length and CRC-32 are compared with what the zip
 * says; a difference makes the stream fail with a `ZipFault` that names the entry, as does content that cannot be
 * unpacked. Trouble of the store comes through unchanged. A few chunks are held in memory at a time.
 */
export async function openZipEntry(access: RandomAccess, entry: ZipEntry): Promise<Readable> {
  const start = await contentStart(access, entry);
  if (entry.compressedSize === 0) return Readable.from(checked([], entry), { objectMode: false });
  const packed = Readable.from(exactly(await access.read(start, entry.compressedSize), entry.compressedSize));
  return Readable.from(checked(unpacked(packed, entry), entry), { objectMode: false });
}

const inflate = promisify<Buffer, { maxOutputLength: number; chunkSize: number }, Buffer>(inflateRaw);

/** A small entry's bytes as the zip holds them. */
export const readPacked = async (access: RandomAccess, entry: ZipEntry): Promise<Buffer> =>
  readBytes(access, await contentStart(access, entry), entry.compressedSize);

/** A small entry's unpacked content as a whole, checked in the same way. */
export async function unpackEntry(packed: Buffer, entry: ZipEntry): Promise<Buffer> {
  const content = entry.method === STORED || packed.length === 0 ? packed : await inflated(packed, entry);
  if (content.length > entry.size) throw damaged(entry, TOO_LONG);
  if (content.length !== entry.size) throw damaged(entry, TOO_SHORT);
  if (crc32(content) !== entry.crc32) throw damaged(entry, WRONG_SUM);
  return content;
}

async function inflated(packed: Buffer, entry: ZipEntry): Promise<Buffer> {
  try {
    // In one piece, with a byte of room, so that nothing is put together, or made for what does not come.
    const chunkSize = Math.max(LEAST_CHUNK, entry.size + 1);
    return await inflate(packed, { maxOutputLength: Math.max(1, entry.size), chunkSize });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw damaged(entry, isTooLong ? TOO_LONG : NOT_PACKED, error);
  }
}

const TOO_LONG = "is longer than the zip says";
const TOO_SHORT = "is shorter than the zip says";
const NOT_PACKED = "cannot be unpacked";
const WRONG_SUM = "does not match the checksum the zip holds for it";

/** The entry's own header says how long its name and extra fields are; its content follows. */
async function contentStart(access: RandomAccess, entry: ZipEntry): Promise<number> {
  if (entry.offset + HEADER_LENGTH > access.size) throw damaged(entry, "lies beyond the end of the zip");
  const header = await readBytes(access, entry.offset, HEADER_LENGTH);
  const start = entry.offset + HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (header.readUInt32LE(0) !== HEADER_START) throw damaged(entry, "is not where the zip says it is");
  if (start + entry.compressedSize > access.size) throw damaged(entry, "lies beyond the end of the zip");
  return start;
}

/** A failure of one stream fails the other with the same error, and the error is seen by whoever reads. */
function unpacked(packed: Readable, entry: ZipEntry): Readable {
  if (entry.method === STORED) return packed;
  return pipeline(packed, createInflateRaw({ chunkSize: CHUNK }), () => undefined);
}

async function* checked(content: AsyncIterable<Buffer> | Buffer[], entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0;
  let sum = 0;
  try {
    for await (const chunk of content) {
      size += chunk.length;
      if (size > entry.size) throw damaged(entry, TOO_LONG);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw isUnpackingError(error) ? damaged(entry, NOT_PACKED, error) : error;
  }
  if (size !== entry.size) throw damaged(entry, TOO_SHORT);
  if (sum !== entry.crc32) throw damaged(entry, WRONG_SUM);
}

const isUnpackingError = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_");

const damaged = (entry: ZipEntry, how: string, cause?: unknown) =>
  new ZipFault(
    `The zip is damaged: ${quoteName(entry.path)} ${how}. Zip the folder again and upload the new zip.`,
    entry.path,
    { cause },
  );
