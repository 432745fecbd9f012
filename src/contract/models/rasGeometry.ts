import type { Position } from "../uploads/spatialExtent.ts";
import {
  MAX_POINTS,
  UnreadableFileError,
  type FileFacts,
  type FileReference,
  type TextReader,
} from "./fileFacts.ts";
import { formatRasVersion } from "./rasProject.ts";
import { readKeyValueLines } from "./textLines.ts";

/** By the first number of "Type RM Length L Ch R = 3 ,...". */
const NODE_TYPES: Record<string, string> = {
  "1": "cross sections",
  "2": "culverts",
  "3": "bridges",
  "4": "multiple openings",
  "5": "inline structures",
  "6": "lateral structures",
};

/** Keys followed by coordinates of open lines or closed areas. */
const COORDINATES: Record<string, "lines" | "areas"> = {
  "XS GIS Cut Line": "lines",
  "Reach XY": "lines",
  "Storage Area Surface Line": "areas",
};

/** Files that are only displayed: background images and shapes, and photos of cross sections and structures. */
const DISPLAYED_FILE_KINDS: Record<string, string> = {
  "Geom Raster": "map layer",
  "Node Photo": "photo",
};

const COLUMN_WIDTH = 16;

/** HEC-RAS text geometry. Geometries from before HEC-GeoRAS have no coordinates. */
export const readRasGeometry: TextReader = (text) => {
  const facts: FileFacts = {};
  const counts: Record<string, number> = {};
  const references = new Map<string, FileReference>();
  const shapes = { lines: [] as Position[][], areas: [] as Position[][] };
  let isGeometry = false;
  let openShape: { points: Position[]; wanted: number } | undefined;
  let pointCount = 0;
  for (const { key, value, text: line, number } of readKeyValueLines(text, "=")) {
    if (openShape && openShape.points.length < openShape.wanted && !line.includes("=")) {
      const points = pointCount < MAX_POINTS ? parsePoints(line) : [];
      pointCount += points.length;
      openShape.points.push(...points.slice(0, openShape.wanted - openShape.points.length));
      if (pointCount >= MAX_POINTS) openShape = undefined;
      continue;
    }
    openShape = undefined;
    if (key === "Geom Title") [isGeometry, facts.title] = [true, value];
    if (!isGeometry && number >= 20) break;
    if (key === "Program Version") facts.version = formatRasVersion(value);
    const counted = getCountName(key, value);
    if (counted) counts[counted] = (counts[counted] ?? 0) + 1;
    const displayed = parseDisplayedFile(key, value);
    if (displayed) references.set(displayed.target, displayed);
    const shape = Object.hasOwn(COORDINATES, key) ? COORDINATES[key] : undefined;
    const wanted = Number(value.split(",", 1)[0]);
    if (shape && wanted > 0) {
      openShape = { points: [], wanted };
      shapes[shape].push(openShape.points);
    }
  }
  if (!isGeometry)
    throw new UnreadableFileError('not a HEC-RAS geometry: "Geom Title=" is missing', { line: 1 });
  return {
    ...facts,
    ...keepDrawableShapes(shapes),
    counts: subtract2DAreas(counts),
    references: [...references.values()],
  };
};

/** "Geom Raster=aerial.tif,True,image,, 0": the name can have commas. */
function parseDisplayedFile(key: string, value: string): FileReference | undefined {
  const kind = Object.hasOwn(DISPLAYED_FILE_KINDS, key) ? DISPLAYED_FILE_KINDS[key] : undefined;
  if (kind === undefined) return undefined;
  const target = value.replace(/,(True|False),.*$/i, "").trim();
  return target === "" ? undefined : { kind, target, isOptional: true };
}

function getCountName(key: string, value: string): string | undefined {
  if (key === "River Reach") return "1D reaches";
  if (key === "Storage Area") return "storage areas";
  if (key === "Storage Area Is2D") return /^-?1$/.test(value) ? "2D areas" : undefined;
  if (key === "Connection") return "connections";
  if (key === "Pump Station") return "pump stations";
  if (key !== "Type RM Length L Ch R") return undefined;
  return NODE_TYPES[value.split(",", 1)[0]!.trim()];
}

/** HEC-RAS lists 2D areas as storage areas too. */
function subtract2DAreas(counts: Record<string, number>): Record<string, number> {
  const { "storage areas": all = 0, ...others } = counts;
  const storage = all - (others["2D areas"] ?? 0);
  return storage > 0 ? { ...others, "storage areas": storage } : others;
}

/** Numbers are in columns of 16 characters, often without a space between them. */
function parsePoints(line: string): Position[] {
  const points: Position[] = [];
  for (let at = 0; at + COLUMN_WIDTH < line.length && points.length < 8; at += 2 * COLUMN_WIDTH) {
    const x = Number(line.slice(at, at + COLUMN_WIDTH));
    const y = Number(line.slice(at + COLUMN_WIDTH, at + 2 * COLUMN_WIDTH));
    if (Number.isFinite(x) && Number.isFinite(y)) points.push([x, y]);
  }
  return points;
}

const keepDrawableShapes = ({ lines, areas }: { lines: Position[][]; areas: Position[][] }) => ({
  lines: lines.filter(({ length }) => length > 1),
  areas: areas.filter(({ length }) => length > 2),
});
