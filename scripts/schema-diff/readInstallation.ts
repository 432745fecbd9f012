import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { lockFolder } from "../../src/server/database/folderLock.ts";
import { openDatabase } from "../../src/server/database/openDatabase.ts";
import type { Db } from "../../src/server/database/tables.ts";
import type { StoredDocument } from "./storedDocument.ts";

/** Where an installation keeps its records: a PostgreSQL, or the folder of an embedded database. */
export interface Installation {
  databaseUrl?: string;
  dataDir?: string;
}

/** PostgreSQL's code for a table that is not there. */
const NO_TABLE = "42P01";

/**
 * Every record that is not deleted and every contact of an installation; nothing in it is changed.
 *
 * @throws Error in words when there is no installation, it cannot be reached, or a server holds its folder
 */
export async function readInstallation({
  databaseUrl,
  dataDir = "",
}: Installation): Promise<StoredDocument[]> {
  const isFolder = await stat(join(dataDir, "database")).catch(() => undefined);
  if (databaseUrl === undefined && !isFolder)
    throw new Error(`${dataDir} is no data folder of an installation: it holds no database.`);
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error("--database takes an address such as postgresql://user:password@host:5432/name.");
  const lock = databaseUrl === undefined ? await lockFolder(dataDir) : undefined;
  const db = await openDatabase({ ...(databaseUrl && { databaseUrl }), dataDir });
  try {
    return [...(await storedRecords(db)), ...(await storedContacts(db))];
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const words =
      code === NO_TABLE ? "The database holds no records table." : `The database cannot be read: ${message}`;
    throw new Error(words, { cause: error });
  } finally {
    await db.destroy();
    await lock?.release();
  }
}

async function storedRecords(db: Db): Promise<StoredDocument[]> {
  const records = await db
    .selectFrom("records")
    .select(["id", "metadata", "schema_version"])
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  return records.map(({ id, metadata, schema_version: version }) => ({
    name: `record ${id}`,
    schema: "metadata",
    version,
    document: metadata,
  }));
}

/** An installation of an earlier release, which is what one compares with, may not know the version of a contact. */
async function storedContacts(db: Db): Promise<StoredDocument[]> {
  const version = sql<number>`coalesce((to_jsonb(contacts)->>'schema_version')::int, 1)`.as("version");
  const contacts = await db
    .selectFrom("contacts")
    .select(["id", "document", version])
    .orderBy("id")
    .execute();
  return contacts.map(({ id, document, version }) => ({
    name: `contact ${id}`,
    schema: "contact",
    version,
    document,
  }));
}
