import type { Kysely } from "kysely";
import type { Config } from "./config.ts";
import type { Database } from "./database/tables.ts";
import type { BlobStorage } from "./storage/blobStorage.ts";

/** What the routes and jobs of one server work with. */
export interface Services {
  config: Config;
  db: Kysely<Database>;
  storage: BlobStorage;
  /** Now; tests move it. */
  now: () => Date;
}
