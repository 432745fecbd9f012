import { BlobServiceClient } from "@azure/storage-blob";
import type { Config } from "../config.ts";

/** The web origins that the store's addresses begin with, besides the page's own. */
export function storeOrigins({ storageConnectionString, storeOrigin, publicUrl }: Config): string[] {
  if (!storageConnectionString) return [new URL(storeOrigin ?? publicUrl).origin];
  return [new URL(BlobServiceClient.fromConnectionString(storageConnectionString).url).origin];
}
