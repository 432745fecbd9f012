import { createError, quoteName, type Diagnostic } from "../model-folder/diagnostic.ts";
import { formatMessage } from "../model-folder/modelFolderMessages.ts";
import { modelZipMessages } from "../model-folder/modelZipMessages.ts";
import { crc32 } from "./crc32.ts";
import { toView } from "./endRecord.ts";
import type { ZipEntry } from "./zipDirectory.ts";
import type { ZipSource } from "./zipSource.ts";

/** An invalid zip, with a message for the vendor. Failures of the source never cause it. */
export class InvalidZipError extends Error {
  override readonly name = "InvalidZipError";
  readonly entry: string | undefined;

  constructor(message: string, entry?: string, options?: ErrorOptions) {
    super(message, options);
    this.entry = entry;
  }

  get diagnostic(): Diagnostic {
    return createError(this.message, this.entry);
  }
}

type MemberProblem = "longer" | "shorter" | "not inflatable" | "wrong checksum" | "beyond end" | "misplaced";

const PROBLEM_TEXTS: Record<Exclude<MemberProblem, "longer">, string> = {
  shorter: "is shorter than the zip says",
  "not inflatable": "cannot be unpacked",
  "wrong checksum": "does not match the checksum the zip holds for it",
  "beyond end": "extends beyond the end of the zip",
  misplaced: "is not where the zip says it is",
};

export function createDamagedError(
  { path }: Pick<ZipEntry, "path">,
  problem: MemberProblem,
  cause?: unknown,
): InvalidZipError {
  const entry = quoteName(path);
  const text =
    problem === "longer"
      ? formatMessage(modelZipMessages.longerMember, { entry })
      : formatMessage(modelZipMessages.damagedMember, { entry, problem: PROBLEM_TEXTS[problem] });
  return new InvalidZipError(text, path, { cause });
}

export const STORED_METHOD = 0;
const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;

/** @throws InvalidZipError */
export async function findContentStart(source: ZipSource, entry: ZipEntry): Promise<number> {
  if (entry.offset + LOCAL_HEADER_BYTES > source.size) throw createDamagedError(entry, "beyond end");
  const header = toView(await source.readBytes(entry.offset, LOCAL_HEADER_BYTES));
  if (header.getUint32(0, true) !== LOCAL_HEADER_SIGNATURE) throw createDamagedError(entry, "misplaced");
  const start = entry.offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + entry.compressedSize > source.size) throw createDamagedError(entry, "beyond end");
  return start;
}

const READ_BYTES = 256 * 1024;

/** Unpacks at most `length` bytes with the browser's own decompression. @throws InvalidZipError for a damaged member */
export async function readZipMember(
  source: ZipSource,
  entry: ZipEntry,
  length = entry.size,
): Promise<Uint8Array> {
  const start = await findContentStart(source, entry);
  let sourceError: { error: unknown } | undefined;
  let position = start;
  const end = start + entry.compressedSize;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (position === end) return controller.close();
      const readLength = Math.min(READ_BYTES, end - position);
      try {
        controller.enqueue((await source.readBytes(position, readLength)) as Uint8Array<ArrayBuffer>);
        position += readLength;
      } catch (error) {
        sourceError = { error };
        controller.error(error);
      }
    },
  });
  const isStored = entry.method === STORED_METHOD || entry.compressedSize === 0;
  const content = isStored ? packed : packed.pipeThrough(new DecompressionStream("deflate-raw"));
  try {
    return await collectContent(content.getReader(), entry, Math.min(length, entry.size));
  } catch (error) {
    if (sourceError) throw sourceError.error;
    throw error instanceof InvalidZipError ? error : createDamagedError(entry, "not inflatable", error);
  }
}

/** Checks length and checksum if all of the member is read. */
async function collectContent(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  entry: ZipEntry,
  length: number,
): Promise<Uint8Array> {
  const content = new Uint8Array(length);
  let [size, sum] = [0, 0];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    content.set(value.subarray(0, Math.max(0, length - size)), Math.min(size, length));
    sum = crc32(value, sum);
    size += value.length;
    if (size > entry.size) throw createDamagedError(entry, "longer");
    if (size >= length && length < entry.size) {
      await reader.cancel();
      return content;
    }
  }
  if (size < entry.size) throw createDamagedError(entry, "shorter");
  if (sum !== entry.crc32) throw createDamagedError(entry, "wrong checksum");
  return content;
}
