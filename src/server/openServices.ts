import type { Kysely } from "kysely";
import type { Config } from "./config.ts";
import { lockFolder } from "./database/folderLock.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/openDatabase.ts";
import type { Database } from "./database/tables.ts";
import { seedReferences } from "./seed/seedReferences.ts";
import type { Services } from "./services.ts";
import { embeddedAccount } from "./site/embeddedAccount.ts";
import { createBlobStorage, type BlobStorage } from "./storage/blobStorage.ts";
import { embeddedConnectionString } from "./storage/embeddedConnectionString.ts";
import { forgetAnswers } from "./stores/idempotencyStore.ts";

const DAY = 24 * 60 * 60 * 1000;
const ANSWERS_KEPT = 7 * DAY;

/** What a server works with, and how to end it. */
export interface OpenServices {
  services: Services;
  /** Ends the database and gives the data folder back. */
  close(): Promise<void>;
}

/**
 * Opens what a configuration names: takes the data folder where it is used, opens the database, brings it to this
 * release, fills its reference lists. The store is not asked anything yet.
 *
 * @param storePort where this machine reaches the embedded store; without it, where users do
 */
export async function openServices(
  config: Config,
  storePort = config.port,
  now = () => new Date(),
): Promise<OpenServices> {
  const usesFolder = !config.databaseUrl || !config.storageConnectionString;
  const lock = usesFolder ? await lockFolder(config.dataDir) : undefined;
  let db: Kysely<Database> | undefined;
  const close = async () => {
    await db?.destroy();
    await lock?.release();
  };
  try {
    db = await openDatabase(config);
    await migrate(db);
    await seedReferences(db);
    await forgetAnswers(db, new Date(now().getTime() - ANSWERS_KEPT));
    return { services: { config, db, storage: storageOf(config, storePort), now }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function storageOf(config: Config, port: number): BlobStorage {
  const container = config.storageContainer;
  if (config.storageConnectionString)
    return createBlobStorage({ connectionString: config.storageConnectionString, container });
  const account = embeddedAccount(config);
  return createBlobStorage({
    connectionString: embeddedConnectionString({
      ...account,
      port,
      host: port === config.port ? ownHost(config.host) : "127.0.0.1",
    }),
    container,
    publicAddress: `${config.storeOrigin ?? config.publicUrl}/${account.accountName}`,
  });
}

/** Where this server reaches itself: the address it listens on, where that is a single one. */
function ownHost(host: string): string {
  if (["localhost", "0.0.0.0", "::", ""].includes(host)) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
