import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32, createInflateRaw, inflateRaw } from "node:zlib";
import { quoteName } from "../../contract/model-folder/diagnostic.ts";
import { requireExactLength, readBytes, type RandomAccess } from "./randomAccess.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import { InvalidZipError } from "./invalidZipError.ts";

const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const STORED = 0;
const INFLATE_CHUNK_BYTES = 256 * 1024;
const MIN_CHUNK_BYTES = 64;

/** Fails with an InvalidZipError if length or CRC-32 differ; store errors pass through. */
export async function openZipEntry(access: RandomAccess, entry: ZipEntry): Promise<Readable> {
  const start = await findContentStart(access, entry);
  if (entry.compressedSize === 0) return Readable.from(verifyContent([], entry), { objectMode: false });
  const packed = Readable.from(
    requireExactLength(await access.read(start, entry.compressedSize), entry.compressedSize),
  );
  return Readable.from(verifyContent(inflateStream(packed, entry), entry), { objectMode: false });
}

const inflate = promisify<Buffer, { maxOutputLength: number; chunkSize: number }, Buffer>(inflateRaw);

export const readCompressed = async (access: RandomAccess, entry: ZipEntry): Promise<Buffer> =>
  readBytes(access, await findContentStart(access, entry), entry.compressedSize);

export async function decompressEntry(packed: Buffer, entry: ZipEntry): Promise<Buffer> {
  const content = entry.method === STORED || packed.length === 0 ? packed : await inflateEntry(packed, entry);
  if (content.length > entry.size) throw createDamagedError(entry, TOO_LONG);
  if (content.length !== entry.size) throw createDamagedError(entry, TOO_SHORT);
  if (crc32(content) !== entry.crc32) throw createDamagedError(entry, WRONG_CHECKSUM);
  return content;
}

async function inflateEntry(packed: Buffer, entry: ZipEntry): Promise<Buffer> {
  try {
    // One output chunk with a spare byte avoids copying.
    const chunkSize = Math.max(MIN_CHUNK_BYTES, entry.size + 1);
    return await inflate(packed, { maxOutputLength: Math.max(1, entry.size), chunkSize });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw createDamagedError(entry, isTooLong ? TOO_LONG : NOT_INFLATABLE, error);
  }
}

const TOO_LONG = "is longer than the zip says";
const TOO_SHORT = "is shorter than the zip says";
const NOT_INFLATABLE = "cannot be unpacked";
const WRONG_CHECKSUM = "does not match the checksum the zip holds for it";

async function findContentStart(access: RandomAccess, entry: ZipEntry): Promise<number> {
  if (entry.offset + LOCAL_HEADER_BYTES > access.size)
    throw createDamagedError(entry, "extends beyond the end of the zip");
  const header = await readBytes(access, entry.offset, LOCAL_HEADER_BYTES);
  const start = entry.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (header.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE)
    throw createDamagedError(entry, "is not where the zip says it is");
  if (start + entry.compressedSize > access.size)
    throw createDamagedError(entry, "extends beyond the end of the zip");
  return start;
}

/** An error of either stream destroys both; the reader sees it. */
function inflateStream(packed: Readable, entry: ZipEntry): Readable {
  if (entry.method === STORED) return packed;
  return pipeline(packed, createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES }), () => undefined);
}

async function* verifyContent(
  content: AsyncIterable<Buffer> | Buffer[],
  entry: ZipEntry,
): AsyncGenerator<Buffer> {
  let size = 0;
  let sum = 0;
  try {
    for await (const chunk of content) {
      size += chunk.length;
      if (size > entry.size) throw createDamagedError(entry, TOO_LONG);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw isUnpackingError(error) ? createDamagedError(entry, NOT_INFLATABLE, error) : error;
  }
  if (size !== entry.size) throw createDamagedError(entry, TOO_SHORT);
  if (sum !== entry.crc32) throw createDamagedError(entry, WRONG_CHECKSUM);
}

const isUnpackingError = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_");

const createDamagedError = (entry: ZipEntry, how: string, cause?: unknown) =>
  new InvalidZipError(
    `The zip is damaged: ${quoteName(entry.path)} ${how}. Zip the folder again and upload the new zip.`,
    entry.path,
    { cause },
  );
