import type { Position } from "../uploads/spatialExtent.ts";
import { MOST_POINTS, Unreadable, type FileFacts, type TextReader } from "./fileFacts.ts";
import { rasVersion } from "./rasProject.ts";
import { keyedLines } from "./textLines.ts";

/** The first number of "Type RM Length L Ch R = 3 ,..." and what it stands for. */
const NODE_TYPES: Record<string, string> = {
  "1": "cross sections",
  "2": "culverts",
  "3": "bridges",
  "4": "multiple openings",
  "5": "inline structures",
  "6": "lateral structures",
};

/** Lines of coordinates that follow a key, and whether they close to an outline. */
const COORDINATES: Record<string, "lines" | "areas"> = {
  "XS GIS Cut Line": "lines",
  "Reach XY": "lines",
  "Storage Area Surface Line": "areas",
};

const COLUMN = 16;

/**
 * The HEC-RAS text geometry: what it holds, counted, and where it lies. Geometries made before HEC-GeoRAS have no
 * coordinates; they are none the worse for it.
 */
export const readRasGeometry: TextReader = (text) => {
  const facts: FileFacts = {};
  const counts: Record<string, number> = {};
  const shapes = { lines: [] as Position[][], areas: [] as Position[][] };
  let isGeometry = false;
  let open: { points: Position[]; wanted: number } | undefined;
  let kept = 0;
  for (const { key, value, text: line, number } of keyedLines(text, "=")) {
    if (open && open.points.length < open.wanted && !line.includes("=")) {
      const points = kept < MOST_POINTS ? pointsIn(line) : [];
      kept += points.length;
      open.points.push(...points.slice(0, open.wanted - open.points.length));
      if (kept >= MOST_POINTS) open = undefined;
      continue;
    }
    open = undefined;
    if (key === "Geom Title") [isGeometry, facts.title] = [true, value];
    if (!isGeometry && number >= 20) break;
    if (key === "Program Version") facts.version = rasVersion(value);
    const counted = countedIn(key, value);
    if (counted) counts[counted] = (counts[counted] ?? 0) + 1;
    const shape = Object.hasOwn(COORDINATES, key) ? COORDINATES[key] : undefined;
    const wanted = Number(value.split(",")[0]);
    if (shape && wanted > 0) {
      open = { points: [], wanted };
      shapes[shape].push(open.points);
    }
  }
  if (!isGeometry) throw new Unreadable('it is no HEC-RAS geometry: "Geom Title=" is missing', 1);
  return { ...facts, ...drawn(shapes), counts: withStorageAreas(counts) };
};

function countedIn(key: string, value: string): string | undefined {
  if (key === "River Reach") return "1D reaches";
  if (key === "Storage Area") return "storage areas";
  if (key === "Storage Area Is2D") return /^-?1$/.test(value) ? "2D areas" : undefined;
  if (key === "Connection") return "connections";
  if (key === "Pump Station") return "pump stations";
  if (key !== "Type RM Length L Ch R") return undefined;
  return NODE_TYPES[value.split(",")[0]!.trim()];
}

/** A 2D area is written as a storage area that says it is one. */
function withStorageAreas(counts: Record<string, number>): Record<string, number> {
  const { "storage areas": all = 0, ...others } = counts;
  const storage = all - (others["2D areas"] ?? 0);
  return storage > 0 ? { ...others, "storage areas": storage } : others;
}

/** Numbers stand in columns of 16 characters, often without a blank between them. */
function pointsIn(line: string): Position[] {
  const points: Position[] = [];
  for (let at = 0; at + COLUMN < line.length && points.length < 8; at += 2 * COLUMN) {
    const x = Number(line.slice(at, at + COLUMN));
    const y = Number(line.slice(at + COLUMN, at + 2 * COLUMN));
    if (Number.isFinite(x) && Number.isFinite(y)) points.push([x, y]);
  }
  return points;
}

const drawn = ({ lines, areas }: { lines: Position[][]; areas: Position[][] }) => ({
  lines: lines.filter(({ length }) => length > 1),
  areas: areas.filter(({ length }) => length > 2),
});
