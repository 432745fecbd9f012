import type { Readable } from "node:stream";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchema } from "../../src/contract/schema/fields.ts";
import type { ModelReceipt, UploadReceipt } from "../../src/contract/generated/entities.ts";
import { decode } from "../../src/contract/wire/wire.ts";
import { hashStream } from "../../src/server/processing/digest.ts";

/** Opens what is stored under a path relative to the record's folder; answers nothing when there is no such file. */
export type OpenStored = (path: string) => Promise<Readable | undefined>;

/** What was found of one member: nothing to say where it is as the receipt says. */
export interface Verified {
  path: string;
  size: number;
  difference?: string;
}

const AT_ONCE = 4;

/** What a receipt names: files by their places, relative to the record's folder. */
interface Proven {
  recordId: string;
  /** What the receipt is of. */
  what: string;
  members: UploadReceipt["files"];
}

/**
 * What a receipt that was downloaded names: that of an upload its zip and every file, that of a model its files.
 *
 * @throws Error when it is none, or that of an upload that was not taken
 */
export function readReceipt(text: string): Proven {
  const answer = parsed(text);
  if (![1, 2].includes(Number(answer["receipt_version"])))
    throw new Error("This is no receipt of an upload, or one of another version.");
  return "list_sha256" in answer ? ofModel(answer) : ofUpload(answer);
}

function ofModel(answer: JsonObject): Proven {
  const { recordId, files } = decode(getSchema("model-receipt"), answer, "read") as unknown as ModelReceipt;
  const members = files.map(({ stored, size, sha256 }) => ({ path: stored, size, sha256 }));
  return { recordId, what: "the model", members };
}

function ofUpload(answer: JsonObject): Proven {
  const receipt = decode(getSchema("upload-receipt"), answer, "read") as unknown as UploadReceipt;
  if (!receipt.path)
    throw new Error(
      `This upload was not taken, so nothing of it is stored. ${(receipt.faults ?? []).join(" ")}`,
    );
  const zip = { path: receipt.path, size: receipt.size!, sha256: receipt.sha256! };
  const files = (receipt.files ?? []).map(({ path, stored, size, sha256 }) => {
    return { path: stored ?? `${receipt.folder}/${path}`, size, sha256 };
  });
  const what = `upload ${receipt.uploadBatchId}`;
  return { recordId: receipt.recordId, what, members: [zip, ...files] };
}

function parsed(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch (cause) {
    throw new Error("The receipt is not JSON.", { cause });
  }
}

/** Hashes every file that a receipt names again where it is stored, and tells of each how it compares with the receipt. */
export async function verifyReceipt(
  { members }: Proven,
  open: OpenStored,
  tell: (member: Verified) => void,
): Promise<void> {
  const left = [...members];
  const lane = async () => {
    for (let member = left.shift(); member; member = left.shift()) tell(await verifyMember(member, open));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function verifyMember(
  { path, size, sha256 }: UploadReceipt["files"][number],
  open: OpenStored,
): Promise<Verified> {
  const content = await open(path);
  if (!content) return { path, size, difference: "is missing" };
  const stored = await hashStream(content).catch((error: unknown) => String(error));
  if (typeof stored === "string") return { path, size, difference: `cannot be read (${stored})` };
  if (stored.size !== size)
    return { path, size, difference: `has ${stored.size} bytes, and the receipt says ${size}` };
  if (stored.sha256 !== sha256)
    return { path, size, difference: `has the SHA-256 ${stored.sha256}, and the receipt says ${sha256}` };
  return { path, size };
}
