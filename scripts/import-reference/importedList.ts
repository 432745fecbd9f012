/** What an export makes of a list: files as they stand in schemas/reference, and what was worth a word. */
export interface ImportedList {
  /** File within the reference folder -> entries. */
  files: Map<string, Entry[]>;
  /** Entries that the export holds more than once. */
  repeated: string[];
  /** Rows that were left out, each with the reason. */
  leftOut: string[];
}

/** A code, or an object whose keys stand in the order they are written in. */
export type Entry = string | Record<string, string>;
