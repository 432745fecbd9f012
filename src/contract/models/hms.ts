import type { Position } from "../uploads/spatialExtent.ts";
import {
  extentOf,
  MOST_POINTS,
  Unreadable,
  type FileFacts,
  type FileReference,
  type TextReader,
} from "./fileFacts.ts";
import { keyedLines, momentOf, dayIn, type KeyedLine } from "./textLines.ts";

/** One block of a HEC-HMS file: `Subbasin: Upper`, indented lines, `End:`. */
interface Block {
  type: string;
  name: string;
  /** Every value of the block by its key, in lower case. */
  values: Map<string, string[]>;
}

const COUNTED: Record<string, string> = {
  Subbasin: "subbasins",
  Reach: "reaches",
  Junction: "junctions",
  Reservoir: "reservoirs",
  Diversion: "diversions",
  Source: "sources",
  Sink: "sinks",
  Gage: "gages",
  Run: "runs",
};

/** What the project lists, and the kind of file each is. */
const LISTED: Record<string, string> = {
  Basin: "basin model",
  Precipitation: "meteorologic model",
  Meteorology: "meteorologic model",
  Control: "control specifications",
};

const first = (block: Block | undefined, key: string): string | undefined =>
  block?.values.get(key.toLowerCase())?.find((value) => value !== "");

/** Reads the blocks of a file whose first block is of one of the types. */
function blocksOf(text: string, types: string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of keyedLines(text, ":")) {
    if (line.key === "") continue;
    const isHead = !/^\s/.test(line.text);
    if (blocks.length === 0) requireType(line, types);
    if (isHead && line.key === "End") open = undefined;
    else if (isHead) blocks.push((open = { type: line.key, name: line.value, values: new Map() }));
    else if (open) add(open, line);
  }
  if (blocks.length === 0) throw new Unreadable("it is empty", 1);
  return blocks;
}

function requireType({ key, number }: KeyedLine, types: string[]): void {
  if (types.includes(key)) return;
  throw new Unreadable(`it is no such file of HEC-HMS: it does not begin with "${types[0]}:"`, number);
}

function add({ values }: Block, { key, value }: KeyedLine): void {
  const known = values.get(key.toLowerCase());
  if (known) known.push(value);
  else values.set(key.toLowerCase(), [value]);
}

const headFacts = (head: Block | undefined): FileFacts => ({
  title: head?.name,
  version: first(head, "Version"),
  changed: dayIn(first(head, "Last Modified Date") ?? ""),
  ...(first(head, "Unit System") && { units: unitsIn(first(head, "Unit System")!) }),
});

const unitsIn = (text: string): FileFacts["units"] => (/metric|SI/i.test(text) ? "SI" : "US customary");

/** The project, `.hms`: which files it is made of. */
export const readHmsProject: TextReader = (text) => {
  const blocks = blocksOf(text, ["Project"]);
  const references = blocks.flatMap((block): FileReference[] => {
    const kind = Object.hasOwn(LISTED, block.type) ? LISTED[block.type] : undefined;
    const target = first(block, "Filename");
    return kind && target ? [{ kind, target }] : [];
  });
  return { ...headFacts(blocks[0]), references };
};

/** A basin model, `.basin`: its elements, counted, and where they lie. */
export const readHmsBasin: TextReader = (text) => {
  const blocks = blocksOf(text, ["Basin"]);
  const points = blocks.flatMap(placeOf).slice(0, MOST_POINTS);
  const projection = blocks.map((block) => first(block, "Coordinate System")).find((found) => found);
  return {
    ...headFacts(blocks[0]),
    counts: countsOf(blocks),
    references: namedFiles(blocks),
    ...(projection && { projection: projection.slice(0, 20_000) }),
    ...(points.length > 1 && { extent: extentOf(points) }),
  };
};

/** A control file, `.control`: what is simulated, and when. */
export const readHmsControl: TextReader = (text) => {
  const [head] = blocksOf(text, ["Control"]);
  const start = momentOf(first(head, "Start Date"), first(head, "Start Time"));
  const end = momentOf(first(head, "End Date"), first(head, "End Time"));
  return { ...headFacts(head), ...(start && { start }), ...(end && { end }) };
};

/** What a gage manager, a meteorologic model, a grid or paired-data manager or a list of runs names. */
export const readHmsList: TextReader = (text) => {
  const heads = [
    "Gage Manager",
    "Meteorology",
    "Grid Manager",
    "Paired Data Manager",
    "Terrain Data Manager",
  ];
  const blocks = blocksOf(text, [...heads, "Run", "Terrain", "Precipitation"]);
  const isRuns = blocks[0]?.type === "Run";
  return {
    ...headFacts(blocks[0]),
    counts: countsOf(blocks),
    references: isRuns ? [] : namedFiles(blocks),
  };
};

const FILE_KEYS = ["dss file name", "dss file", "filename", "file name", "grid dss file name"];

/** Files of data that a block names; a run's own DSS file is where it writes. */
function namedFiles(blocks: Block[]): FileReference[] {
  const named = blocks
    .filter(({ type }) => type !== "Run")
    .flatMap(({ values }) => FILE_KEYS.flatMap((key) => values.get(key) ?? []))
    .filter((target) => target !== "");
  return [...new Set(named)].map((target) => ({
    kind: /\.dss$/i.test(target) ? "time series" : "data",
    target,
  }));
}

function countsOf(blocks: Block[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of blocks) {
    const what = Object.hasOwn(COUNTED, type) ? COUNTED[type] : undefined;
    if (what) counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

function placeOf(block: Block): Position[] {
  const [x, y] = [Number(first(block, "Canvas X") ?? NaN), Number(first(block, "Canvas Y") ?? NaN)];
  return Number.isFinite(x) && Number.isFinite(y) ? [[x, y]] : [];
}
