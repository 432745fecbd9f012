import { join } from "node:path";
import { deriveStoreAccount, type Config } from "./config.ts";
import { lockFolder } from "./database/folderLock.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/openDatabase.ts";
import type { Db } from "./database/tables.ts";
import { seedReferences } from "./seed/seedReferences.ts";
import type { Services } from "./services.ts";
import { createBlobStorage } from "./storage/blobStorage.ts";
import { openBlobFolder, type BlobFolder } from "../blob-store/blobs/blobFolder.ts";
import { createEmbeddedStorage } from "./storage/embeddedStorage.ts";

interface OpenServices {
  services: Services;
  /** Closes the store and the database and unlocks the data folder. */
  close(): Promise<void>;
}

/** Locks the data folder, opens and migrates the database and the embedded store. Sends no request to a remote store yet. */
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
    await (config.databaseUrl ? migrateDatabase(config) : migrate(db));
    await seedReferences(db);
    if (!config.storageConnectionString) embedded = await openBlobFolder(join(config.dataDir, "store"));
    const storage = embedded ? createStorageOnDisk(config, embedded) : createRemoteStorage(config);
    return { services: { config, db, storage, embeddedStore: embedded, now }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Has no time limit: the migration of a large table, or the wait for another server that runs it, can take hours. */
export async function migrateDatabase(config: Config): Promise<void> {
  const db = await openDatabase(config, { queryTimeoutMs: 0 });
  await migrate(db).finally(() => db.destroy());
}

function createStorageOnDisk(config: Config, store: BlobFolder) {
  const account = deriveStoreAccount(config);
  const publicAddress = `${config.storeOrigin ?? config.publicUrl}/${account.accountName}`;
  return createEmbeddedStorage({ ...account, store, container: config.storageContainer, publicAddress });
}

const createRemoteStorage = ({ storageConnectionString, storageContainer, publicStoreAddress }: Config) =>
  createBlobStorage({
    connectionString: storageConnectionString!,
    container: storageContainer,
    ...(publicStoreAddress && { publicAddress: publicStoreAddress }),
  });
