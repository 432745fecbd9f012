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
