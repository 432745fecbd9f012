import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

interface GdalLayer {
  name: string;
  geometryFields?: { type: string; extent?: number[] | null; coordinateSystem?: unknown }[];
}

export interface GdalDataset {
  info: { layers?: GdalLayer[] };
}

/** What is used of gdal3.js, whose own types describe another surface. */
export interface Gdal {
  open(path: string): Promise<{ datasets: GdalDataset[] }>;
  /** Converts one dataset as the program of that name does; answers where the result lies. */
  ogr2ogr(dataset: GdalDataset, options: string[], name: string): Promise<{ real: string }>;
}

const PAGE = 64 * 1024;

/** Opens GDAL, which runs as WebAssembly and writes to `folder` alone. */
export async function openGdal(folder: string): Promise<Gdal> {
  const require = createRequire(import.meta.url);
  const start = require("gdal3.js/node") as (options: { path: string; dest: string }) => Promise<Gdal>;
  const program = join(dirname(require.resolve("gdal3.js/node")), "dist/package");
  // It looks for its own files from the current folder on, even where it is told an absolute path.
  return start({ path: relative(process.cwd(), program), dest: folder });
}

/** Refuses WebAssembly more memory than this many bytes: a forged file may ask for any amount. */
export function limitMemory(most: number): void {
  const descriptor = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, "grow");
  const grow = descriptor?.value as (this: WebAssembly.Memory, pages: number) => number;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE > most) throw new RangeError("No more memory is granted.");
    return grow.call(this, pages);
  };
}
