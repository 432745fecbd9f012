/** The HDF readers have no types. */
declare module "jsfive" {
  import type { HdfGroup } from "./rasHdf.ts";
  export const File: new (content: ArrayBuffer, name: string) => HdfGroup;
}

declare module "hdf5-indexed-reader/dist/hdf5-indexed-reader.esm.js" {
  import type { HdfGroup } from "./rasHdf.ts";
  export function openH5File(options: {
    reader: { read(position: number, length: number): Promise<ArrayBuffer> };
    file: { name: string };
  }): Promise<HdfGroup>;
}
