import type { Config } from "./config.ts";
import type { Db } from "./database/tables.ts";
import type { BlobStorage } from "./storage/blobStorage.ts";
import type { BlobFolder } from "./storage/embedded/blobs/blobFolder.ts";

/** What the routes and jobs of one server work with. */
export interface Services {
  config: Config;
  db: Db;
  storage: BlobStorage;
  /** The embedded store, where the storage is that: served to vendors' machines and browsers too. */
  embedded?: BlobFolder | undefined;
  /** Now; tests move it. */
  now: () => Date;
}
