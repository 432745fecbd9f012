import { Readable } from "node:stream";
import { buildEmptyArea, type SpatialExtentArea } from "../../contract/uploads/spatialExtent.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";
import { isExtentStored } from "../stores/uploads/spatialExtentStore.ts";
import { blobAccess } from "../processing/randomAccess.ts";
import { readArea } from "./readArea.ts";

const NOT_HERE = "The geodatabase is not stored here, so its area could not be checked.";

/**
 * Areas that are being read, and those that no reading brought, of each store by path: asked for twice, one is read
 * once, and a file that cannot be read is not tried again before the next start.
 */
const readings = new WeakMap<BlobStorage, Map<string, Promise<SpatialExtentArea>>>();

/** Readings wait for one another, since each takes a process of its own; and not many at a time, since each takes seconds. */
const MOST_WAITING = 10;
const BUSY = `Too many geodatabases are being read right now: ${MOST_WAITING} are before yours. Try again in half a minute.`;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * The area of a stored geodatabase. It is read when it is first asked for, and kept beside the geodatabase.
 *
 * @param storedName the name under which the geodatabase was stored
 * @throws Refusal 503 when too many others wait to be read
 */
export async function extentArea({ db, storage }: Services, storedName: string): Promise<SpatialExtentArea> {
  if (!(await isExtentStored(db, storedName))) return buildEmptyArea(NOT_HERE);
  const path = `spatial-extents/${storedName}`;
  const kept = `${path}.extent.json`;
  if (await storage.find(kept))
    return JSON.parse(await textOf(await storage.read(kept))) as SpatialExtentArea;
  const ofStore = readings.get(storage) ?? new Map<string, Promise<SpatialExtentArea>>();
  readings.set(storage, ofStore);
  const reading = ofStore.get(path) ?? inTurn(() => readAndKeep(storage, path, kept));
  ofStore.set(path, reading);
  try {
    const area = await reading;
    if (area.geometry) ofStore.delete(path);
    return area;
  } catch (error) {
    ofStore.delete(path);
    throw error;
  }
}

async function readAndKeep(storage: BlobStorage, path: string, kept: string): Promise<SpatialExtentArea> {
  const blob = await storage.find(path);
  if (!blob) return buildEmptyArea(NOT_HERE);
  const area = await readArea(blobAccess(storage, blob));
  // What could not be read is not kept for ever: the machine may only have been busy.
  if (area.geometry) await storage.write(kept, Readable.from([JSON.stringify(area)]), JSON_CONTENT);
  return area;
}

const JSON_CONTENT = { contentType: "application/geo+json" };

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting === MOST_WAITING) throw new HttpError(503, BUSY, undefined, { retryAfter: 30 });
  waiting += 1;
  const turn = last.then(work).finally(() => (waiting -= 1));
  last = turn.catch(() => undefined);
  return turn;
}

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
