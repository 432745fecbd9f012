import type { Position } from "../uploads/spatialExtent.ts";

/** Increase it when the report's format or its findings change: stored reports are then rebuilt. */
export const REPORT_VERSION = 7;

export interface ModelFile {
  /** Relative to the model folder, with slashes. */
  path: string;
  size: number;
  /** Modification time in milliseconds since 1970, if known. */
  modified?: number;
  /** Equal for files with equal content, if known. */
  contentKey?: string;
  isUnread?: true;
  /** Kept from the corrected version and not read: counts as what its name says. */
  isKept?: true;
  /** Why the computer denies reading the file, if it does. */
  unreadableReason?: string;
  /** Compressed in a zip: reading the end requires unpacking everything before it. */
  isPacked?: boolean;
}

export interface FileReference {
  kind: string;
  /** As written: relative to the referring file, or an absolute path of the author. */
  target: string;
  /** The model runs without it: a result, a file that can be regenerated, or a map layer. */
  isOptional?: true;
  isFolder?: true;
}

export type FlowKind = "steady" | "unsteady" | "quasi-unsteady";

export interface FileFacts {
  title?: string;
  shortId?: string;
  /** As shown by the program, for example "6.5". */
  version?: string;
  units?: "US customary" | "SI";
  currentPlan?: string;
  /** Simulated time, YYYY-MM-DDTHH:mm without time zone; T24:00 is the end of a day. */
  start?: string;
  end?: string;
  /** Last change (YYYY-MM-DD) as stated in the file. */
  changed?: string;
  flow?: FlowKind;
  geometry?: string;
  boundary?: string;
  finished?: boolean;
  projection?: string;
  references?: FileReference[];
  /** By plural name, for example "cross sections". */
  counts?: Record<string, number>;
  lines?: Position[][];
  areas?: Position[][];
  /** West, south, east, north; for models without shapes. */
  extent?: [number, number, number, number];
}

export class UnreadableFileError extends Error {
  override readonly name = "Unreadable";

  readonly line: number | undefined;

  constructor(
    readonly reason: string,
    { line }: { line?: number } = {},
  ) {
    super(line === undefined ? reason : `line ${line}: ${reason}`);
    this.line = line;
  }
}

export const MAX_TEXT_BYTES = 32 * 1024 * 1024;
/** Larger HDF files are read in ranges, which is impossible inside a zip. */
export const MAX_HDF_BYTES = 16 * 1024 * 1024;
/** Larger HDF files inside a zip are not read. */
export const MAX_PACKED_HDF_BYTES = 64 * 1024 * 1024;
export const MAX_POINTS = 100_000;

/** Programs write these days where none was chosen. */
export const isPlaceholderDay = (day: string) => /^(1900-01-0\d|2000-01-01)/.test(day);

export type TextReader = (text: string, name: string) => FileFacts;

export function omitUndefined<Entry extends object>(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as Entry;
}

export function getExtent(points: Position[]): NonNullable<FileFacts["extent"]> {
  const box: NonNullable<FileFacts["extent"]> = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}
