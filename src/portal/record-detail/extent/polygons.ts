import type { Polygons, Position } from "../../../contract/spatialExtent.ts";

/** What encloses an area, in degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The box around polygons. */
export function boundsOf(polygons: Polygons): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [x, y] of polygons.flat(2)) {
    bounds.west = Math.min(bounds.west, x);
    bounds.east = Math.max(bounds.east, x);
    bounds.south = Math.min(bounds.south, y);
    bounds.north = Math.max(bounds.north, y);
  }
  return bounds;
}

/** The same polygons with all outlines running one way and all holes the other, so that overlaps stay filled. */
export const wound = (polygons: Polygons): Polygons =>
  polygons.map((rings) =>
    rings.map((ring, index) => (turnsLeft(ring) === (index === 0) ? ring : ring.toReversed())),
  );

function turnsLeft(ring: Position[]): boolean {
  let sum = 0;
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    sum += x * nextY - nextX * y;
  });
  return sum > 0;
}

/** The box in words, as in "33.21° N to 33.29° N, 97.19° W to 97.08° W". */
export function boundsText({ west, south, east, north }: Bounds): string {
  const latitude = (value: number) => `${Math.abs(value).toFixed(2)}°\u00A0${value < 0 ? "S" : "N"}`;
  const longitude = (value: number) => `${Math.abs(value).toFixed(2)}°\u00A0${value < 0 ? "W" : "E"}`;
  return `${latitude(south)} to ${latitude(north)}, ${longitude(west)} to ${longitude(east)}`;
}
