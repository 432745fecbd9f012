import { geoArea, geoConicEqualArea, geoContains, geoDistance, geoPath, type GeoProjection } from "d3-geo";
import type { Feature, MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import shapes from "../../../../schemas/reference/county-shapes.json";
import { boundsOf, type Polygons, type Position } from "../../../contract/uploads/spatialExtent.ts";

/** Where a model lies. */
export type Footprint = NonNullable<ModelReport["footprint"]>;

type County = Feature<Polygon | MultiPolygon, { name: string }>;
type Shapes = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/** Degrees that a map shows at the least: an area is placed by what lies around it. */
const LEAST_SPAN = 1.1;
/** The share of the frame that an area takes up at the most. */
const SHARE = 0.55;
const LETTER = 6.6;
/** So far beyond the frame shapes are cut: the cut is not seen. */
const BEYOND = 4;

const topology = shapes as unknown as Shapes;
export const counties = feature(topology, topology.objects.counties).features as County[];

/** What is drawn: the record's area, the delivered one where it is another, and the model. */
export interface Drawn {
  polygons: Polygons;
  delivered?: Polygons;
  model?: Footprint | undefined;
}

export interface Frame {
  width: number;
  height: number;
}

/** Areas and a model over the counties of Texas, as SVG paths in a frame; a path of what is not there is empty. */
export function drawArea({ polygons, delivered = [], model }: Drawn, { width, height }: Frame) {
  const shown = [...polygons, ...delivered, ...(model ? [[cornersOf(model)]] : [])];
  const projection = texas().fitSize([width, height], { type: "MultiPoint", coordinates: viewAround(shown) });
  const cut = projection.clipExtent([
    [-BEYOND, -BEYOND],
    [width + BEYOND, height + BEYOND],
  ]);
  const path = geoPath(cut).digits(1);
  const seen = counties.flatMap((county) => {
    const outline = path(county);
    if (!outline) return [];
    const { name } = county.properties;
    const [[left, top], [right, bottom]] = path.bounds(county);
    const hasRoom = right - left > name.length * LETTER + 12 && bottom - top > 24;
    return [{ name, outline, label: hasRoom ? path.centroid(county) : undefined }];
  });
  const drawn = (shape: Polygons) => path(onSphere(shape)) ?? "";
  const shapesOf = (kind: "areas" | "lines" | "boxes") => (model?.[kind] ?? []) as Position[][];
  return {
    area: drawn(polygons),
    delivered: drawn(delivered),
    areas: drawn(closed(shapesOf("areas"))),
    lines: path({ type: "MultiLineString", coordinates: shapesOf("lines") }) ?? "",
    boxes: drawn(closed(shapesOf("boxes"))),
    counties: seen,
  };
}

const closed = (outlines: Position[][]): Polygons =>
  outlines.map((outline) => [[...outline, ...outline.slice(0, 1)]]);

const cornersOf = ({ bounds }: Footprint): Position[] => [
  [bounds[0]!, bounds[1]!],
  [bounds[2]!, bounds[3]!],
];

/** Equal areas about the middle of Texas, as the state's own mapping system has it. */
export const texas = (): GeoProjection =>
  geoConicEqualArea().parallels([27.5, 35]).rotate([100, 0]).center([0, 31.2]);

/** The corners of what a map of an area shows. */
function viewAround(polygons: Polygons): Position[] {
  const { west, south, east, north } = boundsOf(polygons);
  const wide = Math.max((east - west) / SHARE, LEAST_SPAN) / 2;
  const high = Math.max((north - south) / SHARE, LEAST_SPAN * 0.6) / 2;
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  return [x - wide, x + wide].flatMap((side): Position[] => [
    [side, y - high],
    [side, y + high],
  ]);
}

/** On a sphere, what lies inside is told by the way a ring runs: one run backwards is all the rest of the world. */
const onSphere = (polygons: Polygons): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: polygons.map((rings) =>
    rings.map((ring, index) => (holdsLittle(ring) === (index === 0) ? ring : ring.toReversed())),
  ),
});

const holdsLittle = (ring: Position[]): boolean =>
  geoArea({ type: "Polygon", coordinates: [ring] }) < 2 * Math.PI;

const KILOMETRES_OF_RADIUS = 6371;
const KILOMETRES_OF_MILE = 1.609344;

/** How large an area is and where it lies, as in "About 46 square miles, 33.21° N to 33.29° N, 97.19° W to 97.08° W". */
export const areaWords = (polygons: Polygons): string => `${sizeText(polygons)}, ${boundsText(polygons)}`;

/** Where polygons overlap, they count twice. */
function sizeText(polygons: Polygons): string {
  const miles = geoArea(onSphere(polygons)) * (KILOMETRES_OF_RADIUS / KILOMETRES_OF_MILE) ** 2;
  if (miles < 1) return "Less than a square mile";
  return `About ${Math.round(miles).toLocaleString("en-US")} square miles`;
}

function boundsText(polygons: Polygons): string {
  const { west, south, east, north } = boundsOf(polygons);
  const latitude = (value: number) => `${Math.abs(value).toFixed(2)}°\u00A0${value < 0 ? "S" : "N"}`;
  const longitude = (value: number) => `${Math.abs(value).toFixed(2)}°\u00A0${value < 0 ? "W" : "E"}`;
  return `${latitude(south)} to ${latitude(north)}, ${longitude(west)} to ${longitude(east)}`;
}

/** Of a model, no more points are looked up. */
const MOST_LOOKED_UP = 400;
/** Lines drawn by hand and lines simplified for a map cross here and there. */
const LEAST_SHARE = 0.05;

/** How far a model lies outside an area, or how much of it; undefined where it lies inside, as far as that is known. */
export function outsideWords(polygons: Polygons, footprint: Footprint): string | undefined {
  const [west, south, east, north] = footprint.bounds as [number, number, number, number];
  const area = boundsOf(polygons);
  const near: Position = [within(area.west, west, east), within(area.south, south, north)];
  const other: Position = [within(near[0], area.west, area.east), within(near[1], area.south, area.north)];
  const kilometres = geoDistance(near, other) * KILOMETRES_OF_RADIUS;
  if (kilometres > 0) return `The model lies ${distanceText(kilometres)} outside the area covered.`;
  const points = [...footprint.areas, ...footprint.lines].flat() as Position[];
  const step = Math.ceil(points.length / MOST_LOOKED_UP);
  const covered = onSphere(polygons);
  const looked = points.filter((_, index) => index % step === 0);
  const outside = looked.filter((point) => !geoContains(covered, point)).length;
  const share = looked.length === 0 ? 0 : outside / looked.length;
  if (share < LEAST_SHARE) return undefined;
  return share === 1
    ? "The model lies outside the area covered."
    : `About ${Math.round(share * 100)}% of the model lies outside the area covered.`;
}

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

function distanceText(kilometres: number): string {
  const rounded = (value: number) =>
    value < 10 ? value.toFixed(1) : Math.round(Number(value.toPrecision(2))).toLocaleString("en-US");
  return `about ${rounded(kilometres / KILOMETRES_OF_MILE)} miles (${rounded(kilometres)} km)`;
}
