import draft07 from "ajv/dist/refs/json-schema-draft-07.json";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";

const TEXTS = { type: "array", items: { type: "string" } };
const TYPE = { enum: draft07.definitions.simpleTypes.enum.filter((type) => type !== "null") };
const CHOICES = { ...TEXTS, title: "Choices" };

/** Keywords of JSON Schema with an input that is simpler than their own schema. */
const SIMPLER: Record<string, object> = {
  type: TYPE,
  enum: CHOICES,
  items: { type: "object", title: "Entries of a list", properties: { type: TYPE, enum: CHOICES } },
  examples: TEXTS,
  pattern: { type: "string" },
  format: { enum: ["date", "uri"] },
};

const STANDARD_KEYWORDS = [
  "title",
  "description",
  "type",
  "enum",
  "examples",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

/** For the schema, or for documents written by hand. */
const isFieldKeyword = (keyword: string) => keyword.startsWith("x-") && keyword !== "x-changes";

/** The form of a field's keywords, which the vocabulary describes. */
export function buildKeywordForm(vocabulary: Record<string, object>): Record<string, object> {
  const standard = STANDARD_KEYWORDS.map((keyword) => {
    const { title = keyword, ...schema } = (SIMPLER[keyword] ?? resolve(draft07.properties[keyword])) as {
      title?: string;
    };
    return [keyword, { title, ...schema }];
  });
  const own = Object.entries(vocabulary)
    .filter(([keyword]) => isFieldKeyword(keyword))
    .map(([keyword, schema]) => [keyword, { title: keyword, ...schema }]);
  return Object.fromEntries([...standard, ...own]) as Record<string, object>;
}

/** Limits refer to `nonNegativeInteger`. */
const resolve = (schema: object): object =>
  "$ref" in schema || "allOf" in schema ? { type: "integer", minimum: 0 } : schema;

/** Choices and examples are entered as texts, also the choices of a list's entries. */
export function toFormValues(field: FieldSchema): JsonObject {
  const known = Object.entries(field).filter(
    ([keyword, value]) =>
      (STANDARD_KEYWORDS as readonly string[]).includes(keyword) ||
      (isFieldKeyword(keyword) && value !== undefined),
  );
  return Object.fromEntries(known.map(([keyword, value]) => [keyword, toFormValue(keyword, value)]));
}

function toFormValue(keyword: string, value: unknown): unknown {
  if (isTyped(keyword)) return (value as unknown[]).map(toText);
  if (keyword !== "items") return value;
  const entry = value as FieldSchema;
  return entry.enum ? { ...entry, enum: entry.enum.map(toText) } : entry;
}

const isTyped = (keyword: string) => keyword === "enum" || keyword === "examples";
const toText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Leaves out what the form leaves empty. The choices of a list become those of its entries. */
export function readKeywords(values: JsonObject): FieldSchema {
  const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
  const { enum: choices, examples, ...field } = Object.fromEntries(filled) as FieldSchema;
  const isList = field.type === "array";
  const entryType = isList ? (field.items?.type ?? "string") : field.type;
  const typedChoices = readChoices(choices, entryType);
  const items = field.items && {
    ...field.items,
    ...readChoices(field.items.enum, field.items.type ?? "string"),
  };
  const ownChoices = isList
    ? typedChoices && { items: { type: entryType, ...items, ...typedChoices } }
    : typedChoices;
  const readExample = (text: string) => (isList ? toList : toTyped)(text, entryType);
  return {
    ...field,
    ...(items && { items }),
    ...ownChoices,
    ...(examples && { examples: listTexts(examples).map(readExample) }),
  } as FieldSchema;
}

const readChoices = (choices: unknown[] | undefined, type: TypeKeyword) =>
  choices && { enum: listTexts(choices).map((text) => toTyped(text, type)) };

/** RJSF adds an entry that is undefined until the user types. */
const listTexts = (entries: unknown[]) => entries.filter((entry) => typeof entry === "string");

type TypeKeyword = FieldSchema["type"];

const parse = (text: string) => tryOrUndefined(() => JSON.parse(text) as unknown);

const toTyped = (text: string, type: TypeKeyword): unknown =>
  type === "string" ? text : (parse(text) ?? text);

/** An example of a list is its JSON, or its only entry. */
function toList(text: string, entryType: TypeKeyword): unknown[] {
  const parsed = parse(text);
  return Array.isArray(parsed) ? parsed : [toTyped(text, entryType)];
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === "" ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);
