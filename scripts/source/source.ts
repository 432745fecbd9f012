/** Counted from 1, as editors do. */
export interface Position {
  line: number;
  column: number;
}

/** A parsed text with the positions of its values. */
export interface Source {
  value: unknown;
  /** Position of the value; for a missing one, of the nearest value around it. */
  positionOf(path: string[]): Position;
  /** Position of the value's name; for a list entry, of the entry. */
  nameOf(path: string[]): Position;
}

/** A syntax or encoding error. */
export class SourceError extends Error {
  override name = "SourceError";

  constructor(
    message: string,
    readonly position: Position,
  ) {
    super(message);
  }
}

export interface ValueLocation {
  /** Offset of the value in the text. */
  at: number;
  /** Offset of its name. */
  nameAt?: number;
  children?: Map<string, ValueLocation>;
}

export function createSource(
  value: unknown,
  root: ValueLocation,
  positionAt: (offset: number) => Position,
): Source {
  const findNearest = (path: string[]): ValueLocation => {
    let location = root;
    for (const step of path) {
      const next = location.children?.get(step);
      if (!next) return location;
      location = next;
    }
    return location;
  };
  return {
    value,
    positionOf: (path) => positionAt(findNearest(path).at),
    nameOf: (path) => {
      const { nameAt, at } = findNearest(path);
      return positionAt(nameAt ?? at);
    },
  };
}

/** Returns a function that converts an offset to a line and column. */
export function createPositionFinder(text: string): (offset: number) => Position {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
  return (offset) => {
    const after = starts.findIndex((start) => start > offset);
    const line = after === -1 ? starts.length : after;
    return { line, column: offset - starts[line - 1]! + 1 };
  };
}
