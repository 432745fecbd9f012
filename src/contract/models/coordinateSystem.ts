import proj4 from "proj4";
import type { Position } from "../uploads/spatialExtent.ts";

export type ToDegrees = (point: Position) => Position;

const DEGREE_IN_RADIANS = Math.PI / 180;
/** Units of degrees are written with 12 to 16 digits. */
const UNIT_TOLERANCE = 1e-9;

/** The first UNIT of a WKT 1 text is the unit of its angles, because the geographic system comes first. */
const ANGULAR_UNIT = /UNIT\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)[^[\]]*(?:\[[^\]]*\][^[\]]*)?\]/i;

const ANGULAR_PARAMETER =
  /(PARAMETER\s*\[\s*"(?:central_meridian|standard_parallel_\d|latitude_of_\w+|longitude_of_\w+|azimuth|rectified_grid_angle)"\s*,\s*)([\d.eE+-]+)/gi;

export const parseCoordinateSystemName = (wkt: string): string | undefined =>
  /"([^"]{1,200})"/.exec(wkt)?.[1];

/** Its first word, for example LOCAL_CS. */
export const parseCoordinateSystemKind = (wkt: string): string => /^\s*(\w{1,40})/.exec(wkt)?.[1] ?? "";

const FOOT_IN_METERS = 0.3048;
/** Feet of surveys differ from others by two millionths. */
const LENGTH_TOLERANCE = 1e-5;

/** Of a projected system; undefined for other units and systems. */
export function parseLengthUnit(wkt: string): "feet" | "meters" | undefined {
  // The unit before is that of the angles.
  const [, projection = ""] = /^\s*PROJCS/i.test(wkt) ? wkt.split(/PROJECTION\s*\[/i, 2) : [];
  const [, factor] = /UNIT\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)/i.exec(projection) ?? [];
  const isUnit = (meters: number) => Math.abs(Number(factor) - meters) < LENGTH_TOLERANCE;
  return isUnit(FOOT_IN_METERS) ? "feet" : isUnit(1) ? "meters" : undefined;
}

/** Undefined if the system is not understood. Parses the text itself: HEC's systems differ from the registered EPSG ones. */
export function createTransformation(wkt: string): ToDegrees | undefined {
  // proj4 takes the coordinates of a local system for radians.
  if (/^(LOCAL_CS|ENGCRS|ENGINEERINGCRS)$/i.test(parseCoordinateSystemKind(wkt))) return undefined;
  try {
    const { text, angleFactor } = convertAnglesToDegrees(wkt);
    const { forward } = proj4(text, "WGS84");
    return ([x, y]) => {
      try {
        return forward([x * angleFactor, y * angleFactor]) as Position;
      } catch {
        return [NaN, NaN];
      }
    };
  } catch {
    return undefined;
  }
}

/** proj4 reads every angle as degrees; some systems count in grads. The prime meridian is always in degrees. */
function convertAnglesToDegrees(wkt: string): { text: string; angleFactor: number } {
  const unit = Number(ANGULAR_UNIT.exec(wkt)?.[1]) / DEGREE_IN_RADIANS;
  if (!/^\s*(PROJCS|GEOGCS)/i.test(wkt) || !(unit > 0) || Math.abs(unit - 1) < UNIT_TOLERANCE)
    return { text: wkt, angleFactor: 1 };
  const text = wkt
    .replace(ANGULAR_UNIT, `UNIT["Degree",${DEGREE_IN_RADIANS}]`)
    .replace(ANGULAR_PARAMETER, (_, start: string, value: string) => start + Number(value) * unit);
  return { text, angleFactor: /^\s*GEOGCS/i.test(wkt) ? unit : 1 };
}
