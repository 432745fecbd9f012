import type { Position } from "./source.ts";

/** A text that cannot be read at all, and where the reader gave up. */
export class SourceFault extends Error {
  override name = "SourceFault";

  constructor(
    message: string,
    readonly position: Position,
  ) {
    super(message);
  }
}
