import { Ajv } from "ajv";
import type { JsonObject } from "../../src/contract/json.ts";
import type { EntitySchema, FieldSchema } from "../../src/contract/schema/fields.ts";
import { getSchemaNode, listSchemaOptions } from "../../src/contract/schema/fieldSchema.ts";
import type { SchemaRule } from "../../src/contract/schema/schemaRules.ts";
import { getValueAt, withValue } from "./exampleChange.ts";

const ajv = new Ajv({ strict: false, formats: { date: true } });
const MAX_VARIANTS = 1000;

/**
 * Finds a document to which a rule applies: the example, or for a rule under an `if`, the example with values that
 * meet the condition.
 *
 * @returns undefined if no combination of values meets the condition
 */
export function findBaseDocument(
  schema: EntitySchema,
  { when, valuePath: place }: SchemaRule,
  example: JsonObject,
): unknown {
  if (!when) return example;
  const condition = getSchemaNode(schema, when.schemaPath)!;
  const meetsCondition = ajv.compile(condition);
  const owner = getSchemaNode(schema, when.schemaPath.slice(0, -1)) ?? schema;
  const path = getConditionPath(when.schemaPath, place);
  return buildVariants(condition, owner.properties ? owner : schema, example, path).find(
    (document) => meetsCondition(getValueAt(document, path)) === when.holds,
  );
}

/** Path of the value that an `if` checks; for a list, of its first entry. */
const getConditionPath = (node: string[], place: string[]) => {
  const depth = node.filter((step) => step === "properties" || step === "items").length;
  return place.slice(0, depth).map((step) => (step === "*" ? "0" : step));
};

function buildVariants(
  condition: FieldSchema,
  owner: FieldSchema,
  example: unknown,
  path: string[],
): unknown[] {
  const names = [...new Set([...Object.keys(condition.properties ?? {}), ...(condition.required ?? [])])];
  let documents = [example];
  for (const name of names) {
    const field = owner.properties?.[name];
    const values = listPossibleValues(condition.properties?.[name], field);
    documents = documents
      .flatMap((document) => [
        document,
        ...values.map((value) => withValue(document, [...path, name], value)),
      ])
      .slice(0, MAX_VARIANTS);
  }
  return documents;
}

/** Values named in the condition, values the field allows, and undefined. */
function listPossibleValues(condition: FieldSchema = {}, field: FieldSchema = {}): unknown[] {
  const {
    const: constant,
    enum: choices = [],
    contains,
  } = condition as FieldSchema & {
    const?: unknown;
    contains?: FieldSchema;
  };
  const conditionValues = [...(constant === undefined ? [] : [constant]), ...choices];
  const lists: unknown[] = contains ? listPossibleValues(contains, field.items).map((value) => [value]) : [];
  const fieldValues = listSchemaOptions(field).map(({ value }) => (field.items ? [value] : value));
  const booleans = field.type === "boolean" ? [true, false] : [];
  return [...conditionValues, ...lists, ...fieldValues, ...booleans, undefined];
}
