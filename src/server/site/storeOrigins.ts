import { BlobServiceClient } from "@azure/storage-blob";
import type { Config } from "../config.ts";

/** The web origins that the store's addresses begin with, besides the page's own. */
export function storeOrigins({ storageConnectionString, publicUrl }: Config): string[] {
  if (!storageConnectionString) return [new URL(publicUrl).origin];
  return [new URL(BlobServiceClient.fromConnectionString(storageConnectionString).url).origin];
}
