import { isJsonObject } from "../../src/contract/json.ts";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";
import { migrateToCurrentSchema } from "../../src/contract/schema/migrateToCurrentSchema.ts";
import { isChoiceList, toSourceName } from "../generate/choiceLists.ts";
import { formatCount } from "../lib/formatCount.ts";
import type { StoredDocument } from "./checkStoredDocuments.ts";

const MAX_NAMED_DOCUMENTS = 5;

/**
 * Describes the removed entries of a list that stored documents use.
 *
 * @param schemas by name, as they were
 */
export function describeUsedCodes(
  file: string,
  was: unknown,
  is: unknown,
  schemas: Map<string, EntitySchema>,
  stored: StoredDocument[],
): string[] {
  const kept = new Set(listCodes(is));
  const removed = listCodes(was).filter((code) => !kept.has(code));
  if (removed.length === 0) return [];
  const source = toSourceName(file);
  const uses = stored.map(({ name, schema: schemaName, document, version }) => {
    const schema = schemas.get(schemaName);
    const values = schema
      ? listUsedCodes(schema, migrateToCurrentSchema(schema, document, version), source)
      : [];
    return { name, values: new Set(values) };
  });
  return removed.flatMap((code) => {
    const names = uses.filter(({ values }) => values.has(code)).map(({ name }) => name);
    if (names.length === 0) return [];
    const named = names.slice(0, MAX_NAMED_DOCUMENTS).join(", ");
    const unnamed =
      names.length > MAX_NAMED_DOCUMENTS ? ` and ${names.length - MAX_NAMED_DOCUMENTS} more` : "";
    return [`“${code}” stays in ${formatCount(names.length, "stored document")}: ${named}${unnamed}.`];
  });
}

const listCodes = (list: unknown): string[] => (isChoiceList(list) ? list.map(({ value }) => value) : []);

function listUsedCodes(node: FieldSchema, value: unknown, source: string): unknown[] {
  if (node["x-options"]?.source === source) return [value].flat();
  if (Array.isArray(value)) return value.flatMap((entry) => listUsedCodes(node.items ?? {}, entry, source));
  if (!isJsonObject(value)) return [];
  return Object.entries(node.properties ?? {}).flatMap(([name, part]) =>
    listUsedCodes(part, value[name], source),
  );
}
