import { join } from "node:path";
import type { StoredDocument } from "../schema-diff/checkStoredDocuments.ts";
import {
  compareSchemaSets,
  groupChanges,
  listStoredErrors,
  summarizeStoredReport,
} from "../schema-diff/schemaDiff.ts";
import { listReleases } from "../schema-diff/releases.ts";
import { readSchemaSet, type SchemaSet } from "../schema-diff/schemaSet.ts";
import { readReferences } from "../validate/readReferences.ts";
import { readEditedTexts } from "./editedSchemas.ts";
import { toFilePath } from "./fileNames.ts";
import type { CompareAnswer, StudioFile } from "./protocol.ts";
import { Refusal } from "./refusal.ts";

const UNPROCESSABLE = 422;

interface Baseline {
  released: SchemaSet | undefined;
  stored: StoredDocument[] | undefined;
}

/** Compares the edited schemas with the last release, as `npm run schema-diff` does. */
export async function compareEdited(
  folder: string,
  edited: StudioFile[],
  { released, stored }: Baseline,
): Promise<CompareAnswer> {
  const documentCount = stored?.length;
  if (!released) return { baseline: undefined, schemas: [], lists: [], documentCount };
  const after = await readEditedSet(folder, edited);
  const references = await readReferences(join(folder, "reference"));
  const { schemas, lists } = compareSchemaSets({ before: released, after, stored, references });
  return {
    baseline: `release ${(await listReleases(folder)).at(-1)}`,
    schemas: schemas.map(({ name, state, changes, migrations, storedReport }) => ({
      name,
      state,
      groups: groupChanges(changes),
      migrations,
      stored: storedReport && {
        summary: summarizeStoredReport(storedReport),
        documents: listStoredErrors(storedReport),
      },
    })),
    lists,
    documentCount,
  };
}

async function readEditedSet(folder: string, edited: StudioFile[]): Promise<SchemaSet> {
  await readEditedTexts(folder, edited);
  try {
    return await readSchemaSet(folder, new Map(edited.map(({ name, text }) => [toFilePath(name), text])));
  } catch (error) {
    throw new Refusal(UNPROCESSABLE, (error as Error).message);
  }
}
