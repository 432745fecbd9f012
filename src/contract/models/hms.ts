import type { Position } from "../uploads/spatialExtent.ts";
import {
  getExtent,
  MAX_POINTS,
  UnreadableFileError,
  type FileFacts,
  type FileReference,
  type TextReader,
} from "./fileFacts.ts";
import { readKeyValueLines, parseDateTime, parseModelDate, type KeyValueLine } from "./textLines.ts";

/** `Subbasin: Upper`, indented lines, `End:`. */
interface Block {
  type: string;
  name: string;
  values: Map<string, string[]>;
}

const COUNT_NAMES: Record<string, string> = {
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

const LISTED_FILE_KINDS: Record<string, string> = {
  Basin: "basin model",
  Precipitation: "meteorologic model",
  Meteorology: "meteorologic model",
  Control: "control specifications",
};

const getFirstValue = (block: Block | undefined, key: string): string | undefined =>
  block?.values.get(key.toLowerCase())?.find((value) => value !== "");

/** Real models have thousands. */
const MAX_BLOCKS = 200_000;

function parseBlocks(text: string, types: string[]): Block[] {
  const blocks: Block[] = [];
  let openBlock: Block | undefined;
  for (const line of readKeyValueLines(text, ":")) {
    if (line.key === "") continue;
    const isHead = !/^\s/.test(line.text);
    if (blocks.length === 0) assertBlockType(line, types);
    if (isHead && line.key === "End") openBlock = undefined;
    else if (isHead && blocks.length === MAX_BLOCKS) break;
    else if (isHead) blocks.push((openBlock = { type: line.key, name: line.value, values: new Map() }));
    else if (openBlock) addValue(openBlock, line);
  }
  if (blocks.length === 0) throw new UnreadableFileError("the file is empty", { line: 1 });
  return blocks;
}

function assertBlockType({ key, number }: KeyValueLine, types: string[]): void {
  if (types.includes(key)) return;
  throw new UnreadableFileError(`not a HEC-HMS file of this type: it does not start with "${types[0]}:"`, {
    line: number,
  });
}

function addValue({ values }: Block, { key, value }: KeyValueLine): void {
  const existingValues = values.get(key.toLowerCase());
  if (existingValues) existingValues.push(value);
  else values.set(key.toLowerCase(), [value]);
}

const parseHeader = (head: Block | undefined): FileFacts => ({
  title: head?.name,
  version: getFirstValue(head, "Version"),
  changed: parseModelDate(getFirstValue(head, "Last Modified Date") ?? ""),
  ...(getFirstValue(head, "Unit System") && { units: parseUnits(getFirstValue(head, "Unit System")!) }),
});

const parseUnits = (text: string): FileFacts["units"] => (/metric|SI/i.test(text) ? "SI" : "US customary");

/** Project, `.hms`. */
export const readHmsProject: TextReader = (text) => {
  const blocks = parseBlocks(text, ["Project"]);
  const references = blocks.flatMap((block): FileReference[] => {
    const kind = Object.hasOwn(LISTED_FILE_KINDS, block.type) ? LISTED_FILE_KINDS[block.type] : undefined;
    const target = getFirstValue(block, "Filename");
    return kind && target ? [{ kind, target }] : [];
  });
  return { ...parseHeader(blocks[0]), references };
};

/** Basin model, `.basin`. */
export const readHmsBasin: TextReader = (text) => {
  const blocks = parseBlocks(text, ["Basin"]);
  const points = blocks.flatMap(parseCanvasPoint).slice(0, MAX_POINTS);
  const projection = blocks.map((block) => getFirstValue(block, "Coordinate System")).find((found) => found);
  return {
    ...parseHeader(blocks[0]),
    counts: countBlocks(blocks),
    references: listReferences(blocks),
    ...(projection && { projection: projection.slice(0, 20_000) }),
    ...(points.length > 1 && { extent: getExtent(points) }),
  };
};

/** Control specifications, `.control`. */
export const readHmsControl: TextReader = (text) => {
  const [head] = parseBlocks(text, ["Control"]);
  const start = parseDateTime(getFirstValue(head, "Start Date"), getFirstValue(head, "Start Time"));
  const end = parseDateTime(getFirstValue(head, "End Date"), getFirstValue(head, "End Time"));
  return { ...parseHeader(head), ...(start && { start }), ...(end && { end }) };
};

/** Gage manager, meteorologic model, grid or paired-data manager, or list of runs. */
export const readHmsList: TextReader = (text) => {
  const heads = [
    "Gage Manager",
    "Meteorology",
    "Grid Manager",
    "Paired Data Manager",
    "Terrain Data Manager",
  ];
  const blocks = parseBlocks(text, [...heads, "Run", "Terrain", "Precipitation"]);
  const isRuns = blocks[0]?.type === "Run";
  return {
    ...parseHeader(blocks[0]),
    counts: countBlocks(blocks),
    references: isRuns ? [] : listReferences(blocks),
  };
};

interface FileKey {
  kind: string;
  isOptional?: true;
  isFolder?: true;
}

const LAYER_FILE: FileKey = { kind: "map layer", isOptional: true };

/**
 * Keys that name a file, in lower case. From files written by HEC-HMS 4.2 to 4.13 and from the keys that
 * https://github.com/fema-ffrd/hecstac (hecstac/hms/parser.py) reads. HEC publishes no list of them.
 */
const FILE_KEYS: Record<string, FileKey> = {
  "dss file": { kind: "time series" },
  "dss file name": { kind: "time series" },
  "elevation file name": { kind: "terrain" },
  file: { kind: "data" },
  filename: { kind: "data" },
  "grid cell file": { kind: "grid cells" },
  "image file": LAYER_FILE,
  "log file": { kind: "log", isOptional: true },
  "map file name": LAYER_FILE,
  "terrain directory": { kind: "terrain folder", isFolder: true },
};

/** Other versions may have more keys; all known ones end this way. */
const OTHER_FILE_KEY = /\s(file|file ?name)$/;
const OTHER_OPTIONAL_KEY = /\b(log|output|map|image)\b/;

function findFileKey(key: string): FileKey | undefined {
  if (Object.hasOwn(FILE_KEYS, key)) return FILE_KEYS[key];
  if (!OTHER_FILE_KEY.test(key)) return undefined;
  return { kind: "data", ...(OTHER_OPTIONAL_KEY.test(key) && { isOptional: true }) };
}

/** "Use External DSS File: NO". */
const isAnswer = (value: string): boolean => /^(yes|no|none)$/i.test(value);

/** Its files are only displayed. */
const LAYERS_BLOCK = "Basin Layer Properties";

/** Skips runs: their DSS files are outputs. */
function listReferences(blocks: Block[]): FileReference[] {
  const references = new Map<string, FileReference>();
  for (const { type, values } of blocks) {
    if (type === "Run") continue;
    for (const [key, targets] of values) {
      const named = findFileKey(key);
      const fileKey = named && type === LAYERS_BLOCK ? LAYER_FILE : named;
      if (!fileKey) continue;
      for (const target of targets.filter((one) => one !== "" && !isAnswer(one)))
        if (!fileKey.isOptional || !references.has(target))
          references.set(target, {
            ...fileKey,
            ...(/\.dss$/i.test(target) && { kind: "time series" }),
            target,
          });
    }
  }
  return [...references.values()];
}

function countBlocks(blocks: Block[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of blocks) {
    const what = Object.hasOwn(COUNT_NAMES, type) ? COUNT_NAMES[type] : undefined;
    if (what) counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

function parseCanvasPoint(block: Block): Position[] {
  const [x, y] = [
    Number(getFirstValue(block, "Canvas X") ?? NaN),
    Number(getFirstValue(block, "Canvas Y") ?? NaN),
  ];
  return Number.isFinite(x) && Number.isFinite(y) ? [[x, y]] : [];
}
