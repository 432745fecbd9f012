export type Position = [number, number];

/** The first ring of a polygon is its outline, the others are holes. */
export type Polygons = Position[][][];

export interface SpatialExtentArea {
  type: "Feature";
  /** Null if no area could be read; see `note`. */
  geometry: { type: "MultiPolygon"; coordinates: Polygons } | null;
  properties: {
    feature_classes: string[];
    counties: string[];
    /** Flood planning regions that contain one of these counties completely. */
    regions: string[];
    note?: string;
  };
}

export const buildEmptyArea = (note: string): SpatialExtentArea => ({
  type: "Feature",
  geometry: null,
  properties: { feature_classes: [], counties: [], regions: [], note },
});

/** In degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function getBounds(polygons: Polygons): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [x, y] of polygons.flat(2)) {
    bounds.west = Math.min(bounds.west, x);
    bounds.east = Math.max(bounds.east, x);
    bounds.south = Math.min(bounds.south, y);
    bounds.north = Math.max(bounds.north, y);
  }
  return bounds;
}
