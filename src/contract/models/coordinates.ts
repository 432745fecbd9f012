import proj4 from "proj4";
import type { ModelReport } from "../generated/entities.ts";
import { countiesReached } from "../placesOfArea.ts";
import type { Position } from "../uploads/spatialExtent.ts";
import type { FileFacts } from "./fileFacts.ts";

type Footprint = NonNullable<ModelReport["footprint"]>;
/** Where one project lies. */
export type PlacedShapes = Pick<Footprint, "areas" | "lines" | "boxes">;
type Shapes = Pick<FileFacts, "areas" | "lines" | "extent">;

/** The name of a coordinate system in well-known text. */
export const coordinateSystemName = (wkt: string): string | undefined => /"([^"]{1,200})"/.exec(wkt)?.[1];

/** On the map a line of more points looks no different. */
const SHOWN_POINTS = 60;
const SHOWN_LINES = 1500;
const SHOWN_AREAS = 200;

/**
 * Where the shapes of one project lie, in longitude and latitude; undefined where the coordinate system cannot be
 * read or puts them off the earth. HEC's texts deviate from the registered ones, so none is looked up by a number.
 */
export function placed(shapes: Shapes[], wkt: string): PlacedShapes | undefined {
  const toDegrees = transformation(wkt);
  if (!toDegrees) return undefined;
  const placeAll = (lines: Position[][], most: number) =>
    thinned(lines, most).flatMap((line) => {
      const points = thinned(line, SHOWN_POINTS).map(toDegrees);
      return points.every(isOnEarth) ? [points.map(rounded)] : [];
    });
  const areas = placeAll(
    shapes.flatMap((shape) => shape.areas ?? []),
    SHOWN_AREAS,
  );
  const lines = placeAll(
    shapes.flatMap((shape) => shape.lines ?? []),
    SHOWN_LINES,
  );
  const boxes = placeAll(
    shapes.flatMap(({ extent }) => (extent ? [corners(extent)] : [])),
    SHOWN_AREAS,
  );
  return areas.length + lines.length + boxes.length === 0 ? undefined : { areas, lines, boxes };
}

/** The shapes of several projects as one footprint. A box is larger than its model, and says nothing of counties. */
export function joinedFootprint(parts: PlacedShapes[]): Footprint | null {
  const [areas, lines, boxes] = (["areas", "lines", "boxes"] as const).map((kind) =>
    parts.flatMap((part) => part[kind] as Position[][]),
  ) as [Position[][], Position[][], Position[][]];
  const points = [...areas, ...lines, ...boxes].flat();
  if (points.length === 0) return null;
  return { bounds: boundsOf(points), areas, lines, boxes, counties: countiesReached(areas, lines) };
}

function transformation(wkt: string): ((point: Position) => Position) | undefined {
  try {
    const { forward } = proj4(wkt, "WGS84");
    return (point) => {
      try {
        return forward([...point]) as Position;
      } catch {
        return [NaN, NaN];
      }
    };
  } catch {
    return undefined;
  }
}

const isOnEarth = ([x, y]: Position) => Math.abs(x) <= 180 && Math.abs(y) <= 90;
const rounded = ([x, y]: Position): Position => [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];

const corners = ([west, south, east, north]: NonNullable<FileFacts["extent"]>): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

function boundsOf(points: Position[]): Footprint["bounds"] {
  const bounds: Footprint["bounds"] = [180, 90, -180, -90];
  for (const [x, y] of points) {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  return bounds;
}

/** Evenly chosen entries, the first and the last among them. */
function thinned<Entry>(entries: Entry[], most: number): Entry[] {
  if (entries.length <= most) return entries;
  return Array.from(
    { length: most },
    (_, at) => entries[Math.round((at * (entries.length - 1)) / (most - 1))]!,
  );
}
