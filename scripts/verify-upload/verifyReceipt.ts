import type { Readable } from "node:stream";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import type { ModelReceipt, UploadReceipt } from "../../src/contract/generated/entities.ts";
import { decode } from "../../src/contract/wire/wire.ts";
import { hashStream } from "../../src/server/processing/digest.ts";

/** Opens a file by its path in the record's folder; undefined if it does not exist. */
export type OpenStored = (path: string) => Promise<Readable | undefined>;

export interface VerifiedFile {
  path: string;
  size: number;
  /** Undefined if the file matches the receipt. */
  difference?: string;
}

const CONCURRENCY = 4;

interface Receipt {
  recordId: string;
  /** "the model" or "upload 1234". */
  subject: string;
  /** With paths in the record's folder. */
  files: UploadReceipt["files"];
}

/** @throws Error if the text is not a receipt, or the receipt is of a rejected upload */
export function parseReceipt(text: string): Receipt {
  const answer = parseJson(text);
  if (![1, 2].includes(Number(answer["receipt_version"])))
    throw new Error("This is not a receipt of an upload, or it has an unknown version.");
  return "list_sha256" in answer ? convertModelReceipt(answer) : convertUploadReceipt(answer);
}

function convertModelReceipt(answer: JsonObject): Receipt {
  const { recordId, files } = decode(getSchema("model-receipt"), answer, "read") as unknown as ModelReceipt;
  const storedFiles = files.map(({ stored, size, sha256 }) => ({ path: stored, size, sha256 }));
  return { recordId, subject: "the model", files: storedFiles };
}

function convertUploadReceipt(answer: JsonObject): Receipt {
  const receipt = decode(getSchema("upload-receipt"), answer, "read") as unknown as UploadReceipt;
  if (!receipt.path)
    throw new Error(`This upload was rejected and is not stored. ${(receipt.faults ?? []).join(" ")}`);
  const zip = { path: receipt.path, size: receipt.size!, sha256: receipt.sha256! };
  const files = (receipt.files ?? []).map(({ path, stored, size, sha256 }) => {
    return { path: stored ?? `${receipt.folder}/${path}`, size, sha256 };
  });
  const subject = `upload ${receipt.uploadBatchId}`;
  return { recordId: receipt.recordId, subject, files: [zip, ...files] };
}

function parseJson(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch (cause) {
    throw new Error("The receipt is not JSON.", { cause });
  }
}

export async function verifyReceipt(
  { files }: Receipt,
  open: OpenStored,
  onVerified: (file: VerifiedFile) => void,
): Promise<void> {
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) onVerified(await verifyFile(file, open));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

async function verifyFile(
  { path, size, sha256 }: UploadReceipt["files"][number],
  open: OpenStored,
): Promise<VerifiedFile> {
  const content = await open(path);
  if (!content) return { path, size, difference: "is missing" };
  const stored = await hashStream(content).catch((error: unknown) => String(error));
  if (typeof stored === "string") return { path, size, difference: `cannot be read (${stored})` };
  if (stored.size !== size)
    return { path, size, difference: `has ${stored.size} bytes, but the receipt says ${size}` };
  if (stored.sha256 !== sha256)
    return { path, size, difference: `has SHA-256 ${stored.sha256}, but the receipt says ${sha256}` };
  return { path, size };
}
