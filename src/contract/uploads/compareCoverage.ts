import type { ModelReport } from "../generated/entities.ts";
import { getBounds, type Polygons, type SpatialExtentArea } from "./spatialExtent.ts";

export const NO_POLYGONS: Polygons = [];

export interface CoverageSources {
  /** Undefined without a geodatabase, or if the services do not read it. */
  area?: SpatialExtentArea | undefined;
  /** Area of the geodatabase inside the uploaded model. */
  delivered?: ModelReport["coverage"];
  footprint?: { counties: string[] } | null | undefined;
  recordCounties: string[];
}

/** Compares the record's counties with those that its geodatabase, the uploaded one and the model reach. */
export function compareCoverage({ area, delivered, footprint, recordCounties }: CoverageSources) {
  const deliveredPolygons = delivered?.polygons as Polygons | undefined;
  const polygons = area?.geometry?.coordinates ?? deliveredPolygons ?? NO_POLYGONS;
  const reachedCounties = [
    ...new Set([
      ...(area?.properties.counties ?? []),
      ...(delivered?.counties ?? []),
      ...(footprint?.counties ?? []),
    ]),
  ];
  return {
    polygons,
    deliveredPolygons,
    /** The two geodatabases cover different areas. */
    differs: deliveredPolygons !== undefined && !hasSimilarBounds(polygons, deliveredPolygons),
    reachedCounties,
    unlistedCounties: reachedCounties.filter((county) => !recordCounties.includes(county)),
    unreachedCounties:
      reachedCounties.length === 0
        ? []
        : recordCounties.filter((county) => !reachedCounties.includes(county)),
  };
}

/** Tolerance of 1 %: the same geodatabase may be written again with small differences. */
function hasSimilarBounds(one: Polygons, other: Polygons): boolean {
  const [a, b] = [getBounds(one), getBounds(other)];
  const size = Math.max(a.east - a.west, a.north - a.south);
  return (["west", "south", "east", "north"] as const).every(
    (side) => Math.abs(a[side] - b[side]) <= size / 100,
  );
}
