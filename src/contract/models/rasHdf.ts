import type { Position } from "../uploads/spatialExtent.ts";
import { MOST_POINTS, type FileFacts, type FileReference } from "./fileFacts.ts";
import type { Attributes, HdfDataset, HdfGroup } from "./hdf.ts";
import { dayIn, momentOf } from "./textLines.ts";

type Node = HdfGroup | HdfDataset | undefined;

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
export async function readRasHdf(file: HdfGroup): Promise<FileFacts> {
  const root = await attributesOf(file);
  const geometry = await attributesOf(await at(file, "Geometry"));
  const plan = await attributesOf(await at(file, "Plan Data/Plan Information"));
  const units = textOf(root, "Units System");
  const version = /HEC-RAS (\d[\w.]*(?: Beta \d+)?)/.exec(textOf(root, "File Version") ?? "")?.[1];
  const [start, end] = ["Simulation Start Time", "Simulation End Time"].map((key) =>
    momentOf(textOf(plan, key), textOf(plan, key)?.slice(10)),
  );
  const finished = await isFinished(file);
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
    references: [...sourcesOf(geometry), ...(await rastersOf(file))],
    areas: await perimetersOf(file),
    ...extentOf(geometry),
  };
}

async function at(group: HdfGroup, path: string): Promise<Node> {
  try {
    return (await group.get(path)) ?? undefined;
  } catch {
    return undefined;
  }
}

async function attributesOf(node: Node): Promise<Attributes> {
  try {
    return (await node?.attrs) ?? {};
  } catch {
    return {};
  }
}

function keysOf(node: Node): string[] {
  try {
    return node && "keys" in node && Array.isArray(node.keys) ? node.keys : [];
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
async function isFinished(file: HdfGroup): Promise<boolean | undefined> {
  if (!keysOf(file).includes("Results")) return undefined;
  const solution = textOf(await attributesOf(await at(file, "Results/Unsteady/Summary")), "Solution");
  if (solution !== undefined) return /finished successfully/i.test(solution);
  return keysOf(await at(file, "Results/Steady")).length > 0 || undefined;
}

const sourcesOf = (geometry: Attributes): FileReference[] =>
  Object.entries(SOURCES).flatMap(([key, kind]) => {
    const target = textOf(geometry, key);
    return target ? [{ kind, target }] : [];
  });

/** The rasters that a terrain is made of. */
async function rastersOf(file: HdfGroup): Promise<FileReference[]> {
  const rasters: FileReference[] = [];
  for (const name of keysOf(await at(file, "Terrain")).slice(0, MOST_AREAS)) {
    const target = textOf(await attributesOf(await at(file, `Terrain/${name}`)), "File");
    if (target) rasters.push({ kind: "terrain raster", target });
  }
  return rasters;
}

async function perimetersOf(file: HdfGroup): Promise<Position[][]> {
  const perimeters: Position[][] = [];
  for (const name of keysOf(await at(file, "Geometry/2D Flow Areas")).slice(0, MOST_AREAS)) {
    const points = await pointsOf(await at(file, `Geometry/2D Flow Areas/${name}/Perimeter`));
    if (points.length > 2) perimeters.push(points);
  }
  return perimeters;
}

async function pointsOf(node: Node): Promise<Position[]> {
  try {
    if (!node || !("shape" in node)) return [];
    const [rows = 0, columns] = (await node.shape) ?? [];
    if (columns !== 2 || rows > MOST_POINTS) return [];
    await node.dtype;
    const values = (await node.value) as ArrayLike<number>;
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
