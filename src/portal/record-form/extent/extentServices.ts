import { createContext } from "react";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";

/** Uploads a file and resolves with its stored name. Progress runs from 0 to 1. Rejects once the signal is aborted. */
export type UploadExtent = (
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
) => Promise<string>;

export interface ExtentServices {
  uploadExtent?: UploadExtent | undefined;
  /** Resolves with undefined where the server does not read geodatabases. */
  readExtent?: ((storedName: string) => Promise<SpatialExtentArea | undefined>) | undefined;
}

export const ExtentServicesContext = createContext<ExtentServices>({});

/** The footprint of the chosen or uploaded model. */
export const FootprintContext = createContext<ModelReport["footprint"]>(null);
