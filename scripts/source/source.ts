/** A place in a text, both counted from 1 as editors do. */
export interface Position {
  line: number;
  column: number;
}

/** What a text says, and where it says it. */
export interface Source {
  value: unknown;
  /** Where the value stands that steps lead to; for one that is missing, where the nearest one around it begins. */
  positionOf(path: string[]): Position;
  /** Where the name of a value stands; for an entry of a list, the entry itself. */
  nameOf(path: string[]): Position;
}

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

/** Offsets of a value, of its name, and of what is in it. */
export interface Placed {
  at: number;
  nameAt?: number;
  children?: Map<string, Placed>;
}

/** A source from a value and the offsets of its parts. */
export function placedValue(value: unknown, root: Placed, positionAt: (offset: number) => Position): Source {
  const nearest = (path: string[]): Placed => {
    let placed = root;
    for (const step of path) {
      const next = placed.children?.get(step);
      if (!next) return placed;
      placed = next;
    }
    return placed;
  };
  return {
    value,
    positionOf: (path) => positionAt(nearest(path).at),
    nameOf: (path) => {
      const { nameAt, at } = nearest(path);
      return positionAt(nameAt ?? at);
    },
  };
}

/** Turns offsets into a text into lines and columns. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
  return (offset) => {
    const after = starts.findIndex((start) => start > offset);
    const line = after === -1 ? starts.length : after;
    return { line, column: offset - starts[line - 1]! + 1 };
  };
}
