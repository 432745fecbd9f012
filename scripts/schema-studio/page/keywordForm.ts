import draft07 from "ajv/dist/refs/json-schema-draft-07.json";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";
import { mergeKeywords, selectKeywords } from "../selectKeywords.ts";
import { findNamedType, findValueType, VALUE_TYPES } from "../valueTypes.ts";

const TEXTS = { type: "array", items: { type: "string" } };

/** Keywords of JSON Schema with an input that is simpler than their own schema. */
const SIMPLER: Record<string, object> = {
  title: { type: "string", title: "Label (title)" },
  description: { type: "string", title: "Help below the label (description)" },
  type: { title: "Type", enum: VALUE_TYPES.map(({ title }) => title) },
  enum: { ...TEXTS, title: "Choices (enum)" },
  examples: { ...TEXTS, title: "Examples" },
  pattern: { type: "string", description: "A regular expression that the text must match: ^[0-9]{4}$" },
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
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

/** For a list, the form shows those of its entries. */
const ENTRY_KEYWORDS = ["enum", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"];

const isOfEntry = (keyword: string) => ENTRY_KEYWORDS.includes(keyword);

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

/** Choices and examples are entered as texts. */
export function toFormValues(field: FieldSchema): JsonObject {
  const { items = {}, ...own } = field;
  const shown = Object.entries(mergeKeywords(own, selectKeywords(items, isOfEntry))).filter(
    ([keyword, value]) =>
      (STANDARD_KEYWORDS as readonly string[]).includes(keyword) ||
      (isFieldKeyword(keyword) && value !== undefined),
  );
  return {
    ...Object.fromEntries(
      shown.map(([keyword, value]) => [keyword, isTyped(keyword) ? (value as unknown[]).map(toText) : value]),
    ),
    type: findValueType(field)?.title,
  };
}

const isTyped = (keyword: string) => keyword === "enum" || keyword === "examples";
const toText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Leaves out what the form leaves empty.
 *
 * @param field for its type, and for what the form does not show of its entries
 */
export function readKeywords({ type: title, ...values }: JsonObject, field: FieldSchema = {}): FieldSchema {
  const { type, entry } = findNamedType(title) ?? { type: field.type };
  const items = field.items ?? (entry === undefined ? undefined : { type: entry });
  const valueType = items ? items.type : type;
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
  const { enum: choices, examples, ...others } = filled as FieldSchema;
  const readExample = (text: string) => (items ? toList : readTypedText)(text, valueType);
  const keywords: FieldSchema = {
    ...others,
    ...(type !== undefined && { type }),
    ...(choices && { enum: listTexts(choices).map((text) => readTypedText(text, valueType)) }),
    ...(examples && { examples: listTexts(examples).map(readExample) }),
  };
  if (!items) return keywords;
  return {
    ...selectKeywords(keywords, (keyword) => !isOfEntry(keyword)),
    items: mergeKeywords(
      selectKeywords(items, (keyword) => !isOfEntry(keyword)),
      selectKeywords(keywords, isOfEntry),
    ),
  };
}

/** RJSF adds an entry that is undefined until the user types or chooses it. */
export const listTexts = (entries: unknown): string[] =>
  ((entries ?? []) as unknown[]).filter((entry) => typeof entry === "string");

type TypeKeyword = FieldSchema["type"];

const parse = (text: string) => tryOrUndefined(() => JSON.parse(text) as unknown);

export const readTypedText = (text: string, type: TypeKeyword): unknown =>
  type === "string" ? text : (parse(text) ?? text);

/** An example of a list is its JSON, or its only entry. */
function toList(text: string, entryType: TypeKeyword): unknown[] {
  const parsed = parse(text);
  return Array.isArray(parsed) ? parsed : [readTypedText(text, entryType)];
}

/** Those that were removed are undefined. */
export function listChangedKeywords(before: FieldSchema, after: FieldSchema): JsonObject {
  const was: JsonObject = { ...before };
  const is: JsonObject = { ...after };
  return Object.fromEntries(
    Object.keys({ ...was, ...is })
      .filter((keyword) => JSON.stringify(was[keyword]) !== JSON.stringify(is[keyword]))
      .map((keyword) => [keyword, is[keyword]]),
  );
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === "" ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);
