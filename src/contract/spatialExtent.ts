/** Longitude and latitude. */
export type Position = [number, number];

/** Rings of polygons; the first ring of each is its outline, the others are holes. */
export type Polygons = Position[][][];

/** The area a record's geodatabase covers, as a GeoJSON feature in geographic coordinates. */
export interface SpatialExtentArea {
  type: "Feature";
  /** Null where no area could be read; the note says why. */
  geometry: { type: "MultiPolygon"; coordinates: Polygons } | null;
  properties: {
    /** The feature classes that hold the area. */
    feature_classes: string[];
    /** What is to be known about the area, or why there is none. */
    note?: string;
  };
}

/** No area, and why. */
export const noArea = (note: string): SpatialExtentArea => ({
  type: "Feature",
  geometry: null,
  properties: { feature_classes: [], note },
});
