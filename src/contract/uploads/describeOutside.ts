import { geoArea, geoContains, geoDistance } from "d3-geo";
import type { MultiPolygon } from "geojson";
import type { ModelReport } from "../generated/entities.ts";
import { getBounds, type Polygons, type Position } from "./spatialExtent.ts";

export const EARTH_RADIUS_KM = 6371;
export const KM_PER_MILE = 1.609344;

/** d3-geo takes the interior from the winding order: a reversed ring would cover the rest of the world. */
export const toSphericalPolygons = (polygons: Polygons): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: polygons.map((rings) =>
    rings.map((ring, index) => (isSmallerThanHemisphere(ring) === (index === 0) ? ring : ring.toReversed())),
  ),
});

const isSmallerThanHemisphere = (ring: Position[]): boolean =>
  geoArea({ type: "Polygon", coordinates: [ring] }) < 2 * Math.PI;

const MAX_SAMPLED_POINTS = 400;
/** Hand-drawn and simplified lines cross slightly. */
const MIN_OUTSIDE_SHARE = 0.05;

/** Undefined if the model lies inside. */
export function describeOutside(
  polygons: Polygons,
  footprint: NonNullable<ModelReport["footprint"]>,
): string | undefined {
  const [west, south, east, north] = footprint.bounds as [number, number, number, number];
  const area = getBounds(polygons);
  const nearestModelPoint: Position = [clamp(area.west, west, east), clamp(area.south, south, north)];
  const nearestAreaPoint: Position = [
    clamp(nearestModelPoint[0], area.west, area.east),
    clamp(nearestModelPoint[1], area.south, area.north),
  ];
  const kilometres = geoDistance(nearestModelPoint, nearestAreaPoint) * EARTH_RADIUS_KM;
  if (kilometres > 0)
    return `The model lies ${formatDistance(kilometres)} outside the area of the geodatabase.`;
  const points = [...footprint.areas, ...footprint.lines].flat() as Position[];
  const step = Math.ceil(points.length / MAX_SAMPLED_POINTS);
  const covered = toSphericalPolygons(polygons);
  const sampledPoints = points.filter((_, index) => index % step === 0);
  const outside = sampledPoints.filter((point) => !geoContains(covered, point)).length;
  const share = sampledPoints.length === 0 ? 0 : outside / sampledPoints.length;
  if (share < MIN_OUTSIDE_SHARE) return undefined;
  return share === 1
    ? "The model lies outside the area of the geodatabase."
    : `About ${Math.round(share * 100)}% of the model lies outside the area of the geodatabase.`;
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

function formatDistance(kilometres: number): string {
  const rounded = (value: number) =>
    value < 10 ? value.toFixed(1) : Math.round(Number(value.toPrecision(2))).toLocaleString("en-US");
  return `about ${rounded(kilometres / KM_PER_MILE)} miles (${rounded(kilometres)} km)`;
}
