import { openH5File } from "hdf5-indexed-reader/dist/hdf5-indexed-reader.esm.js";
import { File } from "jsfive";
import type { Position } from "../uploads/spatialExtent.ts";
import { MOST_HDF, MOST_POINTS, Unreadable, type FileFacts, type FileReference } from "./fileFacts.ts";
import { dayIn, momentOf } from "./textLines.ts";

/** What HDF files are made of, read at once or by and by. What is not there is thrown, or null; forged files throw anything. */
interface HdfGroup {
  get(path: string): HdfGroup | HdfDataset | null | Promise<HdfGroup | HdfDataset | null>;
  readonly keys: string[];
  readonly attrs: Attributes | Promise<Attributes>;
}

interface HdfDataset {
  readonly attrs: Attributes | Promise<Attributes>;
  readonly shape: number[] | null | Promise<number[] | null>;
  /** Rejects for a forged type: to be asked before the value, which would reject once more where nobody waits. */
  readonly dtype: unknown;
  readonly value: unknown;
}

type Attributes = Record<string, unknown>;

/** So many bytes of a file from a place on. */
type RangeReader = (length: number, offset?: number) => Promise<Uint8Array>;

const PAGE = 64 * 1024;

/** A result of HEC-RAS is known after a thousand reads; a forged one sends its reader round in a circle. */
const MOST_READS = 20_000;

/**
 * Opens an HDF file: a small one is read whole. Of a large one, which may hold gigabytes of results, only the parts that
 * are asked for are read, page by page; the reader that can do so knows the format HEC-RAS writes, and no newer one.
 *
 * @throws Unreadable when it is no HDF file
 */
export async function openHdf(size: number, isWhole: boolean, read: RangeReader): Promise<HdfGroup> {
  try {
    if (isWhole) return new File(new Uint8Array(await read(size)).buffer, "");
    return await openH5File({ reader: pagedReader(size, read), file: { name: "" } });
  } catch {
    throw new Unreadable(`it is no HDF file${isWhole ? "" : " that can be read in parts"}, or a damaged one`);
  }
}

function pagedReader(size: number, read: RangeReader) {
  const pages = new Map<number, Promise<Uint8Array>>();
  let reads = 0;
  const pageAt = (start: number): Promise<Uint8Array> => {
    const page = pages.get(start) ?? read(Math.min(PAGE, size - start), start);
    pages.set(start, page);
    if (pages.size * PAGE > MOST_HDF) throw new Error("More is asked for than is read");
    return page;
  };
  return {
    async read(position: number, length: number): Promise<ArrayBuffer> {
      const end = Math.min(position + length, size);
      if (++reads > MOST_READS || !(position >= 0 && end - position <= MOST_HDF))
        throw new Error("More is asked for than is read");
      const bytes = new Uint8Array(Math.max(0, end - position));
      for (let start = position - (position % PAGE); start < end; start += PAGE) {
        const page = await pageAt(start);
        const skipped = Math.max(0, position - start);
        bytes.set(page.subarray(skipped, end - start), start + skipped - position);
      }
      return bytes.buffer;
    },
  };
}

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
