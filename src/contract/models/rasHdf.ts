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
import { formatRasVersion } from "./rasProject.ts";
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
  const start = await read(Math.min(size, SUPERBLOCK_BYTES));
  assertWholeHdf5(start, size);
  try {
    if (isWhole) return new File(new Uint8Array(await read(size)).buffer, "");
    return await openH5File({ reader: createPagedReader(size, read), file: { name: "" } });
  } catch {
    throw new UnreadableFileError(
      `it is damaged, or uses HDF5 features that are not read here${isWhole ? "" : " in files of this size"}`,
    );
  }
}

const SUPERBLOCK_BYTES = 64;
const HDF5_SIGNATURE = "\x89HDF\r\n\x1a\n";
const HDF4_SIGNATURE = "\x0e\x03\x13\x01";
/** Byte of the end-of-file address, by version of the superblock. */
const END_ADDRESS_AT = [40, 44, 28, 28];

/** The superblock holds the file's length, so a file that was cut off in a transfer is noticed. */
function assertWholeHdf5(start: Uint8Array, size: number): void {
  const text = String.fromCharCode(...start.subarray(0, 9));
  if (text.startsWith(HDF4_SIGNATURE))
    throw new UnreadableFileError("it is an HDF4 file, and only HDF5 is read");
  if (!text.startsWith(HDF5_SIGNATURE)) throw new UnreadableFileError("it is not an HDF5 file");
  const at = END_ADDRESS_AT[text.charCodeAt(8)];
  if (at === undefined)
    throw new UnreadableFileError("it is written by a newer HDF5 version, which is not read here");
  // Only addresses of 8 bytes occur.
  if (start.length < at + 8) throw new UnreadableFileError(`it is cut off: it has only ${size} bytes`);
  const end = Number(new DataView(start.buffer, start.byteOffset).getBigUint64(at, true));
  if (size < end)
    throw new UnreadableFileError(
      `it is cut off: ${size.toLocaleString("en-US")} of ${end.toLocaleString("en-US")} bytes. Copy it again`,
    );
}

/** Attributes in dense storage, which the reader skips: their index is a B-tree (BTHD) of version 0 and type 8. */
export function hasDenseAttributes(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(DENSE_INDEX[0]!); at >= 0; at = bytes.indexOf(DENSE_INDEX[0]!, at + 1))
    if (DENSE_INDEX.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

const DENSE_INDEX = [0x42, 0x54, 0x48, 0x44, 0, 8];

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

/** Called for each part of a file that the reader does not support. */
type OnUnsupported = () => void;

/** Missing groups and attributes are normal. Ignores the author's local project path in results. */
export async function readRasHdf(
  file: HdfGroup,
  name: string,
  onUnsupported: OnUnsupported,
): Promise<FileFacts> {
  const reader = new HdfReader(file, onUnsupported);
  const root = await reader.getAttributes(file);
  const geometry = await reader.getAttributes(await reader.getNode("Geometry"));
  const plan = await reader.getAttributes(await reader.getNode("Plan Data/Plan Information"));
  const units = getText(root, "Units System");
  const version = /HEC-RAS (\d[\w.]*(?: Beta \d+)?)/.exec(getText(root, "File Version") ?? "")?.[1];
  const [start, end] = parseTimes(plan);
  const finished = /\.p\d\d\.hdf$/i.test(name) ? await getRunFinished(reader) : undefined;
  const title = getText(plan, "Plan Title") ?? getText(plan, "Plan Name") ?? getText(geometry, "Title");
  return {
    ...(title && { title }),
    ...(getText(plan, "Plan ShortID") && { shortId: getText(plan, "Plan ShortID") }),
    ...(version && { version: formatRasVersion(version) }),
    ...(units && { units: /SI/.test(units) ? "SI" : "US customary" }),
    ...(getText(root, "Projection") && { projection: getText(root, "Projection") }),
    ...(start && { start }),
    ...(end && { end }),
    ...(finished !== undefined && { finished }),
    changed: parseModelDate(getText(geometry, "Geometry Time") ?? ""),
    references: [...listSourceFiles(geometry), ...(await listTerrainRasters(reader))],
    areas: await readPerimeters(reader),
    ...parseExtent(geometry),
  };
}

/** HEC-RAS 5 writes only a time window: "18Feb1999 0000 to 24Feb1999 0500". */
function parseTimes(plan: Attributes): (string | undefined)[] {
  const window = getText(plan, "Time Window")?.split(/ to /i) ?? [];
  const texts = [
    getText(plan, "Simulation Start Time") ?? window[0],
    getText(plan, "Simulation End Time") ?? window[1],
  ];
  return texts.map((text) => parseDateTime(text, text?.trim().slice(10)));
}

class HdfReader {
  constructor(
    private readonly file: HdfGroup,
    private readonly onUnsupported: OnUnsupported,
  ) {}

  /** Undefined if it does not exist. */
  async getNode(path: string): Promise<Node> {
    let node: Node = this.file;
    for (const name of path.split("/")) {
      if (!node || !("get" in node) || !this.listKeys(node).includes(name)) return undefined;
      try {
        node = (await node.get(name)) ?? undefined;
      } catch {
        this.onUnsupported();
        return undefined;
      }
    }
    return node;
  }

  async getAttributes(node: Node): Promise<Attributes> {
    try {
      return (await node?.attrs) ?? {};
    } catch {
      this.onUnsupported();
      return {};
    }
  }

  listKeys(node: Node): string[] {
    try {
      return node && "keys" in node && Array.isArray(node.keys) ? node.keys : [];
    } catch {
      this.onUnsupported();
      return [];
    }
  }

  async listKeysAt(path: string): Promise<string[]> {
    return this.listKeys(await this.getNode(path));
  }

  /** Rows of numbers; none for a missing or unexpected dataset. */
  async readRows(path: string, columns: number): Promise<number[][]> {
    const node = await this.getNode(path);
    if (!node || !("shape" in node)) return [];
    try {
      const [rows = 0, width] = (await node.shape) ?? [];
      if (width !== columns || rows > MAX_POINTS) return [];
      await node.dtype;
      const values = (await node.value) as ArrayLike<number>;
      return Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_, column) => Number(values[columns * row + column])),
      );
    } catch {
      this.onUnsupported();
      return [];
    }
  }
}

