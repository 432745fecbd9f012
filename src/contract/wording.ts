import type { EntitySchema, FieldSchema } from "./fields.ts";
import { messages } from "./messages.ts";
import { nodeAt } from "./nodeAt.ts";

/** What Ajv and RJSF both say of a broken keyword. */
export interface BrokenKeyword {
  keyword: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** The wording of a broken keyword: the schema's own, else the portal's for required values, else Ajv's. */
export function wordingOf(schema: EntitySchema, broken: BrokenKeyword): string {
  const steps = stepsTo(broken.schemaPath);
  const owner = nodeAt(schema, steps);
  if (broken.keyword === "required")
    return missing(fieldNamed(schema, steps, String(broken.params.missingProperty)));
  const own = owner?.["x-messages"]?.[broken.keyword];
  if (own !== undefined) return own;
  if (isEmptiness(broken)) return missing(describedAt(schema, steps));
  if (broken.keyword === "additionalProperties") return messages.unknownField;
  return wordingOfNumber(broken) ?? broken.message ?? messages.generic;
}

/**
 * A field by its name, from where a rule speaks of it. A condition requires fields that are described further up: the
 * nearest node that describes the field is the one that words its absence.
 */
function fieldNamed(schema: EntitySchema, steps: string[], name: string): FieldSchema | undefined {
  for (let length = steps.length; length >= 0; length -= 1) {
    const field = nodeAt(schema, steps.slice(0, length))?.properties?.[name];
    if (field?.["x-messages"]?.required !== undefined || field?.type !== undefined) return field;
  }
  return undefined;
}

/** The node that steps lead to; where a condition only adds a rule to a field, the field as it is described. */
function describedAt(schema: EntitySchema, steps: string[]): FieldSchema | undefined {
  const node = nodeAt(schema, steps);
  const name = steps.at(-1);
  if (node?.type !== undefined || node?.["x-messages"]?.required !== undefined) return node;
  return steps.at(-2) === "properties" && name !== undefined
    ? fieldNamed(schema, steps.slice(0, -2), name)
    : node;
}

/** Numbers are refused in words that need no knowledge of JSON Schema. */
function wordingOfNumber({ keyword, params }: BrokenKeyword): string | undefined {
  if (keyword === "type" && params.type === "number") return messages.notANumber;
  if (keyword === "type" && params.type === "integer") return messages.notAWholeNumber;
  return BOUNDS[keyword]?.(String(params.limit));
}

const BOUNDS: Record<string, (limit: string) => string> = {
  minimum: (limit) => `Must be ${limit} or more.`,
  maximum: (limit) => `Must be ${limit} or less.`,
  exclusiveMinimum: (limit) => `Must be more than ${limit}.`,
  exclusiveMaximum: (limit) => `Must be less than ${limit}.`,
};

function missing(field: FieldSchema | undefined): string {
  return (
    field?.["x-messages"]?.required ?? (field?.type === "array" ? messages.requiredList : messages.required)
  );
}

/** Nothing but spaces is nothing: such a field asks for one character that can be seen. */
const SOMETHING = "\\S";

const isEmptiness = ({ keyword, params }: BrokenKeyword) =>
  ((keyword === "minItems" || keyword === "minLength") && params.limit === 1) ||
  (keyword === "pattern" && params.pattern === SOMETHING);

/** Steps to the node that holds the keyword at the end of a schema path such as `#/properties/city/items/pattern`. */
const stepsTo = (schemaPath: string) => schemaPath.split("/").slice(1, -1).map(decodeURIComponent);
