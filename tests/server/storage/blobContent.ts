import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";

/** Random, so that shifted or repeated content is detected. */
export function createBytes(size: number): Buffer {
  return randomBytes(size);
}

export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export async function readBytes(stream: Readable | NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export const createBlockId = (number: number) =>
  Buffer.from(`block-${String(number).padStart(6, "0")}`).toString("base64");
