import { randomUUID } from "node:crypto";
import { pipeline, Transform, type Readable, type TransformCallback } from "node:stream";
import { HashTap } from "../processing/digest.ts";
import { MAX_GEODATABASE_BYTES } from "../../contract/uploads/geodatabaseZip.ts";
import { checkGeodatabaseZip } from "../processing/coverage/spatialExtentCheck.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { insertSpatialExtent } from "../stores/uploads/spatialExtentStore.ts";
import { createBlobAccess } from "../processing/randomAccess.ts";
import { requireVendorQuota } from "./vendorQuota.ts";

const MAX_NAME_LENGTH = 100;

export function sanitizeFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  const safe = base
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "_")
    .replace(/^\.+/, "");
  return Array.from(safe).slice(-MAX_NAME_LENGTH).join("") || "extent.zip";
}

/** @throws HttpError 413 above 200 MB, 422 if the zip is not one complete geodatabase; nothing is stored then */
export async function receiveSpatialExtent(
  services: Services,
  username: string,
  file: { name: string; content: Readable },
): Promise<string> {
  await requireVendorQuota(services, username);
  const { db, now, storage } = services;
  const storedName = `${randomUUID()}_${sanitizeFileName(file.name)}`;
  const path = `spatial-extents/${storedName}`;
  const hashTap = await storeAndHash(storage, path, file.content);
  if (!hashTap.digest) throw new Error(`Not all of ${path} was stored`);
  try {
    const error = await checkGeodatabaseZip(createBlobAccess(storage, { path, size: hashTap.digest.size }));
    if (error !== undefined) throw new HttpError(422, error);
    const extent = { stored_name: storedName, username, original_name: file.name, uploaded_at: now() };
    await insertSpatialExtent(db, { ...extent, ...hashTap.digest });
  } catch (error) {
    await storage.remove(path);
    throw error;
  }
  return storedName;
}

async function storeAndHash(storage: Services["storage"], path: string, content: Readable): Promise<HashTap> {
  const limit = new SizeLimit();
  const hashTap = new HashTap();
  // An error in any of these streams fails the last one, which the store reads.
  const checked = pipeline(content, limit, hashTap, () => undefined);
  try {
    await storage.write(path, checked, { contentType: "application/zip" });
  } catch (error) {
    if (limit.isExceeded) throw createTooLargeError();
    if (content.errored)
      throw new HttpError(400, "The zipped geodatabase arrived incomplete. Upload it again.");
    throw error;
  }
  return hashTap;
}

const createTooLargeError = () =>
  new HttpError(
    413,
    "The zipped geodatabase is larger than 200 MB. Remove feature classes that do not describe the area covered, then zip it again.",
  );

/** Reads and drops what exceeds the limit: a browser that is still sending would not read the response. */
class SizeLimit extends Transform {
  private size = 0;

  get isExceeded(): boolean {
    return this.size > MAX_GEODATABASE_BYTES;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    done(null, this.isExceeded ? undefined : chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.isExceeded ? createTooLargeError() : null);
  }
}
