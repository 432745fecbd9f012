import { readFile } from "node:fs/promises";
import type { Bag, EntitySchema } from "../../src/contract/fields.ts";
import { readAttributes } from "../../src/contract/metadataYaml.ts";
import type { References } from "../../src/contract/references.ts";
import { decode } from "../../src/contract/wire.ts";
import { lockFolder } from "../../src/server/database/folderLock.ts";
import { openDatabase } from "../../src/server/database/openDatabase.ts";
import { readJson } from "../source/readJson.ts";
import { readYaml } from "../source/readYaml.ts";
import { documentsIn } from "../validate/documentsIn.ts";
import { listFiles } from "../validate/listFiles.ts";
import { recognise, type Recognised } from "../validate/recognise.ts";
import type { StoredDocument } from "./storedDocument.ts";

/** Every record that is not deleted and every contact of an installation; nothing in it is changed. */
export async function readInstallation(place: {
  databaseUrl?: string;
  dataDir?: string;
}): Promise<StoredDocument[]> {
  const { databaseUrl, dataDir = "" } = place;
  const lock = databaseUrl ? undefined : await lockFolder(dataDir);
  const db = await openDatabase({ ...(databaseUrl && { databaseUrl }), dataDir });
  try {
    const records = await db
      .selectFrom("records")
      .select(["id", "metadata", "schema_version"])
      .where("deleted_at", "is", null)
      .orderBy("id")
      .execute();
    const contacts = await db.selectFrom("contacts").select(["id", "document"]).orderBy("id").execute();
    return [
      ...records.map(({ id, metadata, schema_version: version }) => ({
        name: `record ${id}`,
        schema: "metadata",
        version,
        document: metadata,
      })),
      ...contacts.map(({ id, document }) => ({
        name: `contact ${id}`,
        schema: "contact",
        version: 1,
        document,
      })),
    ];
  } finally {
    await db.destroy();
    await lock?.release();
  }
}

/** The documents in files or folders, read as the edition of the schemas they were written under reads them. */
export async function readStoredFiles(
  names: string[],
  editions: Map<string, EntitySchema>,
  references: References,
): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  for (const file of await listFiles(names)) {
    const text = await readFile(file, "utf8");
    const { value } = /\.ya?ml$/i.test(file) ? readYaml(text) : readJson(text);
    for (const entry of documentsIn(value)) {
      const recognised = recognise(entry.value);
      const edition = recognised && editions.get(recognised.schema);
      if (!recognised || !edition) continue;
      const { document, version } = readAs(edition, recognised, references);
      const name = entry.path.length > 0 ? `${file} (${entry.path.join(".")})` : file;
      stored.push({ name, schema: recognised.schema, version, document });
    }
  }
  return stored;
}

function readAs(edition: EntitySchema, { spelling, fields, version }: Recognised, references: References) {
  const newest = edition["x-version"] ?? 1;
  if (spelling === "yaml") {
    // What the edition's own migrations make of a file is of the edition's version.
    return { document: readAttributes(fields, references, edition).metadata, version: newest };
  }
  const document: Bag = spelling === "ours" ? fields : decode(edition, fields, spelling, references);
  return { document, version: spelling === "ours" ? (version ?? newest) : newest };
}
