import type { JsonObject } from "../../../src/contract/json.ts";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";
import { mergeKeywords, selectKeywords } from "../selectKeywords.ts";
import { findNamedType, findValueType, VALUE_TYPES } from "../valueTypes.ts";

const TEXTS = { type: "array", items: { type: "string" } };
const LIMIT = { type: "integer", minimum: 0 };

/** JSON Schema's own keywords. */
const STANDARD_KEYWORDS: Record<string, object> = {
  title: { type: "string", title: "Label (title)" },
  description: { type: "string", title: "Help below the label (description)" },
  type: { title: "Type", enum: VALUE_TYPES.map(({ title }) => title) },
  enum: { ...TEXTS, title: "Choices (enum)", description: "The only valid values, one on each line." },
  examples: {
    ...TEXTS,
    title: "Examples",
    description:
      "Valid values, one on each line. The preview, the API description and the dictionary show them.",
  },
  format: {
    enum: ["date", "uri"],
    description: "How the text must be written: a date such as 2026-11-29, or a web address (uri).",
  },
  pattern: {
    type: "string",
    description: "A regular expression that the text must match, for example ^[0-9]{4}$ for four digits.",
  },
  minLength: { ...LIMIT, description: "The fewest characters of a text." },
  maxLength: { ...LIMIT, description: "The most characters of a text; 20,000 without this keyword." },
  minimum: { type: "number", description: "The smallest valid number." },
  maximum: { type: "number", description: "The largest valid number." },
  minItems: { ...LIMIT, description: "The fewest entries of a list." },
  maxItems: { ...LIMIT, description: "The most entries of a list; 10,000 without this keyword." },
  uniqueItems: { type: "boolean", description: "Refuses a list with the same entry twice." },
};

/** For a list, the form shows those of its entries. */
const ENTRY_KEYWORDS = ["enum", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"];

const isOfEntry = (keyword: string) => ENTRY_KEYWORDS.includes(keyword);

/** For the schema, or for documents written by hand. */
const isFieldKeyword = (keyword: string) => keyword.startsWith("x-") && keyword !== "x-changes";

/** The form of a field's keywords, which the vocabulary describes. */
export function buildKeywordForm(vocabulary: Record<string, object>): Record<string, object> {
  const own = Object.entries(vocabulary).filter(([keyword]) => isFieldKeyword(keyword));
  return Object.fromEntries(
    [...Object.entries(STANDARD_KEYWORDS), ...own].map(([keyword, schema]) => [
      keyword,
      { title: keyword, ...schema },
    ]),
  );
}

/** Choices and examples are entered as texts. */
export function toFormValues(field: FieldSchema): JsonObject {
  const { items = {}, ...own } = field;
  const shown = Object.entries(mergeKeywords(own, selectKeywords(items, isOfEntry))).filter(
    ([keyword, value]) => keyword in STANDARD_KEYWORDS || (isFieldKeyword(keyword) && value !== undefined),
  );
  return {
    ...Object.fromEntries(
      shown.map(([keyword, value]) => [keyword, isTyped(keyword) ? (value as unknown[]).map(toText) : value]),
    ),
    type: findValueType(field)?.title,
  };
}

const isTyped = (keyword: string) => keyword === "enum" || keyword === "examples";
export const toText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

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
  const { title: label, description, enum: choices, examples, ...others } = filled as FieldSchema;
  const readExample = (text: string) => (items ? toList : readTypedText)(text, valueType);
  // In the order that the schema files use.
  const keywords: FieldSchema = {
    ...(label !== undefined && { title: label }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    ...others,
    ...(choices && { enum: (choices as string[]).map((text) => readTypedText(text, valueType)) }),
    ...(examples && { examples: (examples as string[]).map(readExample) }),
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
