import draft07 from "ajv/dist/refs/json-schema-draft-07.json";
import type { JsonObject } from "../../../src/contract/json.ts";
import type { FieldSchema } from "../../../src/contract/schema/fields.ts";
import { tryOrUndefined } from "../../../src/contract/tryOrUndefined.ts";

const TEXTS = { type: "array", items: { type: "string" } };

/** Keywords of JSON Schema with an input that is simpler than their own schema. */
const SIMPLER: Record<string, object> = {
  type: { enum: draft07.definitions.simpleTypes.enum.filter((type) => type !== "null") },
  enum: { ...TEXTS, title: "Choices" },
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
  "minItems",
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

/** Choices and examples are entered as texts. */
export function toFormValues(field: FieldSchema): JsonObject {
  const known = Object.entries(field).filter(
    ([keyword, value]) =>
      (STANDARD_KEYWORDS as readonly string[]).includes(keyword) ||
      (isFieldKeyword(keyword) && value !== undefined),
  );
  return Object.fromEntries(
    known.map(([keyword, value]) => [keyword, isTyped(keyword) ? (value as unknown[]).map(toText) : value]),
  );
}

const isTyped = (keyword: string) => keyword === "enum" || keyword === "examples";
const toText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Leaves out what the form leaves empty. */
export function readKeywords(values: JsonObject): FieldSchema {
  const toValue = (text: unknown) =>
    values["type"] === "string"
      ? text
      : (tryOrUndefined(() => JSON.parse(text as string) as unknown) ?? text);
  const entries = Object.entries(values).map(([keyword, value]) => [
    keyword,
    isTyped(keyword) && Array.isArray(value) ? value.map(toValue) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))) as FieldSchema;
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === "" ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);
