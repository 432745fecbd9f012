import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { selectNewestFiles } from "../../contract/conflicts/resolveConflicts.ts";
import { getSchema, getTextByRole } from "../../contract/schema/fields.ts";
import { modelFolderName } from "../../contract/model-folder/modelFolderNames.ts";
import { zipLayout, type ZipLayout, type ZipMember } from "../processing/zipLayout.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import { hasOpenConflicts } from "../stores/uploads/conflictStore.ts";
import { saveChecksum, listContents, type StoredModelFile } from "../stores/uploads/currentFileStore.ts";
import type { StoredRecord } from "../stores/records/recordStore.ts";
import { recordFolder } from "./blobPaths.ts";

/** The model of a record as it stands: exactly the files that acceptance freezes. */
interface CurrentModel {
  /** By path, each once. */
  files: StoredModelFile[];
  folders: string[];
  /** SHA-256 of a line for each file: its hash, two spaces and its path, as sha256sum writes them. */
  sha256: string;
}

/**
 * The model as it stands. Refused with 404 where nothing was uploaded, and with 409 while uploads conflict: there is no
 * saying then which files it is of.
 */
export async function loadCurrentModel({ db }: Services, record: StoredRecord): Promise<CurrentModel> {
  if (await hasOpenConflicts(db, record.id))
    throw new HttpError(409, "This record's uploads conflict. The model can be had once they are resolved.");
  const { files: standing, folders } = await listContents(db, record.id);
  const files = selectNewestFiles(standing);
  if (files.length === 0) throw new HttpError(404, "Nothing was uploaded for this record yet.");
  const list = createHash("sha256");
  for (const { sha256, path } of files) list.update(`${sha256}  ${path}\n`);
  return { files, folders, sha256: list.digest("hex") };
}

type ModelMember = ZipMember & { blobPath?: string };

/** One zip of all files in their root folder, laid out but not read; checksums that nobody kept are made now. */
export async function buildModelZipLayout(
  services: Services,
  record: StoredRecord,
  { files, folders }: CurrentModel,
): Promise<{ layout: ZipLayout<ModelMember>; fileName: string }> {
  const schema = getSchema("metadata");
  const names = ["identifier", "title"] as const;
  const [identifier, title] = names.map((role) => getTextByRole(schema, record.metadata, role));
  const root = modelFolderName(identifier!, title!);
  const members: ModelMember[] = folders.map((path) => ({
    path: `${root}/${path}/`,
    size: 0,
    crc32: 0,
    dosTime: dosTimeOf(files[0]!),
  }));
  for (const file of files)
    members.push({
      path: `${root}/${file.path}`,
      size: file.size,
      crc32: file.crc32 ?? (await checksumOf(services, record.id, file)),
      dosTime: dosTimeOf(file),
      blobPath: file.blobPath,
    });
  return { layout: zipLayout(members), fileName: `${root}.zip` };
}

/** Reads files of the model where they are stored. */
export const openMember =
  ({ storage }: Services, recordId: number) =>
  ({ blobPath }: ModelMember, range: { offset: number; length: number }): Promise<Readable> =>
    storage.read(`${recordFolder(recordId)}/${blobPath}`, range);

async function checksumOf(
  { db, storage }: Services,
  recordId: number,
  { uploadId, blobPath }: StoredModelFile,
): Promise<number> {
  let sum = 0;
  for await (const chunk of await storage.read(`${recordFolder(recordId)}/${blobPath}`))
    sum = crc32(chunk as Buffer, sum);
  await saveChecksum(db, uploadId, sum);
  return sum;
}

/** Where no date was kept, that of the upload. */
function dosTimeOf({ dosTime, uploaded }: StoredModelFile): number {
  if (dosTime !== null) return dosTime;
  const date =
    ((uploaded.getUTCFullYear() - 1980) << 9) | ((uploaded.getUTCMonth() + 1) << 5) | uploaded.getUTCDate();
  const time =
    (uploaded.getUTCHours() << 11) | (uploaded.getUTCMinutes() << 5) | (uploaded.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
}
