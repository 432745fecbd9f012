import {
  geoArea,
  geoConicEqualArea,
  geoContains,
  geoPath,
  geoTransform,
  type GeoPath,
  geoDistance,
  type GeoProjection,
} from "d3-geo";
import type { Feature, MultiPolygon, Polygon } from "geojson";
import { feature, merge } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import shapes from "../../../../schemas/reference/county-shapes.json";
import {
  boundsOf,
  type Bounds,
  type Polygons,
  type Position,
} from "../../../contract/uploads/spatialExtent.ts";

/** Where a model lies. */
export type Footprint = NonNullable<ModelReport["footprint"]>;

type County = Feature<Polygon | MultiPolygon, { name: string }>;
type Shapes = Topology<{ counties: GeometryCollection<{ name: string }> }>;

/** A map as SVG paths, in the frame asked for. */
export interface AreaDrawing {
  width: number;
  height: number;
  /** Empty where there is no geodatabase. */
  area: string;
  /** Empty where it is the area itself, or there is none. */
  delivered: string;
  /** Outlines, lines and boxes of the model. */
  model: { areas: string; lines: string; boxes: string };
  counties: { name: string; path: string; label: [x: number, y: number] | undefined }[];
  /** All of Texas, and where in it the map lies. */
  locator: {
    width: number;
    height: number;
    state: string;
    view: { x: number; y: number; width: number; height: number };
  };
}
type Frame = Pick<AreaDrawing, "width" | "height">;

/** Degrees that a map shows at the least: an area is placed by what lies around it. */
const LEAST_SPAN = 1.1;
/** The share of the frame that an area takes up at the most. */
const SHARE = 0.55;
const LOCATOR = 84;
/** With the plate around it. */
const LOCATOR_ROOM = LOCATOR + 16;
const LETTER = 6.6;

const topology = shapes as unknown as Shapes;
export const counties = feature(topology, topology.objects.counties).features as County[];

/** What is drawn: the record's area, the delivered one where it is another, and the model. */
interface Drawn {
  polygons: Polygons;
  delivered?: Polygons;
  model?: Footprint | undefined;
}

/** Draws areas and a model over the counties of Texas, with a small map of the whole state. */
export function drawArea({ polygons, delivered = [], model }: Drawn, { width, height }: Frame): AreaDrawing {
  const view = viewAround(boundsOf([...polygons, ...delivered, ...(model ? [[cornersOf(model)]] : [])]));
  const projection = texas().fitSize([width, height], { type: "MultiPoint", coordinates: edgeOf(view) });
  const path = planePath(projection);
  const seen = counties.flatMap((county) => {
    const [[left, top], [right, bottom]] = path.bounds(county);
    if (right < 0 || left > width || bottom < 0 || top > height) return [];
    const { name } = county.properties;
    const room = {
      left: Math.max(left, 0),
      top: Math.max(top, 0),
      right: Math.min(right, width),
      bottom: Math.min(bottom, height),
    };
    const label = labelPlace(room, name.length * LETTER, { width, height });
    const isInside = label && geoContains(county, projection.invert?.(label) ?? [0, 0]);
    return [{ name, path: path(county) ?? "", label: isInside ? label : undefined }];
  });
  const drawn = (shape: Polygons) => path({ type: "MultiPolygon", coordinates: wound(shape) }) ?? "";
  const shapesOf = (kind: "areas" | "lines" | "boxes") => (model?.[kind] ?? []) as Position[][];
  const modelPaths = {
    areas: drawn(closed(shapesOf("areas"))),
    lines: path({ type: "MultiLineString", coordinates: shapesOf("lines") }) ?? "",
    boxes: drawn(closed(shapesOf("boxes"))),
  };
  const paths = { area: drawn(polygons), delivered: drawn(delivered), model: modelPaths };
  return { width, height, ...paths, counties: seen, locator: locate(view) };
}

const closed = (outlines: Position[][]): Polygons =>
  outlines.map((outline) => [[...outline, ...outline.slice(0, 1)]]);

const cornersOf = ({ bounds }: Footprint): Position[] => [
  [bounds[0]!, bounds[1]!],
  [bounds[2]!, bounds[3]!],
];

interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The middle of what is seen of a county, where its name has room and does not lie under the small map. */
function labelPlace(
  { left, top, right, bottom }: Room,
  length: number,
  frame: Frame,
): [x: number, y: number] | undefined {
  if (right - left < length + 12 || bottom - top < 24) return undefined;
  const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  const isUnderLocator = x + length / 2 > frame.width - LOCATOR_ROOM && y > frame.height - LOCATOR_ROOM;
  return isUnderLocator ? undefined : [x, y];
}

