import { randomBytes } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { constants, crc32, deflateRawSync } from "node:zlib";
import {
  centralEntry,
  endOfZip,
  localHeader,
  type ZipMember,
} from "../../../src/server/processing/zipLayout.ts";

export interface LoadSize {
  /** Files of the load beside those that a model needs. */
  files: number;
  /** Bytes that the whole load takes up in the zip, spread evenly over its files. */
  bytes: number;
  /** Makes every second file text that is deflated, so that unpacking is work; the others are stored as they are. */
  deflated?: boolean;
  /**
   * Leaves holes in the file where the load's zeros are, so that the zip itself takes no room on the disk. Whoever
   * reads it reads every byte all the same; a receiver stores them all.
   */
  sparse?: boolean;
}

interface ModelZip extends LoadSize {
  /** The root folder's name. */
  root: string;
  /** Small files that make the zip one of a model, by their path inside the root folder; null makes a folder. */
  required: Record<string, Buffer | null>;
}

const PIECE = 1024 * 1024;
/** 2 January 2026, noon, as a zip writes it. */
const DOS_TIME = (((2026 - 1980) << 9) | (1 << 5) | 2) * 0x10000 + (12 << 11);
/** What each file of the load starts with, so that no two are alike. */
const MARK = 64;

/**
 * Writes the zip of a model with a load of any size; zip64 is used where it is needed. Answers how many bytes its files
 * have unpacked.
 */
export async function writeModelZip(path: string, zip: ModelZip): Promise<number> {
  const piece = zip.sparse ? Buffer.alloc(PIECE) : randomBytes(PIECE);
  const file = await open(path, "w");
  try {
    const pack = zip.deflated ? createTextPacker() : undefined;
    const directory: Buffer[] = [];
    let [at, unpacked] = [0, 0];
    const begin = async (member: Omit<ZipMember, "dosTime">) => {
      const dated = { ...member, dosTime: DOS_TIME };
      directory.push(centralEntry(dated, at));
      unpacked += member.size;
      at = await write(file, at, localHeader(dated));
    };
    for (const [name, content] of Object.entries(zip.required)) {
      const bytes = content ?? Buffer.alloc(0);
      await begin({ path: `${zip.root}/${name}`, size: bytes.length, crc32: crc32(bytes) });
      at = await write(file, at, bytes);
    }
    for (let index = 0; index < zip.files; index += 1) {
      const size = sizeOf(index, zip);
      const head = markOf(index).subarray(0, size);
      const path = `${zip.root}/Model_Files/part-${index % 50}/run-${String(index).padStart(5, "0")}.dat`;
      if (pack && index % 2 === 0 && size <= MOST_PACKED) {
        const { content, packed } = pack(head, size);
        await begin({ path, size: content.length, packed: packed.length, crc32: crc32(content) });
        at = await write(file, at, packed);
        continue;
      }
      await begin({ path, size, crc32: crcOf(head, piece, size) });
      at = await writeLoad(file, at, { head, piece, size, sparse: zip.sparse === true });
    }
    const start = at;
    for (const entry of directory) at = await write(file, at, entry);
    await write(file, at, endOfZip(directory.length, start, at - start));
    await file.sync();
    return unpacked;
  } finally {
    await file.close();
  }
}

const sizeOf = (index: number, { files, bytes }: ModelZip) =>
  Math.floor(bytes / files) + (index < bytes % files ? 1 : 0);

function markOf(index: number): Buffer {
  const mark = Buffer.alloc(MARK, "P");
  mark.write(`file ${index} of ${process.hrtime.bigint()}`);
  return mark;
}

function crcOf(head: Buffer, piece: Buffer, size: number): number {
  let sum = crc32(head);
  for (let left = size - head.length; left > 0; left -= PIECE)
    sum = crc32(piece.subarray(0, Math.min(left, PIECE)), sum);
  return sum;
}

async function writeLoad(
  file: FileHandle,
  from: number,
  { head, piece, size, sparse }: { head: Buffer; piece: Buffer; size: number; sparse: boolean },
): Promise<number> {
  let at = await write(file, from, head);
  const end = from + size;
  if (sparse) {
    await file.truncate(end);
    return end;
  }
  while (at < end) at = await write(file, at, piece.subarray(0, Math.min(PIECE, end - at)));
  return end;
}

async function write(file: FileHandle, at: number, bytes: Buffer): Promise<number> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  return at + bytes.length;
}

/** A file's bytes as they are, and as a zip holds them deflated. */
interface PackedFile {
  content: Buffer;
  packed: Buffer;
}

/** Files that pack to more would have to be made in parts. */
const MOST_PACKED = 16 * PIECE;

/** Makes text files that take about a given room in a zip: lines of a model's results, each file with its own start. */
function createTextPacker() {
  const piece = resultLines(PIECE);
  const growth = piece.length / deflateRawSync(piece).length;
  const tails = new Map<number, PackedFile>();
  /** The same for all files of one length: packing is not what is measured. */
  const tailOf = (room: number): PackedFile => {
    const known = tails.get(room);
    if (known) return known;
    const content = Buffer.alloc(Math.floor(room * growth), piece);
    const made = { content, packed: deflateRawSync(content) };
    tails.set(room, made);
    return made;
  };
  return (head: Buffer, room: number): PackedFile => {
    // A part of its own, which says that another follows: what is packed behind it does not refer to it.
    const start = deflateRawSync(head, { finishFlush: constants.Z_FULL_FLUSH });
    const tail = tailOf(Math.max(0, room - start.length));
    return {
      content: Buffer.concat([head, tail.content]),
      packed: Buffer.concat([start, tail.packed]),
    };
  };
}

/** Cross sections with their water surface and flow, as models write them. */
function resultLines(length: number): Buffer {
  const lines: string[] = [];
  let [written, stage] = [0, 512];
  for (let at = 0; written < length; at += 1) {
    stage += Math.random() - 0.5;
    const flow = 1200 + 400 * Math.sin(at / 90) + Math.random();
    const line = `Upper,${41_000 - at},${[stage, flow, flow / stage, Math.random()].map((value) => value.toFixed(5)).join(",")}\n`;
    written += line.length;
    lines.push(line);
  }
  return Buffer.from(lines.join("")).subarray(0, length);
}
