import { randomBytes } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { constants, crc32, deflateRawSync } from "node:zlib";
import {
  encodeCentralEntry,
  encodeEndOfZip,
  encodeLocalHeader,
  type ZipMember,
} from "../../../src/contract/zip/zipLayout.ts";
import type { ModelRecord } from "./vendorUploads.ts";

export interface ModelSize {
  /** Number of files in addition to the required ones. */
  files: number;
  /** Bytes of these files in the zip, in equal parts. */
  bytes: number;
  /** Every second file is compressed text, so that unpacking takes time. */
  isCompressed?: boolean;
  /** The files are zeros, written as holes: the zip takes no space on this disk, but is sent and stored completely. */
  isSparse?: boolean;
}

const CHUNK_BYTES = 1024 * 1024;
/** 2 January 2026, noon, in the format of a zip. */
const DOS_TIME = (((2026 - 1980) << 9) | (1 << 5) | 2) * 0x10000 + (12 << 11);
/** Each file starts with a unique text of this length. */
const HEAD_BYTES = 64;
/** Larger files are stored without compression: they would not fit into memory. */
const MAX_COMPRESSED_BYTES = 16 * CHUNK_BYTES;

/** Writes a model zip, as ZIP64 if necessary. Returns the unpacked size of its files. */
export async function writeModelZip(
  path: string,
  { rootFolder, requiredFiles }: Pick<ModelRecord, "rootFolder" | "requiredFiles">,
  size: ModelSize,
): Promise<number> {
  const chunk = size.isSparse ? Buffer.alloc(CHUNK_BYTES) : randomBytes(CHUNK_BYTES);
  const compress = size.isCompressed ? createTextCompressor() : undefined;
  const file = await open(path, "w");
  try {
    const centralDirectory: Uint8Array[] = [];
    let [offset, unpackedBytes] = [0, 0];
    const writeHeader = async (member: Omit<ZipMember, "dosTime">) => {
      const dated = { ...member, dosTime: DOS_TIME };
      centralDirectory.push(encodeCentralEntry(dated, offset));
      unpackedBytes += member.size;
      offset = await write(file, offset, encodeLocalHeader(dated));
    };
    for (const [name, content] of Object.entries(requiredFiles)) {
      const bytes = content ?? Buffer.alloc(0);
      await writeHeader({ path: `${rootFolder}/${name}`, size: bytes.length, crc32: crc32(bytes) });
      offset = await write(file, offset, bytes);
    }
    for (let index = 0; index < size.files; index += 1) {
      const bytes = Math.floor(size.bytes / size.files) + (index < size.bytes % size.files ? 1 : 0);
      const head = buildHead(index).subarray(0, bytes);
      const number = String(index).padStart(5, "0");
      const path = `${rootFolder}/Model_Files/part-${index % 50}/run-${number}.dat`;
      if (compress && index % 2 === 0 && bytes <= MAX_COMPRESSED_BYTES) {
        const { content, packed } = compress(head, bytes);
        await writeHeader({
          path,
          size: content.length,
          compressedSize: packed.length,
          crc32: crc32(content),
        });
        offset = await write(file, offset, packed);
      } else {
        await writeHeader({ path, size: bytes, crc32: computeCrc(head, chunk, bytes) });
        offset = await writeStored(file, offset, { head, chunk, bytes, isSparse: size.isSparse });
      }
    }
    const directoryOffset = offset;
    for (const entry of centralDirectory) offset = await write(file, offset, entry);
    const end = encodeEndOfZip(centralDirectory.length, directoryOffset, offset - directoryOffset);
    await write(file, offset, end);
    await file.sync();
    return unpackedBytes;
  } finally {
    await file.close();
  }
}

function buildHead(index: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES, "P");
  head.write(`file ${index} of ${process.hrtime.bigint()}`);
  return head;
}

function computeCrc(head: Buffer, chunk: Buffer, bytes: number): number {
  let sum = crc32(head);
  for (let left = bytes - head.length; left > 0; left -= CHUNK_BYTES)
    sum = crc32(chunk.subarray(0, Math.min(left, CHUNK_BYTES)), sum);
  return sum;
}

interface StoredFile {
  head: Buffer;
  chunk: Buffer;
  bytes: number;
  isSparse: boolean | undefined;
}

async function writeStored(
  file: FileHandle,
  start: number,
  { head, chunk, bytes, isSparse }: StoredFile,
): Promise<number> {
  const end = start + bytes;
  let offset = await write(file, start, head);
  if (isSparse) {
    await file.truncate(end);
    return end;
  }
  while (offset < end)
    offset = await write(file, offset, chunk.subarray(0, Math.min(CHUNK_BYTES, end - offset)));
  return end;
}

/** Returns the offset after the written bytes. */
async function write(file: FileHandle, offset: number, bytes: Uint8Array): Promise<number> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
  return offset + bytes.length;
}

/** Returns a function that builds a text file which takes about the given number of bytes in a zip. */
function createTextCompressor() {
  const text = buildResultLines(CHUNK_BYTES);
  const ratio = text.length / deflateRawSync(text).length;
  const cachedTails = new Map<number, { content: Buffer; packed: Buffer }>();
  const getTail = (packedBytes: number) => {
    const cached = cachedTails.get(packedBytes);
    if (cached) return cached;
    const content = Buffer.alloc(Math.floor(packedBytes * ratio), text);
    const tail = { content, packed: deflateRawSync(content) };
    cachedTails.set(packedBytes, tail);
    return tail;
  };
  return (head: Buffer, packedBytes: number) => {
    // A full flush makes the head independent of the tail, which is the same for all files.
    const packedHead = deflateRawSync(head, { finishFlush: constants.Z_FULL_FLUSH });
    const tail = getTail(Math.max(0, packedBytes - packedHead.length));
    return {
      content: Buffer.concat([head, tail.content]),
      packed: Buffer.concat([packedHead, tail.packed]),
    };
  };
}

/** Builds cross sections with water surface and flow, as model programs write them. */
function buildResultLines(length: number): Buffer {
  const lines: string[] = [];
  let [written, stage] = [0, 512];
  for (let index = 0; written < length; index += 1) {
    stage += Math.random() - 0.5;
    const flow = 1200 + 400 * Math.sin(index / 90) + Math.random();
    const values = [stage, flow, flow / stage, Math.random()].map((value) => value.toFixed(5));
    const line = `Upper,${41_000 - index},${values.join(",")}\n`;
    written += line.length;
    lines.push(line);
  }
  return Buffer.from(lines.join("")).subarray(0, length);
}