function getText(attributes: Attributes, key: string): string | undefined {
  const value = attributes[key];
  const text = typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
  return text === "" ? undefined : text.slice(0, 20_000);
}

/** Unsteady runs state how they ended, once they have ended; steady runs have profiles only after a run. */
async function getRunFinished(reader: HdfReader): Promise<boolean | undefined> {
  const kinds = await reader.listKeysAt("Results");
  // Sediment and water quality runs do not state it.
  if (kinds.some((kind) => !/^(Unsteady|Steady)$/.test(kind))) return undefined;
  const summary = await reader.getAttributes(await reader.getNode("Results/Unsteady/Summary"));
  const solution = getText(summary, "Solution");
  if (solution !== undefined) return /finished successfully/i.test(solution);
  return (await reader.listKeysAt("Results/Steady")).length > 0;
}

const listSourceFiles = (geometry: Attributes): FileReference[] =>
  Object.entries(SOURCE_KINDS).flatMap(([key, kind]) => {
    const target = getText(geometry, key);
    return target ? [{ kind, target }] : [];
  });

async function listTerrainRasters(reader: HdfReader): Promise<FileReference[]> {
  const rasters: FileReference[] = [];
  for (const name of (await reader.listKeysAt("Terrain")).slice(0, MAX_AREAS)) {
    const target = getText(await reader.getAttributes(await reader.getNode(`Terrain/${name}`)), "File");
    if (target) rasters.push({ kind: "terrain raster", target });
  }
  return rasters;
}

const AREAS = "Geometry/2D Flow Areas";

async function readPerimeters(reader: HdfReader): Promise<Position[][]> {
  const perimeters: Position[][] = [];
  for (const name of (await reader.listKeysAt(AREAS)).slice(0, MAX_AREAS)) {
    const points = (await reader.readRows(`${AREAS}/${name}/Perimeter`, 2)) as Position[];
    if (points.length > 2) perimeters.push(points);
  }
  return perimeters.length > 0 ? perimeters : readCollectedPerimeters(reader);
}

/** HEC-RAS 6.2 and 6.3 may write the perimeters of all areas together. Each row of the info starts with first point and count. */
async function readCollectedPerimeters(reader: HdfReader): Promise<Position[][]> {
  const points = (await reader.readRows(`${AREAS}/Polygon Points`, 2)) as Position[];
  if (points.length === 0) return [];
  const areas = await reader.readRows(`${AREAS}/Polygon Info`, 4);
  return areas
    .slice(0, MAX_AREAS)
    .map(([first = 0, count = 0]) => points.slice(first, first + count))
    .filter(({ length }) => length > 2);
}

/** HEC-RAS writes west, east, south, north. */
function parseExtent(geometry: Attributes): Pick<FileFacts, "extent"> {
  const written = geometry["Extents"];
  const [west = NaN, east = NaN, south = NaN, north = NaN] = Array.isArray(written)
    ? written.map(Number)
    : [];
  return [west, east, south, north].every(Number.isFinite) ? { extent: [west, south, east, north] } : {};
}
