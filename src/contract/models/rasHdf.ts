import { openH5File } from "hdf5-indexed-reader/dist/hdf5-indexed-reader.esm.js";
import { File } from "jsfive";
import type { Position } from "../uploads/spatialExtent.ts";
import {
  MAX_HDF_BYTES,
  MAX_POINTS,
  UnreadableFileError,
  type FileFacts,
  type FileReference,
} from "./fileFacts.ts";
import { parseModelDate, parseDateTime } from "./textLines.ts";

/** jsfive returns values, the range reader promises. Missing nodes throw or are null; forged files can throw anything. */
interface HdfGroup {
  get(path: string): HdfGroup | HdfDataset | null | Promise<HdfGroup | HdfDataset | null>;
  readonly keys: string[];
  readonly attrs: Attributes | Promise<Attributes>;
}

interface HdfDataset {
  readonly attrs: Attributes | Promise<Attributes>;
  readonly shape: number[] | null | Promise<number[] | null>;
  /** Rejects for a forged type. Read it before `value`, which would also reject in a promise without a handler. */
  readonly dtype: unknown;
  readonly value: unknown;
}

type Attributes = Record<string, unknown>;

type RangeReader = (length: number, offset?: number) => Promise<Uint8Array>;

const PAGE_BYTES = 64 * 1024;

/** Real results need about 1,000 reads; forged files can loop forever. */
const MAX_READS = 20_000;

/** Results can have gigabytes: of large files, only the needed pages are read. That reader supports only HEC-RAS's HDF version. */
export async function openHdf(size: number, isWhole: boolean, read: RangeReader): Promise<HdfGroup> {
  try {
    if (isWhole) return new File(new Uint8Array(await read(size)).buffer, "");
    return await openH5File({ reader: createPagedReader(size, read), file: { name: "" } });
  } catch {
    throw new UnreadableFileError(
      `not an HDF file${isWhole ? "" : " that can be read in parts"}, or a damaged one`,
    );
  }
}

function createPagedReader(size: number, read: RangeReader) {
  const pages = new Map<number, Promise<Uint8Array>>();
  let reads = 0;
  const pageAt = (start: number): Promise<Uint8Array> => {
    const page = pages.get(start) ?? read(Math.min(PAGE_BYTES, size - start), start);
    pages.set(start, page);
    if (pages.size * PAGE_BYTES > MAX_HDF_BYTES) throw new Error("The HDF file requires too many reads");
    return page;
  };
  return {
    async read(position: number, length: number): Promise<ArrayBuffer> {
      const end = Math.min(position + length, size);
      if (++reads > MAX_READS || !(position >= 0 && end - position <= MAX_HDF_BYTES))
        throw new Error("The HDF file requires too many reads");
      const bytes = new Uint8Array(Math.max(0, end - position));
      for (let start = position - (position % PAGE_BYTES); start < end; start += PAGE_BYTES) {
        const page = await pageAt(start);
        const skipped = Math.max(0, position - start);
        bytes.set(page.subarray(skipped, end - start), start + skipped - position);
      }
      return bytes.buffer;
    },
  };
}

type Node = HdfGroup | HdfDataset | undefined;

const MAX_AREAS = 500;

const SOURCE_KINDS: Record<string, string> = {
  "Terrain Filename": "terrain",
  "Land Cover Filename": "land cover",
  "Infiltration Filename": "infiltration",
};

