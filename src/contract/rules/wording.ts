import type { JsonObject, EntitySchema, FieldSchema } from "../schema/fields.ts";
import { choicesOf, nodeAt } from "../schema/fieldSchema.ts";
import { messages } from "../messages.ts";

/** What Ajv and RJSF both say of a broken keyword. */
interface BrokenKeyword {
  keyword: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** The wording of a broken keyword: the schema's own, else plain words for it. */
export function wordingOf(schema: EntitySchema, broken: BrokenKeyword): string {
  const steps = stepsTo(broken.schemaPath);
  const owner = nodeAt(schema, steps);
  if (broken.keyword === "required")
    return missing(fieldNamed(schema, steps, String(broken.params.missingProperty)));
  const own = owner?.["x-messages"]?.[broken.keyword];
  if (own !== undefined) return own;
  if (isEmptiness(broken)) return missing(describedAt(schema, steps));
  return plainWords(broken, owner ?? {});
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

/** Words for a broken rule that its schema has none for. They need no knowledge of JSON Schema. */
function plainWords({ keyword, params }: BrokenKeyword, node: FieldSchema): string {
  const limit = Number(params.limit ?? params.multipleOf);
  return PLAIN_WORDS[keyword]?.(limit, node, params) ?? messages.notAllowed;
}

const count = (limit: number, one: string, many: string) =>
  `${limit.toLocaleString("en-US")} ${limit === 1 ? one : many}`;
const characters = (limit: number) => count(limit, "character", "characters");
const entries = (limit: number) => count(limit, "entry", "entries");
const parts = (limit: number) => count(limit, "part", "parts");

const KINDS: Record<string, string> = {
  string: messages.notAText,
  number: messages.notANumber,
  integer: messages.notAWholeNumber,
  boolean: messages.notYesOrNo,
  array: messages.notAList,
  object: messages.notAGroup,
};

/** So many choices are named one by one. */
const FEW = 12;

function oneOfThese(_: number, node: FieldSchema): string {
  const choices = choicesOf(node).filter(({ isDeprecated }) => !isDeprecated);
  if (choices.length === 0 || choices.length > FEW) return messages.notAChoice;
  return `Must be one of: ${choices.map(({ label }) => label).join(", ")}.`;
}

const PLAIN_WORDS: Record<string, (limit: number, node: FieldSchema, params: JsonObject) => string> = {
  type: (_, node, params) =>
    KINDS[[params.type ?? node.type].flat().map(String)[0] ?? ""] ?? messages.notAllowed,
  enum: oneOfThese,
  oneOf: oneOfThese,
  const: (_, node) => `Must be ${String(node.const)}.`,
  pattern: (_, node) =>
    node.examples === undefined
      ? messages.notWellFormed
      : `Must be written like ${String(node.examples[0])}.`,
  format: (_, { format }) => (format === "date" ? messages.notADate : messages.notWellFormed),
  minLength: (limit) => `Must have ${characters(limit)} or more.`,
  maxLength: (limit) => `Must have ${characters(limit)} or fewer.`,
  minimum: (limit) => `Must be ${limit} or more.`,
  maximum: (limit) => `Must be ${limit} or less.`,
  exclusiveMinimum: (limit) => `Must be more than ${limit}.`,
  exclusiveMaximum: (limit) => `Must be less than ${limit}.`,
  multipleOf: (limit) => `Must be a multiple of ${limit}.`,
  minItems: (limit) => `Must have ${entries(limit)} or more.`,
  maxItems: (limit) => `Must have ${entries(limit)} or fewer.`,
  uniqueItems: () => messages.repeatedEntry,
  contains: () => messages.lacksAnEntry,
  minProperties: (limit) => `Must have ${parts(limit)} or more.`,
  maxProperties: (limit) => `Must have ${parts(limit)} or fewer.`,
  additionalProperties: () => messages.unknownField,
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
