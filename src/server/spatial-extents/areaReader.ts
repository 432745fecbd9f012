import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { findCountiesAndRegions } from "../../contract/findCounties.ts";
import { buildEmptyArea, type Polygons, type SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";

/**
 * Reads the area of one geodatabase and writes it to a file; a program of its own, so that whatever a forged file
 * does to it ends with it.
 *
 * Arguments: the geodatabase's folder, a folder to work in, the file to write.
 */
const MOST_MEMORY = 1024 ** 3;
const MOST_CHARACTERS = 1_000_000;
const MOST_FEATURES = 20_000;

/** Details smaller than this share of the area's width are left out; coarser ones follow when that is too much. */
const COARSENESS = [1 / 2000, 1 / 400, 1 / 80];

interface AreaLayer {
  name: string;
  width: number;
  hasCoordinateSystem: boolean;
}

const NO_POLYGONS = "The geodatabase holds no feature class of polygons, so it shows no area.";
const NO_SYSTEM =
  "The geodatabase does not say which coordinate system it uses, so its area could not be checked.";
const TOO_MUCH = "The geodatabase holds too many polygons for a map, so its area could not be checked.";

async function areaOf(gdal: Gdal, folder: string): Promise<SpatialExtentArea> {
  const [dataset] = (await gdal.open(folder)).datasets;
  const layers = dataset ? layersOf(dataset) : [];
  if (!dataset || layers.length === 0) return buildEmptyArea(NO_POLYGONS);
  const placed = layers.filter(({ hasCoordinateSystem }) => hasCoordinateSystem);
  if (placed.length === 0) return buildEmptyArea(NO_SYSTEM);
  for (const coarseness of COARSENESS) {
    const coordinates: Polygons = [];
    for (const layer of placed) coordinates.push(...(await polygonsOf(gdal, dataset, layer, coarseness)));
    if (coordinates.length === 0) return buildEmptyArea(NO_POLYGONS);
    if (JSON.stringify(coordinates).length > MOST_CHARACTERS) continue;
    return {
      type: "Feature",
      geometry: { type: "MultiPolygon", coordinates },
      properties: { feature_classes: placed.map(({ name }) => name), ...findCountiesAndRegions(coordinates) },
    };
  }
  return buildEmptyArea(TOO_MUCH);
}

function layersOf({ info }: GdalDataset): AreaLayer[] {
  return (info.layers ?? []).flatMap(({ name, geometryFields = [] }) => {
    const [field] = geometryFields;
    if (!field || !/polygon|surface/i.test(field.type)) return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = field.extent ?? [];
    const width = Math.max(right - left, top - bottom);
    return [{ name, width, hasCoordinateSystem: Boolean(field.coordinateSystem) }];
  });
}

async function polygonsOf(
  gdal: Gdal,
  dataset: GdalDataset,
  { name, width }: AreaLayer,
  coarseness: number,
): Promise<Polygons> {
  const options = ["-f", "GeoJSON", "-t_srs", "EPSG:4326", "-lco", "COORDINATE_PRECISION=5"];
  options.push("-simplify", String(width * coarseness), "-nlt", "CONVERT_TO_LINEAR", "-dim", "XY");
  options.push("-select", "", "-limit", String(MOST_FEATURES), name);
  const { real } = await gdal.ogr2ogr(dataset, options, `area${Math.random()}`);
  const { features } = JSON.parse(await readFile(real, "utf8")) as { features: { geometry: Shape | null }[] };
  return features.flatMap(({ geometry }) => polygonsIn(geometry));
}

type Shape =
  | { type: "Polygon"; coordinates: Polygons[number] }
  | { type: "MultiPolygon"; coordinates: Polygons }
  | { type: "GeometryCollection"; geometries: Shape[] }
  | { type: "Point" | "LineString" };

function polygonsIn(shape: Shape | null): Polygons {
  if (shape?.type === "Polygon") return [shape.coordinates];
  if (shape?.type === "MultiPolygon") return shape.coordinates;
  if (shape?.type === "GeometryCollection") return shape.geometries.flatMap(polygonsIn);
  return [];
}

interface GdalLayer {
  name: string;
  geometryFields?: { type: string; extent?: number[] | null; coordinateSystem?: unknown }[];
}

interface GdalDataset {
  info: { layers?: GdalLayer[] };
}

/** What is used of gdal3.js, whose own types describe another surface. */
interface Gdal {
  open(path: string): Promise<{ datasets: GdalDataset[] }>;
  /** Converts one dataset as the program of that name does; answers where the result lies. */
  ogr2ogr(dataset: GdalDataset, options: string[], name: string): Promise<{ real: string }>;
}

const PAGE = 64 * 1024;

/** Opens GDAL, which runs as WebAssembly and writes to `folder` alone. */
async function openGdal(folder: string): Promise<Gdal> {
  const require = createRequire(import.meta.url);
  const start = require("gdal3.js/node") as (options: { path: string; dest: string }) => Promise<Gdal>;
  const program = join(dirname(require.resolve("gdal3.js/node")), "dist/package");
  // It looks for its own files from the current folder on, even where it is told an absolute path.
  return start({ path: relative(process.cwd(), program), dest: folder });
}

/** Refuses WebAssembly more memory than this many bytes: a forged file may ask for any amount. */
function limitMemory(most: number): void {
  const descriptor = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, "grow");
  const grow = descriptor?.value as (this: WebAssembly.Memory, pages: number) => number;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE > most) throw new RangeError("No more memory is granted.");
    return grow.call(this, pages);
  };
}

const [geodatabase = "", workFolder = "", result = ""] = process.argv.slice(2);
limitMemory(MOST_MEMORY);
const area = await areaOf(await openGdal(workFolder), geodatabase);
await writeFile(result, JSON.stringify(area));
process.exit(0);
