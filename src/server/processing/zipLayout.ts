import { Readable } from "node:stream";

/** One file or folder to be put into a zip. */
export interface ZipMember {
  /** With slashes; that of a folder ends in one. */
  path: string;
  size: number;
  /** Bytes it takes up where it stands in the zip deflated; left out where it stands as it is. */
  packed?: number;
  crc32: number;
  /** When it was last written: the MS-DOS date in the upper, the time in the lower 16 bits, as zips hold it. */
  dosTime: number;
}

type Piece<Member> = { at: number; size: number } & ({ bytes: Buffer } | { member: Member });

/** Where in a zip everything stands, known before any file is read. */
export interface ZipLayout<Member> {
  size: number;
  pieces: Piece<Member>[];
}

const [LOCAL, CENTRAL, END, END_64, LOCATOR_64] = [
  0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50,
];
/** What does not fit into 32 or 16 bits stands in a field or record of ZIP64, and this in its place. */
const [MOST_32, MOST_16] = [0xffffffff, 0xffff];
const ZIP_64 = 45;
const PLAIN = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const [STORED, DEFLATED] = [0, 8];
/** Written on Unix: an ordinary file, or a folder. */
const UNIX = 3 << 8;
const [FILE_MODE, FOLDER_MODE] = [0o100644 * 0x10000, 0o040755 * 0x10000 + 0x10];

/**
 * Lays out a zip: its size and the place of each byte follow from names, sizes, checksums and dates
 * alone, so that any range of it can be read without what stands before. With ZIP64 where sizes or counts ask for it.
 */
export function zipLayout<Member extends ZipMember>(members: Member[]): ZipLayout<Member> {
  const pieces: Piece<Member>[] = [];
  let at = 0;
  const put = (piece: { bytes: Buffer } | { member: Member }) => {
    const size = "bytes" in piece ? piece.bytes.length : packedSize(piece.member);
    if (size > 0) pieces.push({ at, size, ...piece });
    at += size;
  };
  const directory = members.map((member) => {
    const entry = centralEntry(member, at);
    put({ bytes: localHeader(member) });
    put({ member });
    return entry;
  });
  const start = at;
  put({ bytes: Buffer.concat(directory) });
  put({ bytes: endOfZip(members.length, start, at - start) });
  return { size: at, pieces };
}

const packedSize = ({ size, packed = size }: ZipMember) => packed;

/** Both sizes where they are too large: a header names either both in its extra field or none. */
const largeSizes = (member: ZipMember) => (member.size >= MOST_32 ? [member.size, packedSize(member)] : []);

/** What stands before a member's bytes. */
export function localHeader(member: ZipMember): Buffer {
  const name = Buffer.from(member.path);
  const extra = extraOf(largeSizes(member));
  return Buffer.concat([
    numbers([LOCAL, 4], [extra.length ? ZIP_64 : PLAIN, 2]),
    commonOf(member, name, extra),
    name,
    extra,
  ]);
}

/** A member's entry in the directory at the end of the zip. */
export function centralEntry(member: ZipMember, offset: number): Buffer {
  const name = Buffer.from(member.path);
  const large = largeSizes(member);
  const extra = extraOf(offset >= MOST_32 ? [...large, offset] : large);
  const mode = member.path.endsWith("/") ? FOLDER_MODE : FILE_MODE;
  return Buffer.concat([
    numbers([CENTRAL, 4], [UNIX | ZIP_64, 2], [extra.length ? ZIP_64 : PLAIN, 2]),
    commonOf(member, name, extra),
    numbers([0, 2], [0, 2], [0, 2], [mode, 4], [Math.min(offset, MOST_32), 4]),
    name,
    extra,
  ]);
}

/** What a file's own header and its entry in the directory both say. */
function commonOf(member: ZipMember, name: Buffer, extra: Buffer): Buffer {
  const { size, packed, crc32, dosTime } = member;
  return numbers(
    [FLAGS, 2],
    [packed === undefined ? STORED : DEFLATED, 2],
    [dosTime, 4],
    [crc32, 4],
    [size >= MOST_32 ? MOST_32 : packedSize(member), 4],
    [Math.min(size, MOST_32), 4],
    [name.length, 2],
    [extra.length, 2],
  );
}

/** The field of ZIP64 for numbers that are too large; nothing where there are none. */
const extraOf = (large: number[]): Buffer =>
  large.length === 0
    ? Buffer.alloc(0)
    : numbers([1, 2], [large.length * 8, 2], ...large.map((value): Field => [value, 8]));

/** What ends a zip: where its directory lies and how long it is. */
export function endOfZip(count: number, start: number, length: number): Buffer {
  const isLarge = count >= MOST_16 || start >= MOST_32 || length >= MOST_32;
  const [entries, bytes, first] = [
    Math.min(count, MOST_16),
    Math.min(length, MOST_32),
    Math.min(start, MOST_32),
  ];
  const record: Field[] = [
    [END_64, 4],
    [44, 8],
    [ZIP_64, 2],
    [ZIP_64, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [length, 8],
    [start, 8],
    [LOCATOR_64, 4],
    [0, 4],
    [start + length, 8],
    [1, 4],
  ];
  return numbers(
    ...(isLarge ? record : []),
    [END, 4],
    [0, 2],
    [0, 2],
    [entries, 2],
    [entries, 2],
    [bytes, 4],
    [first, 4],
    [0, 2],
  );
}

type Field = [value: number, bytes: 2 | 4 | 8];

function numbers(...fields: Field[]): Buffer {
  const all = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 8) all.writeBigUInt64LE(BigInt(value), at);
    else all.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return all;
}

/** Opens the content of a member, or as much of it as is asked for. */
type OpenMember<Member> = (member: Member, range: { offset: number; length: number }) => Promise<Readable>;

/** The bytes of a zip from the first to the last, both included, each file opened once it is its turn. */
export const readZip = <Member>(
  { pieces }: ZipLayout<Member>,
  { first, last }: { first: number; last: number },
  open: OpenMember<Member>,
): Readable => Readable.from(bytesOf(pieces, first, last, open), { objectMode: false });

async function* bytesOf<Member>(
  pieces: Piece<Member>[],
  first: number,
  last: number,
  open: OpenMember<Member>,
): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    const from = Math.max(first - piece.at, 0);
    const to = Math.min(last + 1 - piece.at, piece.size);
    if (from >= to) continue;
    if ("bytes" in piece) yield piece.bytes.subarray(from, to);
    else yield* await open(piece.member, { offset: from, length: to - from });
  }
}
