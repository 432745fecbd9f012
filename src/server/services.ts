import type { Config } from "./config.ts";
import type { Db } from "./database/tables.ts";
import type { BlobStorage } from "./storage/blobStorage.ts";
import type { BlobFolder } from "../blob-store/blobs/blobFolder.ts";

export interface Services {
  config: Config;
  db: Db;
  storage: BlobStorage;
  /** Set if the files are stored on local disk. It is also served over HTTP to vendors and browsers. */
  embeddedStore?: BlobFolder | undefined;
  /** The current time; tests replace it. */
  now: () => Date;
}
