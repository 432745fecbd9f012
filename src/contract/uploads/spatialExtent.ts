/** Longitude and latitude. */
export type Position = [number, number];

/** Rings of polygons; the first ring of each is its outline, the others are holes. */
export type Polygons = Position[][][];

/** The area a geodatabase covers, as a GeoJSON feature in geographic coordinates. */
export interface SpatialExtentArea {
  type: "Feature";
  /** Null where no area could be read; the note says why. */
  geometry: { type: "MultiPolygon"; coordinates: Polygons } | null;
  properties: {
    /** The feature classes that hold the area. */
    feature_classes: string[];
    /** The counties of Texas that the area reaches into, in alphabetical order. */
    counties: string[];
    /** The flood planning regions in which some of those counties lie whole, as far as that is known. */
    regions: string[];
    /** What is to be known about the area, or why there is none. */
    note?: string;
  };
}

/** No area, and why. */
export const noArea = (note: string): SpatialExtentArea => ({
  type: "Feature",
  geometry: null,
  properties: { feature_classes: [], counties: [], regions: [], note },
});

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
