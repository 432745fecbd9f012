import { isDeepStrictEqual } from "node:util";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import type { SchemaDiff } from "./diffMarkdown.ts";
import { documentsAtRisk } from "./documentsAtRisk.ts";
import { neededMigrations } from "./neededMigrations.ts";
import { schemaChanges } from "./schemaChanges.ts";
import type { StoredDocument } from "./storedDocument.ts";

type Edition = Map<string, EntitySchema>;

/** Two editions of all schemas, and what is stored under the earlier one, if that is to be looked at. */
export interface DiffInput {
  before: Edition;
  after: Edition;
  stored?: StoredDocument[] | undefined;
  references: References;
}

/** What a change does, schema by schema; schemas nothing happened to are left out. */
export function schemaDiff({ before, after, stored, references }: DiffInput): SchemaDiff[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return names.flatMap((name): SchemaDiff[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (!was || !is) return [{ name, state: was ? "removed" : "added", changes: [], migrations: [] }];
    if (isDeepStrictEqual(was, is)) return [];
    const changes = schemaChanges(was, is);
    const documents = stored?.filter(({ schema }) => schema === name);
    const risk =
      documents && documents.length > 0 ? documentsAtRisk(was, is, documents, references) : undefined;
    if (changes.length === 0 && !risk) return [];
    return [{ name, state: "changed", changes, migrations: neededMigrations(was, is), risk }];
  });
}
