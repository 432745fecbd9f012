import { createCRC32, createSHA256, type IHasher } from "hash-wasm";
import type { UploadedFile } from "../../../contract/conflicts/compareUploads.ts";
import { caseFold } from "../../../contract/model-folder/folderEntries.ts";
import { listUnchangedPaths } from "../../../contract/uploads/correction.ts";
import { encodeDosTime } from "../../../contract/zip/dosTime.ts";
import {
  buildZipLayout,
  listPieceRanges,
  type PieceRange,
  type ZipLayout,
  type ZipMember,
} from "../../../contract/zip/zipLayout.ts";
import type { TaskMember } from "./uploadTask.ts";

export type ContentMember = Pick<ZipMember, "path" | "size"> & {
  crc32?: number | undefined;
  content?: Blob | undefined;
};
export type ContentLayout = ZipLayout<ContentMember>;

/** Files that could not be read: locked, only in the cloud, deleted, or changed since they were chosen. */
export class UnreadableFilesError extends Error {
  override readonly name = "UnreadableFilesError";

  constructor(readonly paths: string[]) {
    super(`Not readable: ${paths.join(", ")}`);
  }
}

/** @param members with the checksum of each file */
export const layOutMembers = (members: TaskMember[]): ContentLayout =>
  buildZipLayout(
    members.map(({ modified, crc32 = 0, ...member }) => ({
      ...member,
      crc32,
      dosTime: encodeDosTime(modified),
    })),
  );

/** A zip that the vendor made is sent as it is. */
export const layOutZip = (zip: Blob, path: string): ContentLayout => ({
  size: zip.size,
  pieces: [{ offset: 0, size: zip.size, member: { path, size: zip.size, content: zip } }],
});

/** Reading many small files one after another takes several times as long. */
const MAX_PARALLEL_READS = 32;
const READ_BYTES = 8 * 1024 * 1024;

async function readPart(
  { path, content }: ContentMember,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const part = start === 0 && end === content!.size ? content! : content!.slice(start, end);
    const bytes = new Uint8Array(await part.arrayBuffer());
    if (bytes.length === end - start) return bytes;
  } catch {
    // The browser names the reason only in its own words.
  }
  throw new UnreadableFilesError([path]);
}

const { port1: closedPort, port2 } = new MessageChannel();
port2.close();

/** Buffers would pile up until the browser collects garbage; Chromium keeps them after `transfer(0)`. */
const freeMemory = ({ buffer }: Uint8Array<ArrayBuffer>) => closedPort.postMessage(undefined, [buffer]);

