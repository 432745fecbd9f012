/** A file that a zip on the user's disk lists. */
interface ZippedFile {
  path: string;
  size: number;
  packedSize: number;
  crc32: number;
  /** When it was last written, in milliseconds since 1970. */
  modified: number;
  /** 0 is stored, 8 is deflate. */
  method: number;
  offset: number;
}

/** The end of a zip's list: 22 bytes and a comment of at most 65,535. */
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const MOST_LIST_BYTES = 64 * 1024 * 1024;
const ENTRY_LENGTH = 46;
const HEADER_LENGTH = 30;
const SIGNATURES = {
  file: 0x04034b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  longEnd: 0x06064b50,
  longEndPlace: 0x07064b50,
} as const;
/** What a number too large for the old format is replaced by; the extra field of this number holds it. */
const ELSEWHERE = 0xffffffff;
const LONG_NUMBERS = 1;

/** A file that is no zip, or of which the list cannot be read. */
export class NoZip extends Error {
  override readonly name = "NoZip";

  constructor(readonly reason: "not a zip" | "damaged") {
    super(reason);
  }
}

/**
 * The files of a zip, from the list at its end: nothing else of it is read.
 *
 * @throws NoZip; any other error when the file itself cannot be read
 */
export async function zippedFiles(zip: Blob): Promise<ZippedFile[]> {
  const first = await viewOf(zip.slice(0, 4));
  if (first.byteLength < 4 || first.getUint32(0, true) !== SIGNATURES.file) throw new NoZip("not a zip");
  const { offset, length } = await placeOfList(zip);
  if (offset + length > zip.size || length > MOST_LIST_BYTES) throw new NoZip("damaged");
  return filesIn(await viewOf(zip.slice(offset, offset + length)));
}

/** The first bytes of a zip's file, `length` at most, unpacked no further than asked for. */
export async function readZipped(zip: Blob, file: ZippedFile, length: number): Promise<Uint8Array> {
  const header = await viewOf(zip.slice(file.offset, file.offset + HEADER_LENGTH));
  if (header.byteLength < HEADER_LENGTH || header.getUint32(0, true) !== SIGNATURES.file)
    throw new NoZip("damaged");
  const start = file.offset + HEADER_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = zip.slice(start, start + file.packedSize);
  if (file.method === 0) return new Uint8Array(await packed.slice(0, length).arrayBuffer());
  const bytes = new Uint8Array(length);
  let at = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  while (at < length) {
    const { value, done } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, length - at), at);
    at += Math.min(value.length, length - at);
  }
  await reader.cancel();
  return bytes.subarray(0, at);
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer());

/** Of a zip beyond 4 GB or 65,535 files, a second end of the list stands before the first. */
async function placeOfList(zip: Blob): Promise<{ offset: number; length: number }> {
  const tail = await viewOf(zip.slice(-(END_LENGTH + LONGEST_COMMENT + 20)));
  const end = lastEnd(tail);
  if (end === undefined) throw new NoZip("damaged");
  const place = end - 20;
  if (place < 0 || tail.getUint32(place, true) !== SIGNATURES.longEndPlace)
    return { length: tail.getUint32(end + 12, true), offset: tail.getUint32(end + 16, true) };
  const at = Number(tail.getBigUint64(place + 8, true));
  const long = await viewOf(zip.slice(at, at + 56));
  if (long.byteLength < 56 || long.getUint32(0, true) !== SIGNATURES.longEnd) throw new NoZip("damaged");
  return { length: Number(long.getBigUint64(40, true)), offset: Number(long.getBigUint64(48, true)) };
}

function lastEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - END_LENGTH; at >= 0; at -= 1)
    if (tail.getUint32(at, true) === SIGNATURES.end) return at;
  return undefined;
}

function filesIn(list: DataView): ZippedFile[] {
  const files: ZippedFile[] = [];
  let at = 0;
  while (at + ENTRY_LENGTH <= list.byteLength && list.getUint32(at, true) === SIGNATURES.entry) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) => list.getUint16(at + place, true));
    const next = at + ENTRY_LENGTH + name + extra + comment;
    if (next > list.byteLength) throw new NoZip("damaged");
    const file = fileAt(list, at, name, extra);
    if (!file.path.endsWith("/")) files.push(file);
    at = next;
  }
  return files;
}

function fileAt(list: DataView, at: number, nameLength: number, extraLength: number): ZippedFile {
  const nameStart = at + ENTRY_LENGTH;
  const name = new Uint8Array(list.buffer, list.byteOffset + nameStart, nameLength);
  const long = longNumbers(list, nameStart + nameLength, extraLength);
  const number = (place: number) => {
    const value = list.getUint32(at + place, true);
    return value === ELSEWHERE ? (long.next().value ?? value) : value;
  };
  return {
    path: new TextDecoder().decode(name).replaceAll("\\", "/"),
    // In this order the long numbers stand in their field.
    size: number(24),
    packedSize: number(20),
    offset: number(42),
    crc32: list.getUint32(at + 16, true),
    modified: momentOf(list.getUint16(at + 14, true), list.getUint16(at + 12, true)),
    method: list.getUint16(at + 10, true),
  };
}

function* longNumbers(list: DataView, start: number, length: number): Generator<number> {
  for (let at = start; at + 4 <= start + length; at += 4 + list.getUint16(at + 2, true)) {
    if (list.getUint16(at, true) !== LONG_NUMBERS) continue;
    const end = Math.min(at + 4 + list.getUint16(at + 2, true), start + length);
    for (let place = at + 4; place + 8 <= end; place += 8) yield Number(list.getBigUint64(place, true));
    return;
  }
}

/** A day and a time as MS-DOS packed them, in the time of this computer. */
const momentOf = (day: number, time: number): number =>
  new Date(
    1980 + (day >> 9),
    ((day >> 5) & 15) - 1,
    day & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  ).getTime();
