import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { versionOf, type JsonObject, type EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { decode } from "../../src/contract/wire/wire.ts";
import { readAttributes } from "../../src/contract/yaml/metadataYaml.ts";
import { lockFolder } from "../../src/server/database/folderLock.ts";
import { openDatabase } from "../../src/server/database/openDatabase.ts";
import type { Db } from "../../src/server/database/tables.ts";
import { readJson } from "../source/readJson.ts";
import { readText } from "../source/readText.ts";
import { readYaml } from "../source/readYaml.ts";
import { SourceFault } from "../source/source.ts";
import { documentsIn } from "../validate/readDocument.ts";
import { listFiles } from "../validate/listFiles.ts";
import { recognise, type Recognised } from "../validate/recognise.ts";
import type { StoredDocument } from "./documentsAtRisk.ts";

/** Where an installation keeps its records: a PostgreSQL, or the folder of an embedded database. */
interface Installation {
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

/**
 * The documents in files or folders, read as the edition of the schemas they were written under reads them.
 *
 * @throws Error naming file, line and column of what cannot be read, or saying that there is no document
 */
export async function readStoredFiles(
  names: string[],
  editions: Map<string, EntitySchema>,
  references: References,
): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  for (const file of await listFiles(names)) {
    try {
      stored.push(...storedIn(file, readText(await readFile(file)), editions, references));
    } catch (error) {
      throw new Error(`${placeOf(file, error)}: ${(error as Error).message}`, { cause: error });
    }
  }
  if (stored.length === 0) throw new Error(`No schema knows a document in ${names.join(", ")}.`);
  return stored;
}

const placeOf = (file: string, error: unknown) =>
  error instanceof SourceFault ? `${file}:${error.position.line}:${error.position.column}` : file;

function storedIn(
  file: string,
  text: string,
  editions: Map<string, EntitySchema>,
  references: References,
): StoredDocument[] {
  const { value } = /\.ya?ml$/i.test(file) ? readYaml(text) : readJson(text);
  return documentsIn(value).flatMap((entry) => {
    const recognised = recognise(entry.value);
    const edition = recognised && editions.get(recognised.schema);
    if (!recognised || !edition) return [];
    const name = entry.path.length > 0 ? `${file} (${entry.path.join(".")})` : file;
    return [{ name, schema: recognised.schema, ...readAs(edition, recognised, references) }];
  });
}

function readAs(edition: EntitySchema, { spelling, fields, version }: Recognised, references: References) {
  const newest = versionOf(edition);
  if (spelling === "yaml") {
    // What the edition's own migrations make of a file is of the edition's version.
    return { document: readAttributes(fields, references, edition).metadata, version: newest };
  }
  const document: JsonObject = spelling === "ours" ? fields : decode(edition, fields, spelling, references);
  return { document, version: spelling === "ours" ? (version ?? newest) : newest };
}
