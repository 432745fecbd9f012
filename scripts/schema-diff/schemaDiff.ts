import { isDeepStrictEqual } from "node:util";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { documentsAtRisk, type Risk, type StoredDocument } from "./documentsAtRisk.ts";
import { neededMigrations } from "./neededMigrations.ts";
import { KINDS, schemaChanges, type ChangeKind, type SchemaChange } from "./schemaChanges.ts";

type Edition = Map<string, EntitySchema>;

/** Two editions of all schemas, and what is stored under the earlier one, if that is to be looked at. */
interface DiffInput {
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

/** What happened to one schema. */
interface SchemaDiff {
  name: string;
  state: "added" | "removed" | "changed";
  changes: SchemaChange[];
  migrations: string[];
  risk?: Risk | undefined;
}

const HEADINGS: Record<ChangeKind, string> = {
  removed: "Fields removed",
  renamed: "Fields renamed",
  added: "Fields added",
  narrowed: "Narrowed: values that were right may be refused",
  widened: "Widened: more values are right",
  wire: "Names and values on the wire",
  yaml: "Metadata YAML",
  wording: "Wording",
  other: "Besides",
};

const MOST_NAMED = 50;

/** The report of a schema change, for a review. */
export function diffMarkdown(revision: string, diffs: SchemaDiff[]): string {
  const title = `# What this schema change does\n\nThe working tree, compared with \`${revision}\`.`;
  if (diffs.length === 0) return `${title}\n\nNothing: no field, rule, name or wording differs.\n`;
  return `${[title, ...diffs.map(chapter)].join("\n\n")}\n`;
}

function chapter({ name, state, changes, migrations, risk }: SchemaDiff): string {
  if (state !== "changed") return `## ${name}\n\nThe schema is ${state === "added" ? "new" : "gone"}.`;
  const parts = KINDS.flatMap((kind) => {
    const lines = changes.filter((change) => change.kind === kind).map(line);
    return lines.length > 0 ? [`### ${HEADINGS[kind]}\n\n${lines.join("\n")}`] : [];
  });
  const needs = migrations.map((migration) => `- [ ] ${migration}`).join("\n");
  return [
    `## ${name}`,
    ...parts,
    ...(needs ? [`### Needed migrations\n\n${needs}`] : []),
    ...(risk ? [riskPart(risk)] : []),
  ].join("\n\n");
}

function line({ kind, field, words }: SchemaChange): string {
  const speaksOfItself = kind === "added" || kind === "removed" || kind === "renamed";
  return speaksOfItself || field === undefined ? `- ${words}` : `- \`${field}\`: ${words}`;
}

function riskPart({ documents, invalidBefore, broken }: Risk): string {
  const already =
    invalidBefore > 0
      ? ` ${invalidBefore} of them ${invalidBefore === 1 ? "is" : "are"} invalid already.`
      : "";
  const count = broken.length === 0 ? "none becomes invalid" : `${broken.length} would become invalid`;
  const named = broken.slice(0, MOST_NAMED).map(({ name, faults }) => {
    const reasons = faults.map(({ path, message }) => `\`${path.join(".")}\`: ${message}`).join("; ");
    return `- ${name}: ${reasons}`;
  });
  const rest = broken.length > MOST_NAMED ? [`- and ${broken.length - MOST_NAMED} more`] : [];
  const all = `Of ${documents} stored ${documents === 1 ? "document" : "documents"}, ${count}.${already}`;
  return [`### Stored documents`, "", all, ...(named.length > 0 ? ["", ...named, ...rest] : [])].join("\n");
}
