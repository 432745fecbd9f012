import { geoArea, geoConicEqualArea, geoPath, type GeoProjection } from "d3-geo";
import type { Feature, MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import shapes from "../../../../schemas/reference/county-shapes.json";
import {
  EARTH_RADIUS_KM,
  KM_PER_MILE,
  toSphericalPolygons,
} from "../../../contract/uploads/describeOutside.ts";
import { getBounds, type Polygons, type Position } from "../../../contract/uploads/spatialExtent.ts";

export type Footprint = NonNullable<ModelReport["footprint"]>;

type County = Feature<Polygon | MultiPolygon, { name: string }>;
type Shapes = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/** Small areas are shown with their surroundings. */
const MIN_SPAN_DEGREES = 1.1;
const MAX_AREA_SHARE_OF_FRAME = 0.55;
const LETTER_WIDTH_PX = 6.6;
/** Clips shapes outside the frame, where the cut is not visible. */
const CLIP_MARGIN_PX = 4;

const topology = shapes as unknown as Shapes;
export const counties = feature(topology, topology.objects.counties).features as County[];

/** `delivered` is set only if it differs from `polygons`. */
export interface MapShapes {
  polygons: Polygons;
  delivered?: Polygons;
  model?: Footprint | undefined;
}

export interface Frame {
  width: number;
  height: number;
}

/** SVG paths for areas, model and counties. The path of a missing shape is empty. */
export function drawArea({ polygons, delivered = [], model }: MapShapes, { width, height }: Frame) {
  const shown = [...polygons, ...delivered, ...(model ? [[getCorners(model)]] : [])];
  const projection = createTexasProjection().fitSize([width, height], {
    type: "MultiPoint",
    coordinates: getViewCorners(shown),
  });
  const clippedProjection = projection.clipExtent([
    [-CLIP_MARGIN_PX, -CLIP_MARGIN_PX],
    [width + CLIP_MARGIN_PX, height + CLIP_MARGIN_PX],
  ]);
  const path = geoPath(clippedProjection).digits(1);
  const visibleCounties = counties.flatMap((county) => {
    const outline = path(county);
    if (!outline) return [];
    const { name } = county.properties;
    const [[left, top], [right, bottom]] = path.bounds(county);
    const hasRoom = right - left > name.length * LETTER_WIDTH_PX + 12 && bottom - top > 24;
    return [{ name, outline, label: hasRoom ? path.centroid(county) : undefined }];
  });
  const toPath = (shape: Polygons) => path(toSphericalPolygons(shape)) ?? "";
  const getModelShapes = (kind: "areas" | "lines" | "boxes") => (model?.[kind] ?? []) as Position[][];
  return {
    area: toPath(polygons),
    delivered: toPath(delivered),
    areas: toPath(closeRings(getModelShapes("areas"))),
    lines: path({ type: "MultiLineString", coordinates: getModelShapes("lines") }) ?? "",
    boxes: toPath(closeRings(getModelShapes("boxes"))),
    counties: visibleCounties,
  };
}

const closeRings = (outlines: Position[][]): Polygons =>
  outlines.map((outline) => [[...outline, ...outline.slice(0, 1)]]);

const getCorners = ({ bounds }: Footprint): Position[] => [
  [bounds[0]!, bounds[1]!],
  [bounds[2]!, bounds[3]!],
];

/** Parameters of the Texas Centric Mapping System (Albers equal area). */
export const createTexasProjection = (): GeoProjection =>
  geoConicEqualArea().parallels([27.5, 35]).rotate([100, 0]).center([0, 31.2]);

function getViewCorners(polygons: Polygons): Position[] {
  const { west, south, east, north } = getBounds(polygons);
  const halfWidth = Math.max((east - west) / MAX_AREA_SHARE_OF_FRAME, MIN_SPAN_DEGREES) / 2;
  const halfHeight = Math.max((north - south) / MAX_AREA_SHARE_OF_FRAME, MIN_SPAN_DEGREES * 0.6) / 2;
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  return [x - halfWidth, x + halfWidth].flatMap((side): Position[] => [
    [side, y - halfHeight],
    [side, y + halfHeight],
  ]);
}

/** For example "About 46 square miles, 33.21° N to 33.29° N, 97.19° W to 97.08° W". */
export const describeArea = (polygons: Polygons): string =>
  `${describeSize(polygons)}, ${describeBounds(polygons)}`;

/** Overlapping polygons count twice. */
function describeSize(polygons: Polygons): string {
  const miles = geoArea(toSphericalPolygons(polygons)) * (EARTH_RADIUS_KM / KM_PER_MILE) ** 2;
  if (miles < 1) return "Less than a square mile";
  return `About ${Math.round(miles).toLocaleString("en-US")} square miles`;
}

function describeBounds(polygons: Polygons): string {
  const { west, south, east, north } = getBounds(polygons);
  const latitude = (value: number) => `${Math.abs(value).toFixed(2)}°\u00A0${value < 0 ? "S" : "N"}`;
  const longitude = (value: number) => `${Math.abs(value).toFixed(2)}°\u00A0${value < 0 ? "W" : "E"}`;
  return `${latitude(south)} to ${latitude(north)}, ${longitude(west)} to ${longitude(east)}`;
}
