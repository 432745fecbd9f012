import booleanIntersects from "@turf/boolean-intersects";
import type { Feature, MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import countyRegions from "../../../schemas/reference/county-regions.json" with { type: "json" };
import shapes from "../../../schemas/reference/county-shapes.json" with { type: "json" };
import { boundsOf, type Bounds, type Polygons } from "../../contract/spatialExtent.ts";

type County = Feature<Polygon | MultiPolygon, { name: string }>;
type Shapes = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/**
 * The counties of Texas that an area reaches into, and the flood planning regions in which those lie whole. A county
 * that is divided between regions, or of which nothing is known, says nothing of the region.
 */
export function placesOfArea(polygons: Polygons): { counties: string[]; regions: string[] } {
  const area: MultiPolygon = { type: "MultiPolygon", coordinates: polygons };
  const bounds = boundsOf(polygons);
  const topology = shapes as unknown as Shapes;
  const touched = (feature(topology, topology.objects.counties).features as County[]).filter(
    (county) => overlap(boundsOf(polygonsOf(county)), bounds) && booleanIntersects(county, area),
  );
  const counties = touched.map(({ properties }) => properties.name).toSorted();
  const known: Record<string, string | undefined> = countyRegions;
  const regions = counties.map((name) => known[name]).filter((region) => region !== undefined);
  return { counties, regions: [...new Set(regions)].toSorted() };
}

const polygonsOf = ({ geometry }: County): Polygons =>
  (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates) as Polygons;

const overlap = (a: Bounds, b: Bounds) =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
