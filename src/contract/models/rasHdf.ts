import { Dataset, File as HdfFile, Group } from "jsfive";
import type { Position } from "../uploads/spatialExtent.ts";
import { MOST_POINTS, Unreadable, type FileFacts, type FileReference } from "./fileFacts.ts";
import { dayIn, momentOf } from "./textLines.ts";

type Attributes = Record<string, unknown>;

const MOST_AREAS = 500;

/** What the attributes of a geometry call the files they were made from. */
const SOURCES: Record<string, string> = {
  "Terrain Filename": "terrain",
  "Land Cover Filename": "land cover",
  "Infiltration Filename": "infiltration",
};

/**
 * What a HEC-RAS HDF file says: geometry, terrain or the result of a plan. A group or attribute that is not there is
 * normal. The author's own path of the project, which results hold, is not looked at.
 */
export function readRasHdf(bytes: ArrayBuffer): FileFacts {
  const file = opened(bytes);
  const root = attributesOf(file);
  const geometry = attributesOf(at(file, "Geometry"));
  const plan = attributesOf(at(file, "Plan Data/Plan Information"));
  const units = textOf(root, "Units System");
  const version = /HEC-RAS (\d[\w.]*(?: Beta \d+)?)/.exec(textOf(root, "File Version") ?? "")?.[1];
  const [start, end] = ["Simulation Start Time", "Simulation End Time"].map((key) =>
    momentOf(textOf(plan, key), textOf(plan, key)?.slice(10)),
  );
  const finished = isFinished(file);
  const title = textOf(plan, "Plan Title") ?? textOf(geometry, "Title");
  return {
    ...(title && { title }),
    ...(textOf(plan, "Plan ShortID") && { shortId: textOf(plan, "Plan ShortID") }),
    ...(version && { version }),
    ...(units && { units: /SI/.test(units) ? "SI" : "US customary" }),
    ...(textOf(root, "Projection") && { projection: textOf(root, "Projection") }),
    ...(start && { start }),
    ...(end && { end }),
    ...(finished !== undefined && { finished }),
    changed: dayIn(textOf(geometry, "Geometry Time") ?? ""),
    references: [...sourcesOf(geometry), ...rastersOf(file)],
    areas: perimetersOf(file),
    ...extentOf(geometry),
  };
}

function opened(bytes: ArrayBuffer): Group {
  try {
    return new HdfFile(bytes, "");
  } catch {
    throw new Unreadable("it is no HDF file, or a damaged one");
  }
}

/** jsfive throws on what is not there, and on forged files in any way. */
function at(group: Group, path: string): Group | Dataset | undefined {
  try {
    return group.get(path) ?? undefined;
  } catch {
    return undefined;
  }
}

function attributesOf(node: Group | Dataset | undefined): Attributes {
  try {
    return node?.attrs ?? {};
  } catch {
    return {};
  }
}

function keysOf(node: Group | Dataset | undefined): string[] {
  try {
    return node instanceof Group ? node.keys : [];
  } catch {
    return [];
  }
}

function textOf(attributes: Attributes, key: string): string | undefined {
  const value = attributes[key];
  const text = typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
  return text === "" ? undefined : text.slice(0, 20_000);
}

/** An unsteady run says how it ended; a steady one has profiles only when it has run. */
function isFinished(file: Group): boolean | undefined {
  if (!keysOf(file).includes("Results")) return undefined;
  const solution = textOf(attributesOf(at(file, "Results/Unsteady/Summary")), "Solution");
  if (solution !== undefined) return /finished successfully/i.test(solution);
  return keysOf(at(file, "Results/Steady")).length > 0 || undefined;
}

const sourcesOf = (geometry: Attributes): FileReference[] =>
  Object.entries(SOURCES).flatMap(([key, kind]) => {
    const target = textOf(geometry, key);
    return target ? [{ kind, target }] : [];
  });

/** The rasters that a terrain is made of. */
function rastersOf(file: Group): FileReference[] {
  const rasters = keysOf(at(file, "Terrain")).slice(0, MOST_AREAS);
  return rasters.flatMap((name) => {
    const target = textOf(attributesOf(at(file, `Terrain/${name}`)), "File");
    return target ? [{ kind: "terrain raster", target }] : [];
  });
}

function perimetersOf(file: Group): Position[][] {
  const names = keysOf(at(file, "Geometry/2D Flow Areas")).slice(0, MOST_AREAS);
  return names.flatMap((name) => {
    const points = pointsOf(at(file, `Geometry/2D Flow Areas/${name}/Perimeter`));
    return points.length > 2 ? [points] : [];
  });
}

function pointsOf(node: Group | Dataset | undefined): Position[] {
  if (!(node instanceof Dataset)) return [];
  try {
    const [rows = 0, columns] = node.shape ?? [];
    if (columns !== 2 || rows > MOST_POINTS) return [];
    const values = node.value as ArrayLike<number>;
    return Array.from({ length: rows }, (_, row): Position => [
      Number(values[2 * row]),
      Number(values[2 * row + 1]),
    ]);
  } catch {
    return [];
  }
}

/** The outermost coordinates, which HEC-RAS writes as west, east, south and north. */
function extentOf(geometry: Attributes): Pick<FileFacts, "extent"> {
  const written = geometry["Extents"];
  const [west = NaN, east = NaN, south = NaN, north = NaN] = Array.isArray(written)
    ? written.map(Number)
    : [];
  return [west, east, south, north].every(Number.isFinite) ? { extent: [west, south, east, north] } : {};
}
