import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { JsonObject } from "../../src/contract/json.ts";
import { getSchemaVersion, type EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { decode } from "../../src/contract/wire/wire.ts";
import { parseYamlAttributes } from "../../src/contract/yaml/metadataYaml.ts";
import { lockFolder } from "../../src/server/database/folderLock.ts";
import { openDatabase } from "../../src/server/database/openDatabase.ts";
import type { Db } from "../../src/server/database/tables.ts";
import { PORTAL_USER } from "../../src/server/stores/records/messageStore.ts";
import { readJson } from "../source/readJson.ts";
import { readText } from "../source/readText.ts";
import { readYaml } from "../source/readYaml.ts";
import { SourceError } from "../source/source.ts";
import { listDocuments } from "../validate/decodeDocument.ts";
import { listDocumentFiles } from "../validate/listDocumentFiles.ts";
import { recognizeDocument, type RecognizedDocument } from "../validate/recognizeDocument.ts";
import type { StoredDocument } from "./checkStoredDocuments.ts";

/** Either a PostgreSQL address or the folder of an embedded database. */
export interface Installation {
  databaseUrl?: string;
  dataDir?: string;
}

/** PostgreSQL's error code. */
const UNDEFINED_TABLE = "42P01";

/** @throws Error if the address or the folder cannot be one of an installation */
export async function requireInstallation({ databaseUrl, dataDir = "" }: Installation): Promise<void> {
  const isFolder = await stat(join(dataDir, "database")).catch(() => undefined);
  if (databaseUrl === undefined && !isFolder)
    throw new Error(`${dataDir} contains no database. Name the data folder (DATA_DIR) of an installation.`);
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error("--database must be an address such as postgresql://user:password@host:5432/name.");
}

/** Reads every contact, message and review checklist, and every record that is not deleted. Changes nothing. */
export async function readInstallation(installation: Installation): Promise<StoredDocument[]> {
  await requireInstallation(installation);
  const { databaseUrl, dataDir = "" } = installation;
  const lock = databaseUrl === undefined ? await lockFolder(dataDir) : undefined;
  const db = await openDatabase({ ...(databaseUrl && { databaseUrl }), dataDir });
  try {
    return [
      ...(await readRecords(db)),
      ...(await readContacts(db)),
      ...(await readMessages(db)),
      ...(await readChecklists(db)),
    ];
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const problem =
      code === UNDEFINED_TABLE
        ? "The database has no records table."
        : `The database cannot be read: ${message}`;
    throw new Error(problem, { cause: error });
  } finally {
    await db.destroy();
    await lock?.release();
  }
}

async function readRecords(db: Db): Promise<StoredDocument[]> {
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

/** Databases of earlier releases have no schema version of contacts. */
async function readContacts(db: Db): Promise<StoredDocument[]> {
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

/** Text, sender and record have columns of their own. Messages of the portal have nothing else. */
async function readMessages(db: Db): Promise<StoredDocument[]> {
  const messages = await db
    .selectFrom("messages")
    .select(["id", "record_id", "username", "content", "document", "schema_version"])
    .where("username", "!=", PORTAL_USER)
    .orderBy("id")
    .execute();
  return messages.map(
    ({ id, record_id: recordId, username, content, document, schema_version: version }) => ({
      name: `message ${id}`,
      schema: "message",
      version,
      document: { ...document, recordId: String(recordId), username, content },
    }),
  );
}

/** Databases of earlier releases have no checklists. */
async function readChecklists(db: Db): Promise<StoredDocument[]> {
  const { rows } = await sql<{ id: number; document: JsonObject; version: number }>`
    SELECT id, row->'checklist' AS document, (row->>'checklist_version')::int AS version
    FROM notifications, to_jsonb(notifications) AS row
    WHERE row->>'checklist_version' IS NOT NULL
    ORDER BY id`.execute(db);
  return rows.map(({ id, ...stored }) => ({
    name: `checklist of decision ${id}`,
    schema: "review-checklist",
    ...stored,
  }));
}

/**
 * @param schemas the schemas that the documents were written under, by name
 * @throws Error with file, line and column of what cannot be read, or if no document is found
 */
export async function readStoredFiles(
  names: string[],
  schemas: Map<string, EntitySchema>,
  references: References,
): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  for (const file of await listDocumentFiles(names)) {
    try {
      stored.push(...parseStoredDocuments(file, readText(await readFile(file)), schemas, references));
    } catch (error) {
      throw new Error(`${formatErrorLocation(file, error)}: ${(error as Error).message}`, { cause: error });
    }
  }
  if (stored.length === 0)
    throw new Error(`No record, contact or metadata file found in ${names.join(", ")}.`);
  return stored;
}

const formatErrorLocation = (file: string, error: unknown) =>
  error instanceof SourceError ? `${file}:${error.position.line}:${error.position.column}` : file;

function parseStoredDocuments(
  file: string,
  text: string,
  schemas: Map<string, EntitySchema>,
  references: References,
): StoredDocument[] {
  const { value } = /\.ya?ml$/i.test(file) ? readYaml(text) : readJson(text);
  return listDocuments(value).flatMap((entry) => {
    const recognized = recognizeDocument(entry.value);
    const schema = recognized && schemas.get(recognized.schema);
    if (!recognized || !schema) return [];
    const name = entry.path.length > 0 ? `${file} (${entry.path.join(".")})` : file;
    return [{ name, schema: recognized.schema, ...decodeStoredDocument(schema, recognized, references) }];
  });
}

function decodeStoredDocument(
  schema: EntitySchema,
  { spelling, fields, version }: RecognizedDocument,
  references: References,
) {
  const newest = getSchemaVersion(schema);
  if (spelling === "yaml") {
    // `readAttributes` migrates the file to the newest version.
    return { document: parseYamlAttributes(fields, references, schema).metadata, version: newest };
  }
  const document: JsonObject = spelling === "ours" ? fields : decode(schema, fields, spelling, references);
  return { document, version: spelling === "ours" ? (version ?? newest) : newest };
}