/** Missing groups and attributes are normal. Ignores the author's local project path in results. */
export async function readRasHdf(file: HdfGroup): Promise<FileFacts> {
  const root = await getAttributes(file);
  const geometry = await getAttributes(await getNode(file, "Geometry"));
  const plan = await getAttributes(await getNode(file, "Plan Data/Plan Information"));
  const units = getText(root, "Units System");
  const version = /HEC-RAS (\d[\w.]*(?: Beta \d+)?)/.exec(getText(root, "File Version") ?? "")?.[1];
  const [start, end] = ["Simulation Start Time", "Simulation End Time"].map((key) =>
    parseDateTime(getText(plan, key), getText(plan, key)?.slice(10)),
  );
  const finished = await getRunFinished(file);
  const title = getText(plan, "Plan Title") ?? getText(geometry, "Title");
  return {
    ...(title && { title }),
    ...(getText(plan, "Plan ShortID") && { shortId: getText(plan, "Plan ShortID") }),
    ...(version && { version }),
    ...(units && { units: /SI/.test(units) ? "SI" : "US customary" }),
    ...(getText(root, "Projection") && { projection: getText(root, "Projection") }),
    ...(start && { start }),
    ...(end && { end }),
    ...(finished !== undefined && { finished }),
    changed: parseModelDate(getText(geometry, "Geometry Time") ?? ""),
    references: [...listSourceFiles(geometry), ...(await listTerrainRasters(file))],
    areas: await readPerimeters(file),
    ...parseExtent(geometry),
  };
}

async function getNode(group: HdfGroup, path: string): Promise<Node> {
  try {
    return (await group.get(path)) ?? undefined;
  } catch {
    return undefined;
  }
}

async function getAttributes(node: Node): Promise<Attributes> {
  try {
    return (await node?.attrs) ?? {};
  } catch {
    return {};
  }
}

function listKeys(node: Node): string[] {
  try {
    return node && "keys" in node && Array.isArray(node.keys) ? node.keys : [];
  } catch {
    return [];
  }
}

function getText(attributes: Attributes, key: string): string | undefined {
  const value = attributes[key];
  const text = typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
  return text === "" ? undefined : text.slice(0, 20_000);
}

/** Unsteady runs state how they ended; steady runs have profiles only after a run. */
async function getRunFinished(file: HdfGroup): Promise<boolean | undefined> {
  if (!listKeys(file).includes("Results")) return undefined;
  const solution = getText(await getAttributes(await getNode(file, "Results/Unsteady/Summary")), "Solution");
  if (solution !== undefined) return /finished successfully/i.test(solution);
  return listKeys(await getNode(file, "Results/Steady")).length > 0 || undefined;
}

const listSourceFiles = (geometry: Attributes): FileReference[] =>
  Object.entries(SOURCE_KINDS).flatMap(([key, kind]) => {
    const target = getText(geometry, key);
    return target ? [{ kind, target }] : [];
  });

async function listTerrainRasters(file: HdfGroup): Promise<FileReference[]> {
  const rasters: FileReference[] = [];
  for (const name of listKeys(await getNode(file, "Terrain")).slice(0, MAX_AREAS)) {
    const target = getText(await getAttributes(await getNode(file, `Terrain/${name}`)), "File");
    if (target) rasters.push({ kind: "terrain raster", target });
  }
  return rasters;
}

async function readPerimeters(file: HdfGroup): Promise<Position[][]> {
  const perimeters: Position[][] = [];
  for (const name of listKeys(await getNode(file, "Geometry/2D Flow Areas")).slice(0, MAX_AREAS)) {
    const points = await readPoints(await getNode(file, `Geometry/2D Flow Areas/${name}/Perimeter`));
    if (points.length > 2) perimeters.push(points);
  }
  return perimeters;
}

async function readPoints(node: Node): Promise<Position[]> {
  try {
    if (!node || !("shape" in node)) return [];
    const [rows = 0, columns] = (await node.shape) ?? [];
    if (columns !== 2 || rows > MAX_POINTS) return [];
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

/** HEC-RAS writes west, east, south, north. */
function parseExtent(geometry: Attributes): Pick<FileFacts, "extent"> {
  const written = geometry["Extents"];
  const [west = NaN, east = NaN, south = NaN, north = NaN] = Array.isArray(written)
    ? written.map(Number)
    : [];
  return [west, east, south, north].every(Number.isFinite) ? { extent: [west, south, east, north] } : {};
}
