import { randomUUID } from "node:crypto";
import { pipeline, Transform, type Readable, type TransformCallback } from "node:stream";
import { HashTap } from "../processing/digest.ts";
import { checkGeodatabaseZip, MOST_GEODATABASE_BYTES } from "../processing/spatialExtentCheck.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { insertExtent } from "../stores/uploads/spatialExtentStore.ts";
import { blobAccess } from "../processing/randomAccess.ts";
import { requireVendorQuota } from "./issueTicket.ts";

const LONGEST_NAME = 100;

/** A file name that is safe in any path and address: letters of any kind and digits are kept. */
export function safeFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  const safe = base
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "_")
    .replace(/^\.+/, "");
  return Array.from(safe).slice(-LONGEST_NAME).join("") || "extent.zip";
}

/**
 * Stores a zipped geodatabase while it arrives and checks it where it lies. Answers the name it is stored under, to be
 * saved with a record. Refused with 413 when it is larger than 200 MB and with 422, saying why, when it is not one
 * whole geodatabase; nothing is kept then.
 */
export async function receiveSpatialExtent(
  services: Services,
  username: string,
  file: { name: string; content: Readable },
): Promise<string> {
  await requireVendorQuota(services, username);
  const { db, now, storage } = services;
  const storedName = `${randomUUID()}_${safeFileName(file.name)}`;
  const path = `spatial-extents/${storedName}`;
  const tap = await store(storage, path, file.content);
  if (!tap.digest) throw new Error(`Not all of ${path} was stored`);
  try {
    const fault = await checkGeodatabaseZip(blobAccess(storage, { path, size: tap.digest.size }));
    if (fault !== undefined) throw new HttpError(422, fault);
    const about = { stored_name: storedName, username, original_name: file.name, uploaded_at: now() };
    await insertExtent(db, { ...about, ...tap.digest });
  } catch (error) {
    await storage.remove(path);
    throw error;
  }
  return storedName;
}

/** Answers the tap through which the whole file has gone. */
async function store(storage: Services["storage"], path: string, content: Readable): Promise<HashTap> {
  const limit = new SizeLimit();
  const tap = new HashTap();
  // What fails one of these streams fails the last, which the store reads.
  const checked = pipeline(content, limit, tap, () => undefined);
  try {
    await storage.write(path, checked, { contentType: "application/zip" });
  } catch (error) {
    if (limit.isExceeded) throw tooLarge();
    if (content.errored) throw new HttpError(400, "The file did not arrive whole. Send it again.");
    throw error;
  }
  return tap;
}

const tooLarge = () =>
  new HttpError(
    413,
    "The file is larger than 200 MB. Leave out feature classes that do not describe the area covered, and zip it again.",
  );

/**
 * Passes bytes on up to the limit, then reads and drops the rest and fails at the end: a browser that is still sending
 * would not read the answer.
 */
class SizeLimit extends Transform {
  private size = 0;

  get isExceeded(): boolean {
    return this.size > MOST_GEODATABASE_BYTES;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    done(null, this.isExceeded ? undefined : chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.isExceeded ? tooLarge() : null);
  }
}