function locate(view: Bounds): AreaDrawing["locator"] {
  const state = merge(topology, topology.objects.counties.geometries as Parameters<typeof merge>[1]);
  const projection = texas().fitSize([LOCATOR, LOCATOR], {
    type: "MultiPoint",
    coordinates: (state.coordinates as Polygons).flat(2),
  });
  const path = planePath(projection);
  const [[left, top], [right, bottom]] = path.bounds({ type: "MultiPoint", coordinates: edgeOf(view) });
  return {
    width: LOCATOR,
    height: LOCATOR,
    state: path(state) ?? "",
    view: { x: left, y: top, width: Math.max(right - left, 3), height: Math.max(bottom - top, 3) },
  };
}

/** Equal areas about the middle of Texas, as the state's own mapping system has it. */
export const texas = (): GeoProjection =>
  geoConicEqualArea().parallels([27.5, 35]).rotate([100, 0]).center([0, 31.2]);

/** Paths on the flat map, whichever way a ring runs: on a sphere a ring run backwards is all the rest of the world. */
function planePath(projection: GeoProjection): GeoPath {
  const plane = geoTransform({
    point(x, y) {
      const [left, top] = projection([x, y]) ?? [0, 0];
      this.stream.point(left, top);
    },
  });
  return geoPath(plane).digits(1);
}

function viewAround({ west, south, east, north }: Bounds): Bounds {
  const wide = Math.max((east - west) / SHARE, LEAST_SPAN) / 2;
  const high = Math.max((north - south) / SHARE, LEAST_SPAN * 0.6) / 2;
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  return { west: x - wide, south: y - high, east: x + wide, north: y + high };
}

const edgeOf = ({ west, south, east, north }: Bounds): [number, number][] => [
  [west, south],
  [west, north],
  [east, south],
  [east, north],
];

/** The same polygons with all outlines running one way and all holes the other, so that overlaps stay filled. */
export const wound = (polygons: Polygons): Polygons =>
  polygons.map((rings) =>
    rings.map((ring, index) => (turnsLeft(ring) === (index === 0) ? ring : ring.toReversed())),
  );

/** On a sphere, such a ring holds all but what it surrounds. */
const turnsLeft = (ring: Position[]): boolean =>
  geoArea({ type: "Polygon", coordinates: [ring] }) > 2 * Math.PI;

/** Polygons as a sphere takes them, where what lies inside is told by the way an outline runs. */
const onSphere = (polygons: Polygons): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: wound(polygons).map((rings) => rings.map((ring) => ring.toReversed())),
});

const MILES_OF_RADIUS = 3958.8;

/** How large an area is and where it lies, as in "About 46 square miles, 33.21° N to 33.29° N, 97.19° W to 97.08° W". */
export const areaWords = (polygons: Polygons): string => `${sizeText(polygons)}, ${boundsText(polygons)}`;

/** Where polygons overlap, they count twice. */
function sizeText(polygons: Polygons): string {
  const miles = geoArea(onSphere(polygons)) * MILES_OF_RADIUS ** 2;
  if (miles < 1) return "Less than a square mile";
  return `About ${Math.round(miles).toLocaleString("en-US")} square miles`;
}

function boundsText(polygons: Polygons): string {
  const { west, south, east, north } = boundsOf(polygons);
  const latitude = (value: number) => `${Math.abs(value).toFixed(2)}°\u00A0${value < 0 ? "S" : "N"}`;
  const longitude = (value: number) => `${Math.abs(value).toFixed(2)}°\u00A0${value < 0 ? "W" : "E"}`;
  return `${latitude(south)} to ${latitude(north)}, ${longitude(west)} to ${longitude(east)}`;
}

const KILOMETRES_OF_RADIUS = 6371;
const KILOMETRES_OF_MILE = 1.609344;
/** Of a model, no more points are looked up. */
const MOST_LOOKED_UP = 400;
/** Lines drawn by hand and lines simplified for a map cross here and there. */
const LEAST_SHARE = 0.05;

/** How far a model lies outside an area, or how much of it; undefined where it lies inside, as far as that is known. */
export function outsideWords(polygons: Polygons, footprint: Footprint): string | undefined {
  const [west, south, east, north] = footprint.bounds as [number, number, number, number];
  const area = boundsOf(polygons);
  const nearest = (low: number, high: number, otherLow: number, otherHigh: number): [number, number] =>
    high < otherLow ? [high, otherLow] : otherHigh < low ? [low, otherHigh] : [low, low];
  const [x, otherX] = nearest(west, east, area.west, area.east);
  const [y, otherY] = nearest(south, north, area.south, area.north);
  const kilometres = geoDistance([x, y], [otherX, otherY]) * KILOMETRES_OF_RADIUS;
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

function distanceText(kilometres: number): string {
  const rounded = (value: number) =>
    value < 10 ? value.toFixed(1) : Math.round(Number(value.toPrecision(2))).toLocaleString("en-US");
  return `about ${rounded(kilometres / KILOMETRES_OF_MILE)} miles (${rounded(kilometres)} km)`;
}
