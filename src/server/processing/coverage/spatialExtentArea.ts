import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { buildEmptyArea, type SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import type { BlobStorage } from "../../storage/blobStorage.ts";
import { isExtentStored } from "../../stores/uploads/spatialExtentStore.ts";
import { createBlobAccess } from "../randomAccess.ts";
import { readGeodatabaseArea } from "./readGeodatabaseArea.ts";

const NOT_STORED = "The portal does not have this geodatabase, so its area could not be checked.";

/** Running reads by store and path, and areas that could not be read, which are not retried until the next start. */
const readsByStorage = new WeakMap<BlobStorage, Map<string, Promise<SpatialExtentArea>>>();

/** Reads run one after another, because each takes a process and several seconds. */
const MAX_QUEUED_READS = 10;
const BUSY = `${MAX_QUEUED_READS} geodatabases are waiting to be read. Try again in half a minute.`;
let lastRead: Promise<unknown> = Promise.resolve();
let queuedReads = 0;

export const getExtentPath = (storedName: string) => `spatial-extents/${storedName}`;

/** Read on the first request, then stored. Throws 503 if too many reads are queued. */
export async function loadSpatialExtentArea(
  { db, storage }: Services,
  storedName: string,
): Promise<SpatialExtentArea> {
  if (!(await isExtentStored(db, storedName))) return buildEmptyArea(NOT_STORED);
  const path = getExtentPath(storedName);
  const areaPath = `${path}.extent.json`;
  if (await storage.find(areaPath))
    return (await json(await storage.read(areaPath))) as SpatialExtentArea;
  const reads = readsByStorage.get(storage) ?? new Map<string, Promise<SpatialExtentArea>>();
  readsByStorage.set(storage, reads);
  const read = reads.get(path) ?? enqueueRead(() => readAndStore(storage, path, areaPath));
  reads.set(path, read);
  try {
    const area = await read;
    if (area.geometry) reads.delete(path);
    return area;
  } catch (error) {
    reads.delete(path);
    throw error;
  }
}

async function readAndStore(
  storage: BlobStorage,
  path: string,
  areaPath: string,
): Promise<SpatialExtentArea> {
  const blob = await storage.find(path);
  if (!blob) return buildEmptyArea(NOT_STORED);
  const area = await readGeodatabaseArea(createBlobAccess(storage, blob));
  if (area.geometry) await storage.write(areaPath, Readable.from([JSON.stringify(area)]), JSON_CONTENT);
  return area;
}

const JSON_CONTENT = { contentType: "application/geo+json" };

function enqueueRead<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queuedReads === MAX_QUEUED_READS) throw new HttpError(503, BUSY, undefined, { retryAfter: 30 });
  queuedReads += 1;
  const read = lastRead.then(work).finally(() => (queuedReads -= 1));
  lastRead = read.catch(() => undefined);
  return read;
}
