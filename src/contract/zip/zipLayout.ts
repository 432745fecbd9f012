export interface ZipMember {
  /** A folder's path ends with a slash. */
  path: string;
  size: number;
  compressedSize?: number;
  crc32: number;
  /** MS-DOS date in the upper 16 bits, time in the lower 16 bits. */
  dosTime: number;
}

export type ZipPiece<Member> = { offset: number; size: number } & (
  { bytes: Uint8Array<ArrayBuffer> } | { member: Member }
);

export interface ZipLayout<Member> {
  size: number;
  /** In order, without gaps. */
  pieces: ZipPiece<Member>[];
}

const [LOCAL, CENTRAL, END, END_64, LOCATOR_64] = [
  0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50,
];
const [MAX_UINT32, MAX_UINT16] = [0xffffffff, 0xffff];
const ZIP64_VERSION = 45;
const DEFAULT_VERSION = 20;
const UTF8_NAME_FLAG = 0x0800;
const [STORED, DEFLATED] = [0, 8];
const UNIX = 3 << 8;
const [FILE_MODE, FOLDER_MODE] = [0o100644 * 0x10000, 0o040755 * 0x10000 + 0x10];

/** Needs no file contents, so any byte range of the zip can be read without what precedes it. */
export function buildZipLayout<Member extends ZipMember>(members: Member[]): ZipLayout<Member> {
  const pieces: ZipPiece<Member>[] = [];
  let offset = 0;
  const addPiece = (piece: { bytes: Uint8Array<ArrayBuffer> } | { member: Member }) => {
    const size = "bytes" in piece ? piece.bytes.length : getCompressedSize(piece.member);
    if (size > 0) pieces.push({ offset, size, ...piece });
    offset += size;
  };
  const directory = members.map((member) => {
    const entry = encodeCentralEntry(member, offset);
    addPiece({ bytes: encodeLocalHeader(member) });
    addPiece({ member });
    return entry;
  });
  const start = offset;
  addPiece({ bytes: concatBytes(directory) });
  addPiece({ bytes: encodeEndOfZip(members.length, start, offset - start) });
  return { size: offset, pieces };
}

export interface PieceRange<Member> {
  piece: ZipPiece<Member>;
  /** Relative to the piece; `end` is not included. */
  start: number;
  end: number;
}

/** The parts of the pieces that make up the bytes from `first` to `last`, both included. */
export function* listPieceRanges<Member>(
  { pieces }: ZipLayout<Member>,
  first: number,
  last: number,
): Generator<PieceRange<Member>> {
  for (let index = findPieceIndex(pieces, first); index < pieces.length; index += 1) {
    const piece = pieces[index]!;
    if (piece.offset > last) return;
    const start = Math.max(first - piece.offset, 0);
    const end = Math.min(last + 1 - piece.offset, piece.size);
    if (start < end) yield { piece, start, end };
  }
}

/** Binary search for the piece that contains the position. */
function findPieceIndex(pieces: readonly { offset: number }[], position: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (pieces[middle]!.offset <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

const getCompressedSize = ({ size, compressedSize = size }: ZipMember) => compressedSize;

/** ZIP64: a header puts either both sizes in its extra field or none. */
const listZip64Sizes = (member: ZipMember) =>
  member.size >= MAX_UINT32 ? [member.size, getCompressedSize(member)] : [];

const utf8 = new TextEncoder();

export function encodeLocalHeader(member: ZipMember): Uint8Array<ArrayBuffer> {
  const name = utf8.encode(member.path);
  const extra = encodeZip64Extra(listZip64Sizes(member));
  return concatBytes([
    encodeFields([LOCAL, 4], [extra.length ? ZIP64_VERSION : DEFAULT_VERSION, 2]),
    encodeCommonFields(member, name, extra),
    name,
    extra,
  ]);
}

export function encodeCentralEntry(member: ZipMember, offset: number): Uint8Array<ArrayBuffer> {
  const name = utf8.encode(member.path);
  const large = listZip64Sizes(member);
  const extra = encodeZip64Extra(offset >= MAX_UINT32 ? [...large, offset] : large);
  const mode = member.path.endsWith("/") ? FOLDER_MODE : FILE_MODE;
  return concatBytes([
    encodeFields(
      [CENTRAL, 4],
      [UNIX | ZIP64_VERSION, 2],
      [extra.length ? ZIP64_VERSION : DEFAULT_VERSION, 2],
    ),
    encodeCommonFields(member, name, extra),
    encodeFields([0, 2], [0, 2], [0, 2], [mode, 4], [Math.min(offset, MAX_UINT32), 4]),
    name,
    extra,
  ]);
}

function encodeCommonFields(member: ZipMember, name: Uint8Array, extra: Uint8Array): Uint8Array<ArrayBuffer> {
  const { size, compressedSize, crc32, dosTime } = member;
  return encodeFields(
    [UTF8_NAME_FLAG, 2],
    [compressedSize === undefined ? STORED : DEFLATED, 2],
    [dosTime, 4],
    [crc32, 4],
    [size >= MAX_UINT32 ? MAX_UINT32 : getCompressedSize(member), 4],
    [Math.min(size, MAX_UINT32), 4],
    [name.length, 2],
    [extra.length, 2],
  );
}

const encodeZip64Extra = (large: number[]): Uint8Array<ArrayBuffer> =>
  large.length === 0
    ? new Uint8Array(0)
    : encodeFields([1, 2], [large.length * 8, 2], ...large.map((value): Field => [value, 8]));

export function encodeEndOfZip(count: number, start: number, length: number): Uint8Array<ArrayBuffer> {
  const isLarge = count >= MAX_UINT16 || start >= MAX_UINT32 || length >= MAX_UINT32;
  const [entries, bytes, first] = [
    Math.min(count, MAX_UINT16),
    Math.min(length, MAX_UINT32),
    Math.min(start, MAX_UINT32),
  ];
  const record: Field[] = [
    [END_64, 4],
    [44, 8],
    [ZIP64_VERSION, 2],
    [ZIP64_VERSION, 2],
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
  return encodeFields(
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

function encodeFields(...fields: Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [, length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const [value, length] of fields) {
    if (length === 8) view.setBigUint64(offset, BigInt(value), true);
    else if (length === 4) view.setUint32(offset, value, true);
    else view.setUint16(offset, value, true);
    offset += length;
  }
  return bytes;
}

function concatBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
