/** A member of a zip. */
export interface ZipMember {
  name: string;
  size: number;
  /** Bytes it takes up in the zip where it is deflated; left out where it is stored as it is. */
  packed?: number;
  crc: number;
  /** Where its own header starts. */
  offset: number;
}

/** The signature of a listed entry. */
export const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const UTF8 = 0x800;
const [STORED, DEFLATED] = [0, 8];
/** 2 January 2026, noon, as a zip writes it. */
const [TIME, DATE] = [12 << 11, ((2026 - 1980) << 9) | (1 << 5) | 2];
const FULL32 = 0xffffffff;
const FULL16 = 0xffff;
const VERSION = 45;
const ON_UNIX = 3 << 8;

/** The header before a member's bytes. */
export function localHeader({ name, size, crc, packed }: Omit<ZipMember, "offset">): Buffer {
  const bytes = Buffer.from(name, "utf8");
  const extra = size >= FULL32 ? extraOf([size, packed ?? size]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  writeCommon(header, 4, { crc, size, packed, name: bytes.length, extra: extra.length });
  return Buffer.concat([header, bytes, extra]);
}

/** A member's entry in the list at the end of the zip. */
export function listedEntry({ name, size, crc, offset, packed }: ZipMember): Buffer {
  const bytes = Buffer.from(name, "utf8");
  const long = [...(size >= FULL32 ? [size, packed ?? size] : []), ...(offset >= FULL32 ? [offset] : [])];
  const extra = long.length > 0 ? extraOf(long) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(ON_UNIX | VERSION, 4);
  writeCommon(header, 6, { crc, size, packed, name: bytes.length, extra: extra.length });
  header.writeUInt32LE(((name.endsWith("/") ? 0o040755 : 0o100644) << 16) >>> 0, 38);
  header.writeUInt32LE(Math.min(offset, FULL32), 42);
  return Buffer.concat([header, bytes, extra]);
}

/** What ends a zip: where its list lies and how long it is. */
export function endOfZip(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, FULL16), 8);
  end.writeUInt16LE(Math.min(count, FULL16), 10);
  end.writeUInt32LE(Math.min(length, FULL32), 12);
  end.writeUInt32LE(Math.min(start, FULL32), 16);
  if (count < FULL16 && start < FULL32) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(END64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(ON_UNIX | VERSION, 12);
  end64.writeUInt16LE(VERSION, 14);
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, length],
    [48, start],
  ] as const)
    end64.writeBigUInt64LE(BigInt(value), at);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR64, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

interface CommonFields {
  crc: number;
  size: number;
  packed: number | undefined;
  name: number;
  extra: number;
}

/** The fields that both headers of a member share, in the same order: version, flags, method, time, sum, sizes. */
function writeCommon(header: Buffer, at: number, { crc, size, packed, name, extra }: CommonFields): void {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(UTF8, at + 2);
  header.writeUInt16LE(packed === undefined ? STORED : DEFLATED, at + 4);
  header.writeUInt16LE(TIME, at + 6);
  header.writeUInt16LE(DATE, at + 8);
  header.writeUInt32LE(crc, at + 10);
  // Both are written long where the size is: a header names either both in its extra field or none.
  header.writeUInt32LE(size >= FULL32 ? FULL32 : (packed ?? size), at + 14);
  header.writeUInt32LE(Math.min(size, FULL32), at + 18);
  header.writeUInt16LE(name, at + 22);
  header.writeUInt16LE(extra, at + 24);
}

/** Numbers too long for their own fields, as zip64 writes them. */
function extraOf(values: number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return extra;
}
