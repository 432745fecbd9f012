const MIB = 1024 ** 2;
/** Small enough for a few of them to be held in memory. */
const USUAL = 8 * MIB;
/** Azure commits no more blocks as one blob. */
const MOST_BLOCKS = 50_000;

/** Bytes of the blocks in which a file is sent: larger ones only where it would need too many. */
export function blockSizeFor(size = 0): number {
  return Math.max(USUAL, Math.ceil(size / MOST_BLOCKS / MIB) * MIB);
}
