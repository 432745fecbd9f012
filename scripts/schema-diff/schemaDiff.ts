import { isDeepStrictEqual } from "node:util";
import type { References } from "../../src/contract/schema/references.ts";
import {
  checkStoredDocuments,
  type StoredDocument,
  type StoredDocumentReport,
} from "./checkStoredDocuments.ts";
import { formatCount } from "../lib/formatCount.ts";
import { describeListChanges } from "./listChanges.ts";
import { findNeededMigrations, type NeededMigration } from "./neededMigrations.ts";
import { CHANGE_KINDS, type ChangeKind, type SchemaChange } from "./change.ts";
import { listSchemaChanges } from "./schemaChanges.ts";
import type { SchemaSet } from "./schemaSet.ts";
import { describeUsedCodes } from "./usedCodes.ts";
import { formatValue } from "./valueDifferences.ts";
import { listWrittenChanges } from "./writtenChanges.ts";

interface DiffInput {
  before: SchemaSet;
  after: SchemaSet;
  /** Documents written under the old schemas. */
  stored?: StoredDocument[] | undefined;
  references: References;
}

export interface SchemaSetDiff {
  product: { was: string; is: string };
  /** Unchanged schemas and lists are left out. */
  schemas: SchemaDiff[];
  lists: { file: string; changes: string[] }[];
}

export function compareSchemaSets(input: DiffInput): SchemaSetDiff {
  const { before, after } = input;
  return {
    product: { was: before.product, is: after.product },
    schemas: listNames(before.resolved, after.resolved).flatMap((name) => compareSchema(name, input)),
    lists: listNames(before.lists, after.lists)
      .map((file) => ({ file, changes: compareList(file, input) }))
      .filter(({ changes }) => changes.length > 0),
  };
}

/** Whether nothing differs apart from formatting. */
export const isUnchanged = ({ product, schemas, lists }: SchemaSetDiff): boolean =>
  product.was === product.is && schemas.length === 0 && lists.length === 0;

const listNames = (before: Map<string, unknown>, after: Map<string, unknown>) =>
  [...new Set([...before.keys(), ...after.keys()])].toSorted();

function compareSchema(name: string, { before, after, stored, references }: DiffInput): SchemaDiff[] {
  const [was, is] = [before.resolved.get(name), after.resolved.get(name)];
  if (!was || !is) return [{ name, state: was ? "removed" : "added", changes: [], migrations: [] }];
  const changes = [...listSchemaChanges(was, is), ...listWrittenChanges(name, before, after)];
  if (changes.length === 0) return [];
  const documents = isDeepStrictEqual(was, is) ? [] : stored?.filter(({ schema }) => schema === name);
  const storedReport =
    documents && documents.length > 0 ? checkStoredDocuments(was, is, documents, references) : undefined;
  return [{ name, state: "changed", changes, migrations: findNeededMigrations(was, is), storedReport }];
}

function compareList(file: string, { before, after, stored = [] }: DiffInput): string[] {
  const [was, is] = [before.lists.get(file), after.lists.get(file)];
  const changes =
    was === undefined || is === undefined
      ? [`The list was ${was === undefined ? "added" : "removed"}.`]
      : describeListChanges(was, is);
  return [...changes, ...describeUsedCodes(file, was, is, before.resolved, stored)];
}

interface SchemaDiff {
  name: string;
  state: "added" | "removed" | "changed";
  changes: SchemaChange[];
  migrations: NeededMigration[];
  storedReport?: StoredDocumentReport | undefined;
}

const HEADINGS: Record<ChangeKind, string> = {
  removed: "Fields removed",
  renamed: "Fields renamed",
  added: "Fields added",
  stricter: "Stricter rules: values that were valid may be rejected",
  looser: "Looser rules: more values are valid",
  access: "Who can read and edit",
  wire: "API names and codecs",
  yaml: "Metadata YAML",
  export: "Exports to other catalogs",
  form: "Form: sections, inputs and order",
  text: "Texts: labels, help, units and error messages",
  other: "Other",
  written: "Written differently in the file",
};

const MAX_LISTED_DOCUMENTS = 50;

/** @param baseline what the working tree is compared with, for example "release 1" */
export function formatDiff(baseline: string, diff: SchemaSetDiff): string {
  const { product, schemas, lists } = diff;
  const productChange = `The product name: ${formatValue(product.was)} is now ${formatValue(product.is)}.`;
  const parts = [
    `# Schema changes\n\nThe working tree compared with ${baseline}.`,
    ...(product.was === product.is ? [] : [productChange]),
    ...schemas.map(formatSchema),
    ...(lists.length > 0 ? ["## Reference lists"] : []),
    ...lists.map(({ file, changes }) => `### ${file}\n\n${changes.map((line) => `- ${line}`).join("\n")}`),
  ];
  if (isUnchanged(diff))
    parts.push("Nothing differs: schemas and reference lists are equal apart from formatting.");
  return `${parts.join("\n\n")}\n`;
}

function formatSchema({ name, state, changes, migrations, storedReport }: SchemaDiff): string {
  if (state !== "changed") return `## ${name}\n\nThe schema was ${state}.`;
  const parts = groupChanges(changes).map(
    ({ heading, lines }) => `### ${heading}\n\n${lines.map((line) => `- ${line}`).join("\n")}`,
  );
  const needs = migrations.map(({ message }) => `- [ ] ${message}`).join("\n");
  return [
    `## ${name}`,
    ...parts,
    ...(needs ? [`### Needed migrations\n\n${needs}`] : []),
    ...(storedReport ? [formatStoredReport(storedReport)] : []),
  ].join("\n\n");
}

/** Changes by heading, each as a line of Markdown. */
export const groupChanges = (changes: SchemaChange[]): { heading: string; lines: string[] }[] =>
  CHANGE_KINDS.flatMap((kind) => {
    const lines = changes.filter((change) => change.kind === kind).map(formatChange);
    return lines.length > 0 ? [{ heading: HEADINGS[kind], lines }] : [];
  });

function formatChange({ kind, field, description }: SchemaChange): string {
  const namesItsField = kind === "added" || kind === "removed" || kind === "renamed";
  return namesItsField || field === undefined ? description : `\`${field}\`: ${description}`;
}

function formatStoredReport(report: StoredDocumentReport): string {
  const lines = listStoredErrors(report)
    .slice(0, MAX_LISTED_DOCUMENTS)
    .map((line) => `- ${line}`);
  const unlisted = report.withNewErrors.length - lines.length;
  if (unlisted > 0) lines.push(`- and ${unlisted} more`);
  const parts = ["### Stored documents", "", summarizeStoredReport(report)];
  return [...parts, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n");
}

/** A line of Markdown for each document with new errors. */
export const listStoredErrors = ({ withNewErrors }: StoredDocumentReport): string[] =>
  withNewErrors.map(({ name, errors }) => {
    const reasons = errors.map(({ path, message }) => `\`${path.join(".")}\`: ${message.replace(/\.$/, "")}`);
    return `${name}: ${reasons.join("; ")}`;
  });

export function summarizeStoredReport({
  documentCount,
  invalidBefore,
  newlyInvalid,
}: StoredDocumentReport): string {
  const documents = formatCount(documentCount, "stored document");
  const count =
    newlyInvalid === 0 ? "none becomes" : `${newlyInvalid} more ${newlyInvalid === 1 ? "becomes" : "become"}`;
  const before =
    invalidBefore > 0 ? ` (${invalidBefore} already ${invalidBefore === 1 ? "was" : "were"})` : "";
  return `Of ${documents}, ${count} invalid${before}.`;
}
