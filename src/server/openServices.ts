import { join } from "node:path";
import { embeddedAccount, type Config } from "./config.ts";
import { lockFolder } from "./database/folderLock.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/openDatabase.ts";
import type { Db } from "./database/tables.ts";
import { seedReferences } from "./seed/seedReferences.ts";
import type { Services } from "./services.ts";
import { createBlobStorage } from "./storage/blobStorage.ts";
import { openBlobFolder, type BlobFolder } from "./storage/embedded/blobs/blobFolder.ts";
import { createEmbeddedStorage } from "./storage/embedded/embeddedStorage.ts";
import { forgetAnswers } from "./stores/idempotencyStore.ts";

const DAY = 24 * 60 * 60 * 1000;
const ANSWERS_KEPT = 7 * DAY;

/** What a server works with, and how to end it. */
interface OpenServices {
  services: Services;
  /** Ends store and database, and gives the data folder back. */
  close(): Promise<void>;
}

/**
 * Opens what a configuration names: takes the data folder where it is used, opens the database, brings it to this
 * release, fills its reference lists. The store is not asked anything yet.
 */
export async function openServices(config: Config, now = () => new Date()): Promise<OpenServices> {
  const usesFolder = !config.databaseUrl || !config.storageConnectionString;
  const lock = usesFolder ? await lockFolder(config.dataDir) : undefined;
  let db: Db | undefined;
  let embedded: BlobFolder | undefined;
  const close = async () => {
    await embedded?.close();
    await db?.destroy();
    await lock?.release();
  };
  try {
    db = await openDatabase(config);
    await migrate(db);
    await seedReferences(db);
    await forgetAnswers(db, new Date(now().getTime() - ANSWERS_KEPT));
    if (!config.storageConnectionString) embedded = await openBlobFolder(join(config.dataDir, "store"));
    const storage = embedded ? embeddedStorageOf(config, embedded) : azureStorageOf(config);
    return { services: { config, db, storage, embedded, now }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function embeddedStorageOf(config: Config, store: BlobFolder) {
  const account = embeddedAccount(config);
  const publicAddress = `${config.storeOrigin ?? config.publicUrl}/${account.accountName}`;
  return createEmbeddedStorage({ ...account, store, container: config.storageContainer, publicAddress });
}

const azureStorageOf = ({ storageConnectionString, storageContainer: container }: Config) =>
  createBlobStorage({ connectionString: storageConnectionString!, container });
