import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32, createInflateRaw, inflateRaw } from "node:zlib";
import type { ZipEntry } from "../../contract/zip/zipDirectory.ts";
import { createDamagedError, findContentStart, STORED_METHOD } from "../../contract/zip/zipMember.ts";
import { requireExactLength, readBytes, toZipSource, type RandomAccess } from "./randomAccess.ts";

const INFLATE_CHUNK_BYTES = 256 * 1024;
const MIN_CHUNK_BYTES = 64;

/** Fails with an InvalidZipError if length or CRC-32 differ; store errors pass through. */
export async function openZipEntry(access: RandomAccess, entry: ZipEntry): Promise<Readable> {
  const start = await findContentStart(toZipSource(access), entry);
  if (entry.compressedSize === 0) return Readable.from(verifyContent([], entry), { objectMode: false });
  const packed = Readable.from(
    requireExactLength(await access.read(start, entry.compressedSize), entry.compressedSize),
  );
  return Readable.from(verifyContent(inflateStream(packed, entry), entry), { objectMode: false });
}

const inflate = promisify<Buffer, { maxOutputLength: number; chunkSize: number }, Buffer>(inflateRaw);

export const readCompressed = async (access: RandomAccess, entry: ZipEntry): Promise<Buffer> =>
  readBytes(access, await findContentStart(toZipSource(access), entry), entry.compressedSize);

export async function decompressEntry(packed: Buffer, entry: ZipEntry): Promise<Buffer> {
  const content =
    entry.method === STORED_METHOD || packed.length === 0 ? packed : await inflateEntry(packed, entry);
  if (content.length > entry.size) throw createDamagedError(entry, "longer");
  if (content.length !== entry.size) throw createDamagedError(entry, "shorter");
  if (crc32(content) !== entry.crc32) throw createDamagedError(entry, "wrong checksum");
  return content;
}

async function inflateEntry(packed: Buffer, entry: ZipEntry): Promise<Buffer> {
  try {
    // One output chunk with a spare byte avoids copying.
    const chunkSize = Math.max(MIN_CHUNK_BYTES, entry.size + 1);
    return await inflate(packed, { maxOutputLength: Math.max(1, entry.size), chunkSize });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw createDamagedError(entry, isTooLong ? "longer" : "not inflatable", error);
  }
}

/** An error of either stream destroys both; the reader sees it. */
function inflateStream(packed: Readable, entry: ZipEntry): Readable {
  if (entry.method === STORED_METHOD) return packed;
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
      if (size > entry.size) throw createDamagedError(entry, "longer");
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw isUnpackingError(error) ? createDamagedError(entry, "not inflatable", error) : error;
  }
  if (size !== entry.size) throw createDamagedError(entry, "shorter");
  if (sum !== entry.crc32) throw createDamagedError(entry, "wrong checksum");
}

const isUnpackingError = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_");
