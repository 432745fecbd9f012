import booleanIntersects from "@turf/boolean-intersects";
import type { Feature, Geometry, MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import countyRegions from "../../../schemas/reference/county-regions.json" with { type: "json" };
import shapes from "../../../schemas/reference/county-shapes.json" with { type: "json" };
import { getBounds, type Bounds, type Polygons, type Position } from "./spatialExtent.ts";

type County = Feature<Polygon | MultiPolygon, { name: string }>;
type Shapes = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/** Texas counties that intersect the area, and their flood planning regions. Counties in several regions add none. */
export function findCountiesAndRegions(polygons: Polygons): { counties: string[]; regions: string[] } {
  const counties = findIntersectingCounties({ type: "MultiPolygon", coordinates: polygons }, polygons);
  const regionByCounty: Record<string, string | undefined> = countyRegions;
  const regions = counties.map((name) => regionByCounty[name]).filter((region) => region !== undefined);
  return { counties, regions: [...new Set(regions)].toSorted() };
}

export function findCountiesOfShapes(outlines: Position[][], lines: Position[][]): string[] {
  const areas = outlines.map((outline) => [[...outline, ...outline.slice(0, 1)]]);
  const names = [
    ...findIntersectingCounties({ type: "MultiPolygon", coordinates: areas }, areas),
    ...findIntersectingCounties({ type: "MultiPoint", coordinates: lines.flat() }, [lines]),
  ];
  return [...new Set(names)].toSorted();
}

function findIntersectingCounties(geometry: Geometry, positions: Polygons): string[] {
  const bounds = getBounds(positions);
  const topology = shapes as unknown as Shapes;
  const counties = (feature(topology, topology.objects.counties).features as County[]).filter(
    (county) => boundsOverlap(getBounds(getPolygons(county)), bounds) && booleanIntersects(county, geometry),
  );
  return counties.map(({ properties }) => properties.name).toSorted();
}

const getPolygons = ({ geometry }: County): Polygons =>
  (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates) as Polygons;

const boundsOverlap = (a: Bounds, b: Bounds) =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
