import type { JsonObject } from "../json.ts";
import type { EntitySchema, FieldSchema } from "../schema/fields.ts";
import { listSchemaOptions, getSchemaNode } from "../schema/fieldSchema.ts";
import { messages } from "../messages.ts";

interface BrokenKeyword {
  keyword: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

export function getErrorMessage(schema: EntitySchema, broken: BrokenKeyword): string {
  const schemaPath = parseSchemaPath(broken.schemaPath);
  const owner = getSchemaNode(schema, schemaPath);
  if (broken.keyword === "required")
    return getRequiredMessage(findFieldDefinition(schema, schemaPath, String(broken.params.missingProperty)));
  const ownMessage = owner?.["x-messages"]?.[broken.keyword];
  if (ownMessage !== undefined) return ownMessage;
  if (isEmptyValueRule(broken)) return getRequiredMessage(getDefinedNode(schema, schemaPath));
  return getDefaultMessage(broken, owner ?? {});
}

/** A condition requires fields that are defined further up: searches the nearest definition from `schemaPath` upward. */
function findFieldDefinition(
  schema: EntitySchema,
  schemaPath: string[],
  name: string,
): FieldSchema | undefined {
  for (let length = schemaPath.length; length >= 0; length -= 1) {
    const field = getSchemaNode(schema, schemaPath.slice(0, length))?.properties?.[name];
    if (field?.["x-messages"]?.required !== undefined || field?.type !== undefined) return field;
  }
  return undefined;
}

/** If a condition only adds a rule to a field, returns the field's definition. */
function getDefinedNode(schema: EntitySchema, schemaPath: string[]): FieldSchema | undefined {
  const node = getSchemaNode(schema, schemaPath);
  const name = schemaPath.at(-1);
  if (node?.type !== undefined || node?.["x-messages"]?.required !== undefined) return node;
  return schemaPath.at(-2) === "properties" && name !== undefined
    ? findFieldDefinition(schema, schemaPath.slice(0, -2), name)
    : node;
}

function getDefaultMessage({ keyword, params }: BrokenKeyword, node: FieldSchema): string {
  const limit = Number(params.limit ?? params.multipleOf);
  return DEFAULT_MESSAGES[keyword]?.(limit, node, params) ?? messages.notAllowed;
}

const formatCount = (limit: number, one: string, many: string) =>
  `${limit.toLocaleString("en-US")} ${limit === 1 ? one : many}`;
const formatCharacters = (limit: number) => formatCount(limit, "character", "characters");
const formatEntries = (limit: number) => formatCount(limit, "entry", "entries");
const formatFields = (limit: number) => formatCount(limit, "field", "fields");

const TYPE_MESSAGES: Record<string, string> = {
  string: messages.notAText,
  number: messages.notANumber,
  integer: messages.notAWholeNumber,
  boolean: messages.notYesOrNo,
  array: messages.notAList,
  object: messages.notAGroup,
};

const MAX_LISTED_OPTIONS = 12;

function formatAllowedOptions(_: number, node: FieldSchema): string {
  const options = listSchemaOptions(node).filter(({ isDeprecated }) => !isDeprecated);
  if (options.length === 0 || options.length > MAX_LISTED_OPTIONS) return messages.notAChoice;
  return `Must be one of: ${options.map(({ label }) => label).join(", ")}.`;
}

function formatRequiredEntry(contains: FieldSchema): string {
  const labels =
    contains.const === undefined
      ? listSchemaOptions(contains).map(({ label }) => label)
      : [String(contains.const)];
  if (labels.length === 0 || labels.length > MAX_LISTED_OPTIONS) return "an entry of the required kind";
  return labels.join(" or ");
}

const DEFAULT_MESSAGES: Record<string, (limit: number, node: FieldSchema, params: JsonObject) => string> = {
  type: (_, node, params) =>
    TYPE_MESSAGES[[params.type ?? node.type].flat().map(String)[0] ?? ""] ?? messages.notAllowed,
  enum: formatAllowedOptions,
  oneOf: formatAllowedOptions,
  const: (_, node) => `Must be ${String(node.const)}.`,
  pattern: (_, node) =>
    node.examples === undefined
      ? messages.invalidFormat
      : `Must be written like ${String(node.examples[0])}.`,
  format: (_, { format }) => (format === "date" ? messages.notADate : messages.invalidFormat),
  minLength: (limit) => `Must have ${formatCharacters(limit)} or more.`,
  maxLength: (limit) => `Must have ${formatCharacters(limit)} or fewer.`,
  minimum: (limit) => `Must be ${limit} or more.`,
  maximum: (limit) => `Must be ${limit} or less.`,
  exclusiveMinimum: (limit) => `Must be more than ${limit}.`,
  exclusiveMaximum: (limit) => `Must be less than ${limit}.`,
  multipleOf: (limit) => `Must be a multiple of ${limit}.`,
  minItems: (limit) => `Must have ${formatEntries(limit)} or more.`,
  maxItems: (limit) => `Must have ${formatEntries(limit)} or fewer.`,
  uniqueItems: () => messages.repeatedEntry,
  contains: (_, { contains = {} }) => messages.missingRequiredEntry(formatRequiredEntry(contains)),
  minProperties: (limit) => `Must have ${formatFields(limit)} or more.`,
  maxProperties: (limit) => `Must have ${formatFields(limit)} or fewer.`,
  additionalProperties: () => messages.unknownField,
};

function getRequiredMessage(field: FieldSchema | undefined): string {
  return (
    field?.["x-messages"]?.required ?? (field?.type === "array" ? messages.requiredList : messages.required)
  );
}

/** Requires one visible character, so a value of only spaces counts as missing. */
const NON_BLANK_PATTERN = "\\S";

const isEmptyValueRule = ({ keyword, params }: BrokenKeyword) =>
  ((keyword === "minItems" || keyword === "minLength") && params.limit === 1) ||
  (keyword === "pattern" && params.pattern === NON_BLANK_PATTERN);

const parseSchemaPath = (schemaPath: string) => schemaPath.split("/").slice(1, -1).map(decodeURIComponent);
