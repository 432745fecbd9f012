import booleanIntersects from "@turf/boolean-intersects";
import type { Feature, Geometry, MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import countyRegions from "../../schemas/reference/county-regions.json" with { type: "json" };
import shapes from "../../schemas/reference/county-shapes.json" with { type: "json" };
import { boundsOf, type Bounds, type Polygons, type Position } from "./uploads/spatialExtent.ts";

type County = Feature<Polygon | MultiPolygon, { name: string }>;
type Shapes = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/**
 * The counties of Texas that an area reaches into, and the flood planning regions in which those lie whole. A county
 * that is divided between regions, or of which nothing is known, says nothing of the region.
 */
export function placesOfArea(polygons: Polygons): { counties: string[]; regions: string[] } {
  const counties = countiesUnder({ type: "MultiPolygon", coordinates: polygons }, polygons);
  const known: Record<string, string | undefined> = countyRegions;
  const regions = counties.map((name) => known[name]).filter((region) => region !== undefined);
  return { counties, regions: [...new Set(regions)].toSorted() };
}

/** The counties of Texas that outlines reach into, or that a point of a line lies in, in alphabetical order. */
export function countiesReached(outlines: Position[][], lines: Position[][]): string[] {
  const areas = outlines.map((outline) => [[...outline, ...outline.slice(0, 1)]]);
  const names = [
    ...countiesUnder({ type: "MultiPolygon", coordinates: areas }, areas),
    ...countiesUnder({ type: "MultiPoint", coordinates: lines.flat() }, [lines]),
  ];
  return [...new Set(names)].toSorted();
}

function countiesUnder(geometry: Geometry, positions: Polygons): string[] {
  const bounds = boundsOf(positions);
  const topology = shapes as unknown as Shapes;
  const touched = (feature(topology, topology.objects.counties).features as County[]).filter(
    (county) => overlap(boundsOf(polygonsOf(county)), bounds) && booleanIntersects(county, geometry),
  );
  return touched.map(({ properties }) => properties.name).toSorted();
}

const polygonsOf = ({ geometry }: County): Polygons =>
  (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates) as Polygons;

const overlap = (a: Bounds, b: Bounds) =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
