import type { Position } from "../uploads/spatialExtent.ts";

/** Raised when a report's form changes in a way that its readers must know of; kept ones are made anew. */
export const REPORT_VERSION = 3;

/** A file of a delivered model as its list tells it. */
export interface ListedFile {
  /** Relative to the delivery, with slashes. */
  path: string;
  size: number;
  /** When it was last written, in milliseconds since 1970, where that is known. */
  modified?: number;
  /** The same for files of the same content, where that is known. */
  contentKey?: string;
  /** Only its name is known, its content is not at hand. */
  isUnread?: true;
  /** It lies packed in a zip, so that what stands late in it costs unpacking all before. */
  isPacked?: boolean;
}

/** What one file says of another that it needs. */
export interface FileReference {
  kind: string;
  /** As it is written: relative to the file it stands in, or from the author's disk. */
  target: string;
  /** The model runs without it: it is a result, can be made again, or is only drawn. */
  isOptional?: true;
}

/** How a plan computes, as far as the record's model types ask for it. */
export type FlowKind = "steady" | "unsteady" | "quasi-unsteady";

/** What a reader found in one file. A fact that the file does not state is left out. */
export interface FileFacts {
  title?: string;
  shortId?: string;
  /** As the program would show it, for example "6.5". */
  version?: string;
  units?: "US customary" | "SI";
  /** The plan a project was left at: the name of its file. */
  currentPlan?: string;
  /** First and last moment simulated: YYYY-MM-DDTHH:mm, in no time zone; T24:00 is the end of that day. */
  start?: string;
  end?: string;
  /** The day the file was last changed, as it says itself. */
  changed?: string;
  flow?: FlowKind;
  geometry?: string;
  boundary?: string;
  /** What a result file says of its run. */
  finished?: boolean;
  /** Well-known text of the coordinate system. */
  projection?: string;
  references?: FileReference[];
  /** What was counted, by its name in the plural. */
  counts?: Record<string, number>;
  /** Lines and outlines in the model's own coordinates. */
  lines?: Position[][];
  areas?: Position[][];
  /** West, south, east and north of everything, where no shapes are stated. */
  extent?: [number, number, number, number];
}

/** A file that is not what its name says. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";

  constructor(
    readonly reason: string,
    readonly line?: number,
  ) {
    super(line === undefined ? reason : `line ${line}: ${reason}`);
  }
}

/** No more bytes of a text file are read; what the rest says is not known. */
export const MOST_TEXT = 32 * 1024 * 1024;
/** An HDF file above this size is read by ranges, which a packed one cannot be. */
export const MOST_HDF = 16 * 1024 * 1024;
/** A packed HDF file above this size is not read. */
export const MOST_PACKED_HDF = 64 * 1024 * 1024;
/** Of one file, no more points are kept for the map. */
export const MOST_POINTS = 100_000;

export type TextReader = (text: string, name: string) => FileFacts;

/** What is stated, without the facts that are not: a report holds no undefined values. */
export function stated<Entry extends object>(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as Entry;
}

/** The box around points: west, south, east, north. */
export function extentOf(points: Position[]): NonNullable<FileFacts["extent"]> {
  const box: NonNullable<FileFacts["extent"]> = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}
