import type { ZipSource } from "./zipSource.ts";

/** Where the zip's list of entries (its central directory) is. */
export interface DirectoryLocation {
  start: number;
  end: number;
  entryCount: number;
  /** Bytes before the zip in the file: every offset in the zip counts from there. */
  shift: number;
}

export type EndRecordProblem = "missing" | "damaged" | "split" | "wrapped";

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_BYTES = 56;
const ENTRY_SIGNATURE = 0x02014b50;
/** The Finder stores sizes and offsets modulo this number instead of writing ZIP64. */
const FOUR_GIB = 2 ** 32;
/** A forged comment can hold thousands of end records, and each takes a read. */
const MAX_END_RECORDS = 8;

/**
 * Finds the directory from the last end record that points to one. Bytes after the end, such as a line break added by
 * a transfer, are ignored. A count of 65,535 or a size of 4 GB needs no ZIP64 record: some programs write none.
 */
export async function locateDirectory(source: ZipSource): Promise<DirectoryLocation | EndRecordProblem> {
  const tailStart = Math.max(0, source.size - END_BYTES - MAX_COMMENT_BYTES - LOCATOR_BYTES);
  const tail = toView(await source.readBytes(tailStart, source.size - tailStart));
  let problem: EndRecordProblem = "missing";
  let candidates = 0;
  for (let at = tail.byteLength - END_BYTES; at >= 0 && candidates < MAX_END_RECORDS; at--) {
    if (tail.getUint32(at, true) !== END_SIGNATURE) continue;
    candidates += 1;
    const found = await readEndRecord(source, tail, at, tailStart);
    if (typeof found !== "string") return found;
    if (problem === "missing") problem = found;
  }
  return problem;
}

interface EndRecord {
  disk: number;
  directoryDisk: number;
  entryCount: number;
  directorySize: number;
  directoryOffset: number;
}

async function readEndRecord(
  source: ZipSource,
  tail: DataView,
  at: number,
  tailStart: number,
): Promise<DirectoryLocation | EndRecordProblem> {
  const record: EndRecord = {
    disk: tail.getUint16(at + 4, true),
    directoryDisk: tail.getUint16(at + 6, true),
    entryCount: tail.getUint16(at + 10, true),
    directorySize: tail.getUint32(at + 12, true),
    directoryOffset: tail.getUint32(at + 16, true),
  };
  const zip64 = await readZip64EndRecord(source, tail, at - LOCATOR_BYTES, tailStart);
  if (zip64 === "damaged") return "damaged";
  const { disk, directoryDisk, entryCount, directorySize, directoryOffset } = zip64?.record ?? record;
  if (disk !== 0 || directoryDisk !== 0) return "split";
  const end = zip64?.position ?? tailStart + at;
  const start = end - directorySize;
  const isDirectory = async (position: number) =>
    entryCount === 0 || (await readSignature(source, position)) === ENTRY_SIGNATURE;
  if (await isDirectory(directoryOffset)) return { start: directoryOffset, end, entryCount, shift: 0 };
  const shift = start - directoryOffset;
  if (shift <= 0 || !(await isDirectory(start))) return "damaged";
  return shift % FOUR_GIB === 0 ? "wrapped" : { start, end, entryCount, shift };
}

/** Undefined without a ZIP64 locator before the end record. */
async function readZip64EndRecord(
  source: ZipSource,
  tail: DataView,
  locatorAt: number,
  tailStart: number,
): Promise<{ position: number; record: EndRecord } | "damaged" | undefined> {
  if (locatorAt < 0 || tail.getUint32(locatorAt, true) !== LOCATOR_SIGNATURE) return undefined;
  const declared = readUint64(tail, locatorAt + 8);
  // With bytes before the zip, the record is not where the locator says but directly before it.
  for (const position of [declared, tailStart + locatorAt - ZIP64_END_BYTES]) {
    if ((await readSignature(source, position)) !== ZIP64_END_SIGNATURE) continue;
    if (position + ZIP64_END_BYTES > source.size) continue;
    const view = toView(await source.readBytes(position, ZIP64_END_BYTES));
    return {
      position,
      record: {
        disk: view.getUint32(16, true),
        directoryDisk: view.getUint32(20, true),
        entryCount: readUint64(view, 32),
        directorySize: readUint64(view, 40),
        directoryOffset: readUint64(view, 48),
      },
    };
  }
  return "damaged";
}

async function readSignature(source: ZipSource, position: number): Promise<number | undefined> {
  if (!(position >= 0 && position + 4 <= source.size)) return undefined;
  return toView(await source.readBytes(position, 4)).getUint32(0, true);
}

export const toView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Exact up to 2^53; no file is larger. */
export const readUint64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));
