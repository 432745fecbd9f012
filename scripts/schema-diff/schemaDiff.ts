import { isDeepStrictEqual } from "node:util";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import {
  checkStoredDocuments,
  type StoredDocument,
  type StoredDocumentReport,
} from "./checkStoredDocuments.ts";
import { formatCount } from "../lib/formatCount.ts";
import { findNeededMigrations } from "./neededMigrations.ts";
import { CHANGE_KINDS, listSchemaChanges, type ChangeKind, type SchemaChange } from "./schemaChanges.ts";

type SchemasByName = Map<string, EntitySchema>;

interface DiffInput {
  before: SchemasByName;
  after: SchemasByName;
  /** Documents written under the old schemas. */
  stored?: StoredDocument[] | undefined;
  references: References;
}

/** Unchanged schemas are left out. */
export function compareSchemas({ before, after, stored, references }: DiffInput): SchemaDiff[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return names.flatMap((name): SchemaDiff[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (!was || !is) return [{ name, state: was ? "removed" : "added", changes: [], migrations: [] }];
    if (isDeepStrictEqual(was, is)) return [];
    const changes = listSchemaChanges(was, is);
    const documents = stored?.filter(({ schema }) => schema === name);
    const storedReport =
      documents && documents.length > 0 ? checkStoredDocuments(was, is, documents, references) : undefined;
    if (changes.length === 0 && !storedReport) return [];
    return [{ name, state: "changed", changes, migrations: findNeededMigrations(was, is), storedReport }];
  });
}

interface SchemaDiff {
  name: string;
  state: "added" | "removed" | "changed";
  changes: SchemaChange[];
  migrations: string[];
  storedReport?: StoredDocumentReport | undefined;
}

const HEADINGS: Record<ChangeKind, string> = {
  removed: "Fields removed",
  renamed: "Fields renamed",
  added: "Fields added",
  stricter: "Stricter rules: values that were valid may be rejected",
  looser: "Looser rules: more values are valid",
  wire: "API names and codecs",
  yaml: "Metadata YAML",
  text: "Texts",
  other: "Other",
};

const MAX_LISTED_DOCUMENTS = 50;

export function formatDiff(revision: string, diffs: SchemaDiff[]): string {
  const title = `# Schema changes\n\nThe working tree compared with \`${revision}\`.`;
  if (diffs.length === 0) return `${title}\n\nNo changes: fields, rules, names and texts are the same.\n`;
  return `${[title, ...diffs.map(formatSchema)].join("\n\n")}\n`;
}

function formatSchema({ name, state, changes, migrations, storedReport }: SchemaDiff): string {
  if (state !== "changed") return `## ${name}\n\nThe schema was ${state}.`;
  const parts = CHANGE_KINDS.flatMap((kind) => {
    const lines = changes.filter((change) => change.kind === kind).map(formatChange);
    return lines.length > 0 ? [`### ${HEADINGS[kind]}\n\n${lines.join("\n")}`] : [];
  });
  const needs = migrations.map((migration) => `- [ ] ${migration}`).join("\n");
  return [
    `## ${name}`,
    ...parts,
    ...(needs ? [`### Needed migrations\n\n${needs}`] : []),
    ...(storedReport ? [formatStoredReport(storedReport)] : []),
  ].join("\n\n");
}

function formatChange({ kind, field, description }: SchemaChange): string {
  const namesItsField = kind === "added" || kind === "removed" || kind === "renamed";
  return namesItsField || field === undefined ? `- ${description}` : `- \`${field}\`: ${description}`;
}

function formatStoredReport(report: StoredDocumentReport): string {
  const { documentCount, invalidBefore, newlyInvalid, withNewErrors } = report;
  const documents = formatCount(documentCount, "stored document");
  const count =
    newlyInvalid === 0 ? "none becomes" : `${newlyInvalid} more ${newlyInvalid === 1 ? "becomes" : "become"}`;
  const before =
    invalidBefore > 0 ? ` (${invalidBefore} already ${invalidBefore === 1 ? "was" : "were"})` : "";
  const lines = withNewErrors.slice(0, MAX_LISTED_DOCUMENTS).map(({ name, errors }) => {
    const reasons = errors.map(({ path, message }) => `\`${path.join(".")}\`: ${message}`).join("; ");
    return `- ${name}: ${reasons}`;
  });
  const unlisted = withNewErrors.length - lines.length;
  if (unlisted > 0) lines.push(`- and ${unlisted} more`);
  const summary = `Of ${documents}, ${count} invalid${before}.`;
  return ["### Stored documents", "", summary, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n");
}
