import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { selectNewestFiles } from "../../contract/conflicts/resolveConflicts.ts";
import { getSchema, getFieldText } from "../../contract/schema/fields.ts";
import { modelFolderName } from "../../contract/model-folder/modelFolderNames.ts";
import { encodeDosTime } from "../../contract/zip/dosTime.ts";
import { buildZipLayout, type ZipLayout, type ZipMember } from "../../contract/zip/zipLayout.ts";
import type { Db } from "../database/tables.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { hasOpenConflicts } from "../stores/uploads/conflictStore.ts";
import {
  saveChecksum,
  listCurrentFilesAndFolders,
  type StoredModelFile,
} from "../stores/uploads/currentFileStore.ts";
import { fingerprintFiles } from "../stores/uploads/modelFileStore.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";
import { recordFolder } from "./blobPaths.ts";

interface ModelZip {
  model: CurrentModel;
  layout: ZipLayout<ModelMember>;
  fileName: string;
}

interface CurrentModel {
  files: StoredModelFile[];
  folders: string[];
  /** SHA-256 of the files as sha256sum lists them: hash, two spaces, path. */
  sha256: string;
}

/** 100,000 files need about 50 MB. */
const MAX_CACHED_PIECES = 300_000;
const CACHE_LIFETIME_MS = 15 * 60_000;
interface CacheContext {
  services: Services;
  record: StoredRecord;
}
const createCache = () =>
  new LRUCache<string, ModelZip, CacheContext>({
    maxSize: MAX_CACHED_PIECES,
    sizeCalculation: ({ layout }) => layout.pieces.length,
    ttl: CACHE_LIFETIME_MS,
    fetchMethod: (_key, _stale, { context }) => buildModelZip(context.services, context.record),
  });
const cachesByDatabase = new WeakMap<Db, ReturnType<typeof createCache>>();

/**
 * Cached, because each range request of a download needs it. @throws HttpError 404 if the record has no uploads, 409
 * while uploads conflict
 */
export async function loadModelZip(services: Services, record: StoredRecord): Promise<ModelZip> {
  const { db } = services;
  if (await hasOpenConflicts(db, record.id))
    throw new HttpError(409, "Resolve the conflict to download the model.");
  const cache = cachesByDatabase.get(db) ?? createCache();
  cachesByDatabase.set(db, cache);
  const key = `${record.revision} ${await fingerprintFiles(db, record.id)}`;
  return cache.forceFetch(key, { context: { services, record } });
}

async function buildModelZip(services: Services, record: StoredRecord): Promise<ModelZip> {
  const model = await loadCurrentModel(services, record);
  return { model, ...(await buildModelZipLayout(services, record, model)) };
}

async function loadCurrentModel({ db }: Services, record: StoredRecord): Promise<CurrentModel> {
  const { files: currentFiles, folders } = await listCurrentFilesAndFolders(db, record.id);
  const files = selectNewestFiles(currentFiles);
  if (files.length === 0) throw new HttpError(404, "No uploads yet.");
  const digest = createHash("sha256");
  for (const { sha256, path } of files) digest.update(`${sha256}  ${path}\n`);
  return { files, folders, sha256: digest.digest("hex") };
}

type ModelMember = ZipMember & { blobPath?: string };

async function buildModelZipLayout(
  services: Services,
  record: StoredRecord,
  { files, folders }: CurrentModel,
): Promise<{ layout: ZipLayout<ModelMember>; fileName: string }> {
  const schema = getSchema("metadata");
  const roles = ["identifier", "title"] as const;
  const [identifier, title] = roles.map((role) => getFieldText(schema, record.metadata, role));
  const root = modelFolderName(identifier!, title!);
  const members: ModelMember[] = folders.map((path) => ({
    path: `${root}/${path}/`,
    size: 0,
    crc32: 0,
    dosTime: getDosTime(files[0]!),
  }));
  for (const file of files)
    members.push({
      path: `${root}/${file.path}`,
      size: file.size,
      crc32: file.crc32 ?? (await computeChecksum(services, record.id, file)),
      dosTime: getDosTime(file),
      blobPath: file.blobPath,
    });
  return { layout: buildZipLayout(members), fileName: `${root}.zip` };
}

export const openMember =
  ({ storage }: Services, recordId: number) =>
  ({ blobPath }: ModelMember, range: { offset: number; length: number }): Promise<Readable> =>
    storage.read(`${recordFolder(recordId)}/${blobPath}`, range);

async function computeChecksum(
  { db, storage }: Services,
  recordId: number,
  { uploadId: fileId, blobPath }: StoredModelFile,
): Promise<number> {
  let sum = 0;
  for await (const chunk of await storage.read(`${recordFolder(recordId)}/${blobPath}`))
    sum = crc32(chunk as Buffer, sum);
  await saveChecksum(db, fileId, sum);
  return sum;
}

const getDosTime = ({ dosTime, uploaded }: StoredModelFile) => dosTime ?? encodeDosTime(uploaded.getTime());
