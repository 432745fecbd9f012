import { constants, deflateRawSync } from "node:zlib";

/** A file's bytes as they are, and as a zip holds them deflated. */
export interface PackedFile {
  content: Buffer;
  packed: Buffer;
}

const PIECE = 1024 * 1024;
/** Files that pack to more would have to be made in parts. */
export const MOST_PACKED = 16 * PIECE;

/** Makes text files that take about a given room in a zip: lines of a model's results, each file with its own start. */
export function createTextPacker() {
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