interface BytesOfPiece {
  piece: PieceRange<ContentMember>["piece"];
  end: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reads the bytes from `first` to `last`, both included, into the buffer. @throws UnreadableFilesError */
export async function readZipRange(
  layout: ContentLayout,
  first: number,
  last: number,
  buffer = new Uint8Array(last - first + 1),
): Promise<{ bytes: Uint8Array<ArrayBuffer>; parts: BytesOfPiece[] }> {
  const bytes = buffer.subarray(0, last - first + 1);
  const ranges = [...listPieceRanges(layout, first, last)];
  const parts: BytesOfPiece[] = [];
  let offset = 0;
  for (let from = 0; from < ranges.length; from += MAX_PARALLEL_READS) {
    const batch = ranges.slice(from, from + MAX_PARALLEL_READS);
    const read = await Promise.all(
      batch.map(async ({ piece, start, end }) =>
        "bytes" in piece ? piece.bytes.subarray(start, end) : readPart(piece.member, start, end),
      ),
    );
    for (const [index, part] of read.entries()) {
      const { piece, end } = batch[index]!;
      bytes.set(part, offset);
      parts.push({ piece, end, bytes: bytes.subarray(offset, offset + part.length) });
      offset += part.length;
      if ("member" in piece) freeMemory(part);
    }
  }
  return { bytes, parts };
}

/**
 * Reads every file without a known checksum. Files that cannot be read are collected, so that the vendor decides about all
 * of them at once.
 *
 * @returns the checksums by path, and the paths of unreadable files
 */
export async function computeChecksums(
  members: TaskMember[],
  onBytes: (bytes: number) => void,
): Promise<{ checksums: Map<string, number>; unreadable: string[] }> {
  const crc = await createCRC32();
  const checksums = new Map<string, number>();
  const unreadable: string[] = [];
  const files = members.filter(({ content }) => content !== undefined);
  const pending = files.filter((member) => member.crc32 === undefined);
  for (const { path, crc32, size } of files)
    if (crc32 !== undefined) {
      checksums.set(path, crc32);
      onBytes(size);
    }
  for (const batch of listBatches(pending)) {
    const [only] = batch;
    const sums =
      batch.length === 1
        ? [await computeLargeFile(crc, only!, onBytes)]
        : await computeSmallFiles(crc, batch, onBytes);
    for (const [index, sum] of sums.entries()) {
      const { path } = batch[index]!;
      if (sum === undefined) unreadable.push(path);
      else checksums.set(path, sum);
    }
  }
  return { checksums, unreadable };
}

/** Consecutive files that are read at once. */
function* listBatches(members: TaskMember[]): Generator<TaskMember[]> {
  let batch: TaskMember[] = [];
  let bytes = 0;
  for (const member of members) {
    if (batch.length > 0 && (batch.length === MAX_PARALLEL_READS || bytes + member.size > READ_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(member);
    bytes += member.size;
  }
  if (batch.length > 0) yield batch;
}

const computeSmallFiles = async (
  crc: IHasher,
  members: TaskMember[],
  onBytes: (bytes: number) => void,
): Promise<(number | undefined)[]> => {
  const contents = await Promise.all(
    members.map((member) => readPart(member, 0, member.size).catch(() => undefined)),
  );
  return contents.map((bytes) => {
    if (!bytes) return undefined;
    const sum = toNumber(crc.init().update(bytes));
    onBytes(bytes.length);
    freeMemory(bytes);
    return sum;
  });
};

async function computeLargeFile(
  crc: IHasher,
  member: TaskMember,
  onBytes: (bytes: number) => void,
): Promise<number | undefined> {
  crc.init();
  try {
    for (let start = 0; start < member.size; start += READ_BYTES) {
      const bytes = await readPart(member, start, Math.min(member.size, start + READ_BYTES));
      crc.update(bytes);
      onBytes(bytes.length);
      freeMemory(bytes);
    }
    if (member.size === 0) await readPart(member, 0, 0);
  } catch (error) {
    if (error instanceof UnreadableFilesError) return undefined;
    throw error;
  }
  return toNumber(crc);
}

const getPathInModel = (path: string) => path.slice(path.indexOf("/") + 1);

/** Leaves out the files that the version to correct has with the same content. Only files of equal size are read. */
export async function omitUnchangedFiles(
  members: TaskMember[],
  versionFiles: UploadedFile[],
  signal?: AbortSignal,
): Promise<TaskMember[]> {
  const sizes = new Map(versionFiles.map(({ path, size }) => [caseFold(path), size]));
  const sha256 = await createSHA256();
  const files: UploadedFile[] = [];
  for (const member of members.filter(({ content }) => content !== undefined)) {
    signal?.throwIfAborted();
    const path = getPathInModel(member.path);
    const isCandidate = sizes.get(caseFold(path)) === member.size;
    const hash = isCandidate ? await computeSha256(sha256, member) : undefined;
    files.push({ path, size: member.size, sha256: hash ?? "" });
  }
  const unchanged = listUnchangedPaths(files, versionFiles);
  return members.filter(({ path, content }) => content === undefined || !unchanged.has(getPathInModel(path)));
}

/** Undefined if the file cannot be read, which is reported with its checksum. */
async function computeSha256(sha256: IHasher, member: TaskMember): Promise<string | undefined> {
  sha256.init();
  for (let start = 0; start < member.size; start += READ_BYTES) {
    const end = Math.min(member.size, start + READ_BYTES);
    const bytes = await readPart(member, start, end).catch(() => undefined);
    if (!bytes) return undefined;
    sha256.update(bytes);
    freeMemory(bytes);
  }
  return sha256.digest("hex");
}

const toNumber = (crc: IHasher) => parseInt(crc.digest("hex"), 16);

/** Compares the files with their checksums while they are read in order. */
export async function createContentCheck() {
  const crc = await createCRC32();
  crc.init();
  return {
    /** Returns the path of a file whose content differs from its checksum. */
    update(parts: BytesOfPiece[]): string | undefined {
      for (const { piece, end, bytes } of parts) {
        if (!("member" in piece) || piece.member.crc32 === undefined) continue;
        crc.update(bytes);
        if (end < piece.size) continue;
        const isSame = toNumber(crc) === piece.member.crc32;
        crc.init();
        if (!isSame) return piece.member.path;
      }
      return undefined;
    },
  };
}
