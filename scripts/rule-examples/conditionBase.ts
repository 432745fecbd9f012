import { Ajv } from "ajv";
import { examplesOf, type EntitySchema, type FieldSchema } from "../../src/contract/schema/fields.ts";
import { nodeAt } from "../../src/contract/schema/fieldSchema.ts";
import type { SchemaRule } from "../../src/contract/schema/schemaRules.ts";
import { valueAt, withValue } from "./change.ts";

const ajv = new Ajv({ strict: false, formats: { date: true } });
const MOST = 1000;

/**
 * A document in which a rule counts: the example itself, or, for a rule that stands under an `if`, the example with
 * such values as make the condition hold, or fail, as the rule asks.
 *
 * @returns undefined when no combination of the values that the condition speaks of does
 */
export function conditionBase(schema: EntitySchema, { when, place }: SchemaRule): unknown {
  const example = examplesOf(schema);
  if (!when) return example;
  const condition = nodeAt(schema, when.node)!;
  const holds = ajv.compile(condition);
  const owner = nodeAt(schema, when.node.slice(0, -1)) ?? schema;
  const path = conditionPlace(when.node, place);
  return variants(condition, owner.properties ? owner : schema, example, path).find(
    (document) => holds(valueAt(document, path)) === when.holds,
  );
}

/** The value an `if` speaks of: that of the node it stands in, its first entry for a list. */
const conditionPlace = (node: string[], place: string[]) => {
  const depth = node.filter((step) => step === "properties" || step === "items").length;
  return place.slice(0, depth).map((step) => (step === "*" ? "0" : step));
};

function variants(condition: FieldSchema, owner: FieldSchema, example: unknown, path: string[]): unknown[] {
  const names = [...new Set([...Object.keys(condition.properties ?? {}), ...(condition.required ?? [])])];
  let documents = [example];
  for (const name of names) {
    const field = owner.properties?.[name];
    const values = valuesFor(condition.properties?.[name], field);
    documents = documents
      .flatMap((document) => [
        document,
        ...values.map((value) => withValue(document, [...path, name], value)),
      ])
      .slice(0, MOST);
  }
  return documents;
}

/** Values a condition may be looking for, those the field may have, and none at all. */
function valuesFor(condition: FieldSchema = {}, field: FieldSchema = {}): unknown[] {
  const {
    const: only,
    enum: some = [],
    contains,
  } = condition as FieldSchema & {
    const?: unknown;
    contains?: FieldSchema;
  };
  const wanted = [...(only === undefined ? [] : [only]), ...some];
  const within: unknown[] = contains ? valuesFor(contains, field.items).map((value) => [value]) : [];
  const own = [...(field.enum ?? []), ...(field.items?.enum ?? []).map((entry) => [entry])];
  const other = field.type === "boolean" ? [true, false] : [];
  return [...wanted, ...within, ...own, ...other, undefined];
}
