import type { Config } from "../../src/server/config.ts";
import { lockFolder } from "../../src/server/database/folderLock.ts";
import { migrate } from "../../src/server/database/migrate.ts";
import { openDatabase } from "../../src/server/database/openDatabase.ts";
import type { Db } from "../../src/server/database/tables.ts";

interface CommandDatabase {
  db: Db;
  now(): Date;
  close(): Promise<void>;
}

/** For commands that read no files. Locks the data folder only if it holds the database: PostgreSQL may be in use. */
export async function openCommandDatabase(config: Config): Promise<CommandDatabase> {
  const lock = config.databaseUrl ? undefined : await lockFolder(config.dataDir);
  let db: Db | undefined;
  const close = async () => {
    await db?.destroy();
    await lock?.release();
  };
  try {
    db = await openDatabase(config);
    await migrate(db);
    return { db, now: () => new Date(), close };
  } catch (error) {
    await close();
    throw error;
  }
}
