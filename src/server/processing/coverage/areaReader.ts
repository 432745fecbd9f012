import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { findCountiesAndRegions } from "../../../contract/uploads/findCounties.ts";
import {
  buildEmptyArea,
  type Polygons,
  type SpatialExtentArea,
} from "../../../contract/uploads/spatialExtent.ts";

/**
 * A child process, so that a forged file can only crash this program. Arguments: geodatabase, work folder, output file.
 */
const MAX_WASM_BYTES = 1024 ** 3;
const MAX_GEOJSON_LENGTH = 1_000_000;
const MAX_FEATURES = 20_000;

/** Simplification tolerances, as shares of the area's width; coarser ones are tried if the result is too large. */
const TOLERANCES = [1 / 2000, 1 / 400, 1 / 80];

interface AreaLayer {
  name: string;
  width: number;
  hasCoordinateSystem: boolean;
}

const NO_POLYGONS = "The geodatabase has no polygon feature class, so its area could not be checked.";
const NO_COORDINATE_SYSTEM = "The geodatabase has no coordinate system, so its area could not be checked.";
const TOO_MANY_POLYGONS =
  "The geodatabase has too many polygons for a map, so its area could not be checked.";

async function readArea(gdal: Gdal, folder: string): Promise<SpatialExtentArea> {
  const [dataset] = (await gdal.open(folder)).datasets;
  const layers = dataset ? listPolygonLayers(dataset) : [];
  if (!dataset || layers.length === 0) return buildEmptyArea(NO_POLYGONS);
  const usableLayers = layers.filter(({ hasCoordinateSystem }) => hasCoordinateSystem);
  if (usableLayers.length === 0) return buildEmptyArea(NO_COORDINATE_SYSTEM);
  for (const tolerance of TOLERANCES) {
    const coordinates: Polygons = [];
    for (const layer of usableLayers)
      coordinates.push(...(await readPolygons(gdal, dataset, layer, tolerance)));
    if (coordinates.length === 0) return buildEmptyArea(NO_POLYGONS);
    if (JSON.stringify(coordinates).length > MAX_GEOJSON_LENGTH) continue;
    return {
      type: "Feature",
      geometry: { type: "MultiPolygon", coordinates },
      properties: {
        feature_classes: usableLayers.map(({ name }) => name),
        ...findCountiesAndRegions(coordinates),
      },
    };
  }
  return buildEmptyArea(TOO_MANY_POLYGONS);
}

function listPolygonLayers({ info }: GdalDataset): AreaLayer[] {
  return (info.layers ?? []).flatMap(({ name, geometryFields = [] }) => {
    const [field] = geometryFields;
    if (!field || !/polygon|surface/i.test(field.type)) return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = field.extent ?? [];
    const width = Math.max(right - left, top - bottom);
    return [{ name, width, hasCoordinateSystem: Boolean(field.coordinateSystem) }];
  });
}

async function readPolygons(
  gdal: Gdal,
  dataset: GdalDataset,
  { name, width }: AreaLayer,
  tolerance: number,
): Promise<Polygons> {
  const options = ["-f", "GeoJSON", "-t_srs", "EPSG:4326", "-lco", "COORDINATE_PRECISION=5"];
  options.push("-simplify", String(width * tolerance), "-nlt", "CONVERT_TO_LINEAR", "-dim", "XY");
  options.push("-select", "", "-limit", String(MAX_FEATURES), name);
  const { real } = await gdal.ogr2ogr(dataset, options, `area${Math.random()}`);
  const { features } = JSON.parse(await readFile(real, "utf8")) as {
    features: { geometry: GeoJsonGeometry | null }[];
  };
  return features.flatMap(({ geometry }) => flattenPolygons(geometry));
}

type GeoJsonGeometry =
  | { type: "Polygon"; coordinates: Polygons[number] }
  | { type: "MultiPolygon"; coordinates: Polygons }
  | { type: "GeometryCollection"; geometries: GeoJsonGeometry[] }
  | { type: "Point" | "LineString" };

function flattenPolygons(shape: GeoJsonGeometry | null): Polygons {
  if (shape?.type === "Polygon") return [shape.coordinates];
  if (shape?.type === "MultiPolygon") return shape.coordinates;
  if (shape?.type === "GeometryCollection") return shape.geometries.flatMap(flattenPolygons);
  return [];
}

interface GdalLayer {
  name: string;
  geometryFields?: { type: string; extent?: number[] | null; coordinateSystem?: unknown }[];
}

interface GdalDataset {
  info: { layers?: GdalLayer[] };
}

/** The part of gdal3.js used here; its own types are wrong. */
interface Gdal {
  open(path: string): Promise<{ datasets: GdalDataset[] }>;
  ogr2ogr(dataset: GdalDataset, options: string[], name: string): Promise<{ real: string }>;
}

const WASM_PAGE_BYTES = 64 * 1024;

async function openGdal(folder: string): Promise<Gdal> {
  const require = createRequire(import.meta.url);
  const start = require("gdal3.js/node") as (options: { path: string; dest: string }) => Promise<Gdal>;
  const program = join(dirname(require.resolve("gdal3.js/node")), "dist/package");
  // It resolves its own files against the current folder, even for absolute paths.
  return start({ path: relative(process.cwd(), program), dest: folder });
}

/** Limits WebAssembly memory: a forged file may request any amount. */
function limitMemory(maxBytes: number): void {
  const descriptor = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, "grow");
  const grow = descriptor?.value as (this: WebAssembly.Memory, pages: number) => number;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > maxBytes)
      throw new RangeError("The memory limit is reached.");
    return grow.call(this, pages);
  };
}

const [geodatabase = "", workFolder = "", result = ""] = process.argv.slice(2);
limitMemory(MAX_WASM_BYTES);
const area = await readArea(await openGdal(workFolder), geodatabase);
await writeFile(result, JSON.stringify(area));
process.exit(0);
