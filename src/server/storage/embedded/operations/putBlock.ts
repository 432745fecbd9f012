import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Operation } from "../requests/operation.ts";
import { StoreError } from "../requests/storeError.ts";
import { headerOf } from "../requests/storeRequest.ts";
import { requireMd5 } from "./putBlob.ts";

const LONGEST_BLOCK_NAME = 64;
/** Larger than any client sends by itself. */
const LARGEST_BLOCK = 512 * 1024 ** 2;

/** Put Block: one block of a blob to be. Answered once it is on the disk, where it waits for Put Block List. */
export const putBlock: Operation = {
  needs: ["w", "c"],
  async run({ request, store }) {
    const { lock, staged } = store.container(request.container!);
    // Its bytes would have to be fetched from elsewhere: an empty block in their place would be a broken file.
    if (request.headers["x-ms-copy-source"])
      throw new StoreError("InvalidHeaderValue", "This store copies whole blobs, not blocks.");
    if (Number(headerOf(request.headers, "content-length") ?? 0) > LARGEST_BLOCK)
      throw new StoreError("RequestBodyTooLarge");
    const block = blockName(request.query.get("blockid") ?? "");
    const hash = createHash("md5");
    const path = await staged.receive(request.body, hash);
    const md5 = hash.digest("base64");
    try {
      requireMd5(md5, headerOf(request.headers, "content-md5"));
      await lock(request.blob!, () => staged.place(request.blob!, block, path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { status: 201, headers: { "Content-MD5": md5 } };
  },
};

/** A block's name, refused unless it is base64 of 1 to 64 bytes written in the one canonical way. */
export function blockName(text: string): string {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.length > LONGEST_BLOCK_NAME || bytes.toString("base64") !== text)
    throw new StoreError("InvalidBlobOrBlock");
  return text;
}
