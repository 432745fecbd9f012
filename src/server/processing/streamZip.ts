import { Readable } from "node:stream";
import { listPieceRanges, type ZipLayout } from "../../contract/zip/zipLayout.ts";

type OpenMember<Member> = (member: Member, range: { offset: number; length: number }) => Promise<Readable>;

/** Streams the bytes of a zip, `first` and `last` included. Opens each file when its turn comes. */
export const streamZip = <Member>(
  layout: ZipLayout<Member>,
  { first, last }: { first: number; last: number },
  open: OpenMember<Member>,
): Readable => Readable.from(generateBytes(layout, first, last, open), { objectMode: false });

async function* generateBytes<Member>(
  layout: ZipLayout<Member>,
  first: number,
  last: number,
  open: OpenMember<Member>,
): AsyncGenerator<Uint8Array> {
  for (const { piece, start, end } of listPieceRanges(layout, first, last)) {
    if ("bytes" in piece) yield piece.bytes.subarray(start, end);
    else yield* await open(piece.member, { offset: start, length: end - start });
  }
}
